"""Nothing that is shown tells in which order the cards of a set came; planted rules that tell it are found."""

from __future__ import annotations

from copy import copy
from functools import cache
from typing import Any

import pytest

from games.kernel.effect import Effect, Moved
from games.kernel.game import Game
from games.kernel.options import Options
from games.kernel.rng import policy_draws
from tests.games.harness.arrival_order import differences
from tests.games.harness.option_coverage import covering_options
from tests.games.harness.planted_leaks import SHOWING, keeping_order
from tests.games.harness.tested_games import TESTED_GAMES
from tests.games.harness.time_budget import SECONDS, SEED, seeds


@pytest.mark.parametrize("name", TESTED_GAMES)
def test_nothing_that_happens_shows_the_order_in_which_cards_came(name: str) -> None:
    game = TESTED_GAMES[name]
    compared = 0
    for seed in seeds(SECONDS / 4, at_least=4):
        seats = game.seats[seed % len(game.seats)]
        varied = varied_options(name, seats)
        options = varied[0 if seed % 2 else seed % len(varied)]
        ones, different = differences(game, seats, options, seed, most=100)
        assert different == 0, f"seed {seed}, {seats} seats, {options}"
        compared += ones
    print(f"{name}: {compared} decisions from seed {SEED}")
    assert compared > 50


@pytest.mark.parametrize("name", TESTED_GAMES)
def test_a_dealer_that_reveals_the_age_of_cards_is_found(name: str) -> None:
    game = telling_ages(TESTED_GAMES[name])
    seats = game.seats[0]

    assert any(differences(game, seats, game.options.from_json({}, seats), seed, most=100)[1] for seed in range(6))


@pytest.mark.parametrize("name", SHOWING)
def test_a_table_whose_sets_keep_their_order_gets_found(name: str) -> None:
    game, seats = keeping_order(TESTED_GAMES[name]), TESTED_GAMES[name].seats[0]
    options = game.options.from_json(SHOWING[name], seats)

    assert any(differences(game, seats, options, seed, most=100)[1] for seed in range(40))


@cache
def varied_options(name: str, seats: int) -> list[Options]:
    """Options in which each pair of values occurs."""
    return covering_options(TESTED_GAMES[name], seats, policy_draws(b"arrivals", SEED))


def telling_ages(game: Game) -> Game:
    """Returns the same rules with a dealer that reveals how many cards of a set arrived before those that leave it."""

    class Telling(game.dealer):  # type: ignore[name-defined, misc]
        def _record(self, effect: Effect) -> None:
            if isinstance(effect, Moved) and effect.src.name in self.state.sets:
                there = sorted(self.state.zones[effect.src])
                self.announce("age", places=[there.index(card) for card in effect.cards])
            super()._record(effect)

    other: Any = copy(game)
    other.dealer = Telling
    return other  # type: ignore[no-any-return]
