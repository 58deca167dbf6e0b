"""What `make soak` adds for Dealmaker: payments computed twice, and matches with all cards counted after each act.

A third of the time, and at most 200,000 cases, goes to payments in all three modes. The rest goes to random matches
under varied options, each of which must end within its bound.
"""

from __future__ import annotations

import sys
import time

from games.dealmaker import GAME
from games.kernel.rng import policy_draws
from tests.games.dealmaker.matches import check_cards, check_pawn, random_match
from tests.games.dealmaker.paying import compare

ENOUGH = 200_000
FEWEST_MATCHES = 20


def run(seconds: float, seed: int) -> str:
    """Runs both parts until the time is up; raises at the first difference, with its seed."""
    began = time.monotonic()
    cases = _payments(seed, began + seconds / 3)
    matches, acts, nearest = _matches(seed, began + seconds)
    return f"{cases} payments read twice; {matches} matches, {acts} acts, at most {nearest} per mille of their bound"


def _payments(seed: int, until: float) -> int:
    draws = policy_draws(b"soak payments", seed)
    for case in range(ENOUGH):
        if time.monotonic() > until:
            return case
        try:
            compare(draws)
        except AssertionError as error:
            error.add_note(f"seed {seed}, case {case}")
            raise
    return ENOUGH


def _matches(seed: int, until: float) -> tuple[int, int, int]:
    matches = acts = nearest = 0
    while matches < FEWEST_MATCHES or time.monotonic() < until:
        number = seed * 1_000 + matches
        match = random_match(number)
        for step in match.steps:
            check_cards(step.after)
            check_pawn(step.after)
        bound = GAME.bound(match.seats, match.options)
        assert match.state.is_over and match.acts <= bound, f"match {number}: {match.acts} acts, bound {bound}"
        matches, acts, nearest = matches + 1, acts + match.acts, max(nearest, 1_000 * match.acts // bound)
    return matches, acts, nearest


if __name__ == "__main__":
    print(run(float(sys.argv[1]), int(sys.argv[2])))
