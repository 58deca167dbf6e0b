"""No output to a viewer reveals hidden data: paired worlds for every game, and planted leaks.

The number of pairs depends on the time (`COMPTOIR_TEST_SECONDS` for each game).
"""

from __future__ import annotations

from functools import cache

import pytest

from games.kernel.game import Game
from games.kernel.options import Options
from games.kernel.rng import policy_draws
from tests.games.harness.option_coverage import covering_options
from tests.games.harness.paired_worlds import Result, compare
from tests.games.harness.planted_leaks import ARRIVALS, LEAKS, Leaking, pairs_to_leak
from tests.games.harness.tested_games import TESTED_GAMES
from tests.games.harness.time_budget import SECONDS, SEED, seeds

MOST_REJECTED = 0.5  # a game with a duty to follow suit rejects 0.3
FEWEST_SEEDS = 2  # of four pairs each


@pytest.mark.pure
@pytest.mark.parametrize("name", TESTED_GAMES)
def test_no_output_depends_on_cards_that_its_viewer_does_not_know(name: str) -> None:
    game = TESTED_GAMES[name]
    result = Result()
    for seed in seeds(SECONDS / 2, at_least=FEWEST_SEEDS):
        seats = game.seats[seed % len(game.seats)]
        varied = _varied(game, seats)
        options = varied[0 if seed % 2 else seed % len(varied)]
        one = compare(game, seats, options, seed)
        assert one.leak is None, f"seed {seed}, {seats} seats\n{one.leak}"
        result = result.plus(one)
    discarded = result.rejected / (result.pairs + result.rejected)
    print(f"{name}: {result.pairs} pairs at {result.moments} moments, {discarded:.0%} discarded, from seed {SEED}")
    assert result.pairs > FEWEST_SEEDS
    assert discarded < MOST_REJECTED, "other seats' public acts depend on hidden cards, or pairs are built badly"


@cache
def _varied(game: Game, seats: int) -> list[Options]:
    return covering_options(game, seats, policy_draws(b"pairs", SEED))


@pytest.mark.pure
@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(leak: str) -> None:
    assert _found_after(LEAKS[leak]) is not None


@pytest.mark.pure
@pytest.mark.parametrize(("name", "leak"), ARRIVALS)
def test_a_planted_leak_of_the_arrival_of_cards_is_found_in_each_game(name: str, leak: str) -> None:
    assert _found_after(ARRIVALS[name, leak]) is not None


def _found_after(planted: Leaking) -> int | None:
    """Returns the number of pairs until a planted leak is found; None if its limit is reached."""
    pairs = pairs_to_leak(planted, SEED)
    print(f"found after {pairs} pairs")
    return pairs
