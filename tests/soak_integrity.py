"""Single bits flipped in exports, at least 10,000 if there is time: each has to be found at its row.

python -m tests.soak_integrity SECONDS SEED
"""

from __future__ import annotations

import os
import sys
import time
from random import Random

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
django.setup()

from tests.events.sealed_logs import SealedLog  # noqa: E402
from tests.events.tampering import failures, flips, is_found  # noqa: E402

ENOUGH = 10_000
EACH = 250


def run(seconds: float, seed: int) -> str:
    """Flips bits until the time is up or enough were found; raises at the first that was not."""
    end, flipped, number = time.monotonic() + seconds, 0, seed
    while flipped < ENOUGH and time.monotonic() < end:
        log = SealedLog(number, seats=2 + number % 3, reveal=("all", "seats", "auditor")[number % 3])
        bundle = log.bundle(("all", None, 0)[number % 3])
        assert failures(bundle, log.receipts[::8]) == {}, f"log {number}"
        for flip, _ in zip(flips(bundle, Random(number)), range(EACH), strict=False):
            assert is_found(bundle, flip), f"log {number}: {flip}"
            flipped += 1
        number += 1
    return f"{flipped} bits flipped in {number - seed} logs, each found at its row"


if __name__ == "__main__":
    print(run(float(sys.argv[1]), int(sys.argv[2])))
