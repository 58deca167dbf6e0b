"""Nothing that a move shows tells in which order the cards of a hand came; planted dealers that tell it are found."""

from __future__ import annotations

from copy import copy
from typing import Any

import pytest

from games.kernel.effect import Effect, Moved
from games.kernel.game import Game
from tests.games.arrival_order import differences
from tests.games.tested_games import TESTED_GAMES


@pytest.mark.parametrize("name", TESTED_GAMES)
def test_a_move_shows_nothing_of_the_order_in_which_cards_came(name: str) -> None:
    game = TESTED_GAMES[name]
    counts = [differences(game, game.seats[seed % len(game.seats)], seed, most=100) for seed in range(6)]

    assert sum(compared for compared, _ in counts) > 50
    assert [different for _, different in counts] == [0] * len(counts)


@pytest.mark.parametrize("name", TESTED_GAMES)
def test_a_dealer_that_tells_how_old_a_card_is_gets_found(name: str) -> None:
    game = telling_ages(TESTED_GAMES[name])

    assert any(differences(game, game.seats[0], seed, most=100)[1] for seed in range(6))


def telling_ages(game: Game) -> Game:
    """The same rules with a dealer who says how many cards of a set came before those that leave it."""

    class Telling(game.dealer):  # type: ignore[name-defined, misc]
        def _record(self, effect: Effect) -> None:
            if isinstance(effect, Moved) and effect.src.name in self.state.sets:
                there = sorted(self.state.zones[effect.src])
                self.announce("age", places=[there.index(card) for card in effect.cards])
            super()._record(effect)

    other: Any = copy(game)
    other.dealer = Telling
    return other  # type: ignore[no-any-return]
