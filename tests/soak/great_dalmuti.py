"""What `make soak` changes for The Great Dalmuti: most matches have few hands, because hands are similar."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from games.great_dalmuti import GAME
from games.kernel.options import Options
from games.kernel.rng import policy_draws

LONG = 64  # one match in this number is played as long as its options say


def table(seed: int, varied: Callable[[str, int], list[Options]]) -> tuple[int, Options]:
    """Returns the seats and options of a seed."""
    draws = policy_draws(b"rows", seed)
    seats = GAME.seats[seed % len(GAME.seats)]
    rows = varied(GAME.key, seats)
    options = rows[0 if seed % 4 == 0 else draws.below(len(rows))]
    end = {"hands": 1 + draws.below(5)} if "hands" in options.end else {"total": 1 + draws.below(40)}  # type: ignore[attr-defined]
    return seats, options if seed % LONG == 0 else replace(options, end=end)
