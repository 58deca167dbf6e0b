"""No viewer learns anything from what is sent that they may not know: paired worlds for every game, and planted leaks.

How many pairs run depends on the time (`COMPTOIR_TEST_SECONDS` for each game).
"""

from __future__ import annotations

import pytest

from games.kernel.rng import policy_draws
from tests.games.option_coverage import covering_options
from tests.games.paired_worlds import Result, compare
from tests.games.planted_leaks import ARRIVALS, LEAKS, Leaking
from tests.games.tested_games import TESTED_GAMES
from tests.games.time_budget import SECONDS, SEED, seeds

MOST_REJECTED = 0.25


@pytest.mark.parametrize("name", TESTED_GAMES)
def test_no_output_depends_on_what_its_viewer_cannot_know(name: str) -> None:
    game = TESTED_GAMES[name]
    varied = {seats: covering_options(game, seats, policy_draws(b"pairs", SEED)) for seats in game.seats}
    result = Result()
    for seed in seeds(SECONDS / 2, at_least=len(game.seats)):
        seats = game.seats[seed % len(game.seats)]
        options = varied[seats][0 if seed % 2 else seed % len(varied[seats])]
        one = compare(game, seats, options, seed)
        assert one.leak is None, f"seed {seed}, {seats} seats\n{one.leak}"
        result = result.plus(one)
    given_up = result.rejected / (result.pairs + result.rejected)
    print(f"{name}: {result.pairs} pairs at {result.moments} moments, {given_up:.0%} given up, from seed {SEED}")
    assert result.pairs > 10
    assert given_up < MOST_REJECTED, "others' acts depend on what the viewer cannot know, or pairs are made badly"


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(leak: str) -> None:
    assert _found_after(LEAKS[leak]) is not None


@pytest.mark.parametrize(("name", "leak"), ARRIVALS)
def test_it_is_found_in_each_game_if_something_tells_how_cards_came(name: str, leak: str) -> None:
    assert _found_after(ARRIVALS[name, leak]) is not None


def _found_after(planted: Leaking) -> int | None:
    """After how many pairs a planted leak is found; None: not within its limit."""
    result, seed = Result(), SEED
    while result.leak is None and result.pairs < planted.within:
        seats = planted.game.seats[seed % len(planted.game.seats)]
        options = planted.game.options.from_json({}, seats)
        result = result.plus(compare(planted.game, seats, options, seed, pairs=1, outputs=planted.outputs))
        seed += 1
    print(f"found after {result.pairs} pairs")
    return result.pairs if result.leak is not None else None
