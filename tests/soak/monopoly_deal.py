"""What `make soak` adds for Monopoly Deal: payments, rents and wins computed twice, in 100,000 random positions."""

from __future__ import annotations

import sys
import time

from tests.games.monopoly_deal.second_reading import differences, positions

ENOUGH = 100_000


def run(seconds: float, seed: int) -> str:
    """Compares both implementations until the time is up or enough positions were compared; raises on a difference."""
    end = time.monotonic() + seconds
    for number, position in enumerate(positions(seed)):
        assert differences(position) == [], f"seed {seed}, position {number}: {position}"
        if number + 1 == ENOUGH or time.monotonic() > end:
            return f"{number + 1} positions read twice"
    raise AssertionError("expected endless positions")


if __name__ == "__main__":
    print(run(float(sys.argv[1]), int(sys.argv[2])))
