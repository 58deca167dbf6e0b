"""What `make soak` adds for Négoces 2: its arithmetic after every row, and no match gets stuck.

`python -m tests.soak.negoces2 SECONDS [SEED]` runs it alone.
"""

from __future__ import annotations

import sys
import time
from collections import Counter

from games.kernel.rng import policy_draws
from games.negoces2 import GAME
from tests.games.fixtures import GreedyPlayers
from tests.games.negoces2.arithmetic import Sums, watched
from tests.games.option_coverage import covering_options
from tests.games.simulate import Match, Players


def run(seconds: float, seed: int) -> str:
    """Plays random and greedy matches under varied options; raises at the first wrong sum."""
    until, sums, endings, longest = time.monotonic() + seconds, Sums(), Counter[str](), 0
    rows = covering_options(GAME, 4, policy_draws(b"negoces2", seed))
    matches = 0
    while time.monotonic() < until:
        number = seed + matches
        options = rows[0] if number % 2 else rows[number % len(rows)]
        players = GreedyPlayers(policy_draws(b"soak", number)) if number % 5 == 0 else Players.of_seed(number)
        match = Match(GAME, 4, options, number)
        try:
            watched(match, players, sums)
        except AssertionError as error:
            raise AssertionError(f"seed {number}, options {options.to_json()}: {error}") from error
        assert match.acts <= GAME.bound(4, options), f"seed {number}: {match.acts} acts"
        matches, longest = matches + 1, max(longest, match.acts)
        endings[ending(match)] += 1
    summary = ", ".join(f"{name} {number}" for name, number in sorted(endings.items()))
    return (
        f"{matches} matches, 0 stuck, longest {longest}; {summary}; deals {dict(sums.deals)}; copies {dict(sums.shown)}"
    )


def ending(match: Match) -> str:
    """Returns how a match ended."""
    announcements = [e for step in match.steps for e in step.outcome.effects if e.kind == "announced"]
    shows = [e.details for e in announcements if e.what == "shows"]  # type: ignore[attr-defined]
    if any(e.what == "last_sale" for e in announcements):  # type: ignore[attr-defined]
        return "limit"
    if not shows:
        return "left"
    places = match.state.standings
    assert places is not None
    if len(places[0]) > 1:
        return "shared"
    winner = next(details for details in reversed(shows) if details["seat"] == places[0][0])
    return "goods" if winner["all_goods"] else "coins"


if __name__ == "__main__":
    print(run(float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1))
