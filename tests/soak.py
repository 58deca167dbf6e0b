"""`make soak`: runs the random tests of the suite repeatedly, each round with another seed, and planted faults as well.

    python -m tests.soak [--minutes 60] [--seconds 10] [--seed 1] [tests]

Each test gets more time in a round than in `make test`. The run stops at the first round that fails; its last lines
show how to repeat it. Without arguments it runs all tests that depend on `tests.games.harness.time_budget`, except the
browser tests.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

from tests.stack import ROOT


def random_tests() -> list[str]:
    """Returns the test files that depend on the seed or the seconds."""
    files = [path for path in (ROOT / "tests").rglob("test_*.py") if "web" not in path.relative_to(ROOT).parts]
    return sorted(str(path.relative_to(ROOT)) for path in files if _is_random(path))


def _is_random(path: Path) -> bool:
    return "time_budget" in path.read_text(encoding="utf-8")


def main() -> int:
    """Runs rounds until the time is up; returns the exit status of the last round."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seconds", type=float, default=10, help="COMPTOIR_TEST_SECONDS")
    parser.add_argument("--seed", type=int, default=int(time.time()) % 1_000_000, help="of the first round")
    parser.add_argument("tests", nargs="*")
    arguments = parser.parse_args()
    tests, workers = arguments.tests or random_tests(), os.environ.get("WORKERS", "2")
    until, seed = time.monotonic() + 60 * arguments.minutes, arguments.seed
    while time.monotonic() < until:
        settings = {"COMPTOIR_TEST_SEED": str(seed), "COMPTOIR_TEST_SECONDS": f"{arguments.seconds:g}"}
        words = ["-m", "pytest", "-q", "-n", workers, "--dist", "loadgroup", "-p", "no:randomly", "-o", "timeout=0"]
        status = subprocess.run([sys.executable, *words, *tests], cwd=ROOT, env={**os.environ, **settings}).returncode
        if status:
            print("again:", *(f"{name}={value}" for name, value in settings.items()), "pytest", *arguments.tests)
            return status
        print(f"seed {seed} passed, {max(0.0, until - time.monotonic()) / 60:.0f} minutes left", flush=True)
        seed += 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
