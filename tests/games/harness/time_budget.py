"""How long random tests run for each game (`COMPTOIR_TEST_SECONDS`), and their seed (`COMPTOIR_TEST_SEED`)."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

SECONDS = float(os.environ.get("COMPTOIR_TEST_SECONDS", "1"))
SEED = int(os.environ.get("COMPTOIR_TEST_SEED", "1"))


def seeds(seconds: float, at_least: int = 1, first: int = SEED) -> Iterator[int]:
    """Yields successive seeds until the time is up, at least `at_least` of them."""
    end = time.monotonic() + seconds
    seed = first
    while seed - first < at_least or time.monotonic() < end:
        yield seed
        seed += 1
