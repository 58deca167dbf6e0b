"""The seed of random tests (`COMPTOIR_TEST_SEED`), and the seconds for each of them (`COMPTOIR_TEST_SECONDS`).

`make test` sets no seconds, so each test plays a fixed number of seeds. `make soak` sets some.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

import pytest

SECONDS = float(os.environ.get("COMPTOIR_TEST_SECONDS", "0"))
SEED = int(os.environ.get("COMPTOIR_TEST_SEED", "1"))
soaked = pytest.mark.skipif(not SECONDS, reason="`make soak` runs it")
"""Skips a test that is too long for `make test`, unless seconds are set."""


def seeds(seconds: float, at_least: int = 1, first: int = SEED) -> Iterator[int]:
    """Yields successive seeds until the deadline, and at least `at_least` of them."""
    end = time.monotonic() + seconds
    seed = first
    while seed - first < at_least or time.monotonic() < end:
        yield seed
        seed += 1
