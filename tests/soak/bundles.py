"""Damages exports at random: both verifiers must come to the same verdict, by the same first failed step and row.

    python -m tests.soak.bundles [--bundles 3000] [--seed 7] [--only NUMBER]

The exit status is 1 if they disagree; each difference names its bundle, which `--only` makes again.
"""

from __future__ import annotations

import argparse
import os
import time
from collections import Counter

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
django.setup()

from tests.events.verifier.agreement import verdict  # noqa: E402
from tests.events.verifier.damaged_bundles import outcomes  # noqa: E402

SEED, BUNDLES = 7, 3_000


def main() -> int:
    """Runs the command line; returns 1 if the verifiers disagree."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bundles", type=int, default=BUNDLES)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--only", type=int, help="the number of one bundle")
    arguments = parser.parse_args()
    numbers = range(arguments.bundles) if arguments.only is None else [arguments.only]
    start, steps, differing = time.monotonic(), Counter[str](), 0
    for each in outcomes(arguments.seed, numbers):
        found = verdict(each.python)
        steps["no step" if found is None else found[0]] += 1
        if not each.agrees:
            differing += 1
            print(each)
    print(", ".join(f"{step}: {count}" for step, count in sorted(steps.items())))
    print(
        f"seed {arguments.seed}: {len(numbers)} damaged bundles in {time.monotonic() - start:.0f} s, {differing} differ"
    )
    return 1 if differing else 0


if __name__ == "__main__":
    raise SystemExit(main())
