"""A match continues when a player leaves at any kind of prompt, and the seats that stayed are placed first."""

from __future__ import annotations

import pytest

from games.dale_of_merchants import turn
from games.dale_of_merchants.board import stacks
from games.dale_of_merchants.building import end
from games.kernel.dealer import Dealer
from games.kernel.game import Game
from tests.games.harness.leaving import branches, left_and_played_on, limited_options
from tests.games.harness.tested_games import TESTED_GAMES
from tests.games.harness.time_budget import SECONDS, SEED, seeds


def play_branches(game: Game, seed: int) -> int:
    """Plays and counts the branches of matches, every other one by defaults, with two numbers of seats or all."""
    number = 0
    for seats in game.seats if SECONDS else {game.seats[0], game.seats[seed % len(game.seats)]}:
        limited = limited_options(game, seats)
        for moment, seat in branches(game, seats, limited[seed % len(limited)], seed):
            number += 1
            match = left_and_played_on(moment, seat, by_defaults=(number + seed) % 2 == 0)
            where = f"seed {seed}, {seats} seats, seat {seat} leaves after {len(moment.decisions)} decisions"
            places = [seat for place in match.state.standings or () for seat in place]
            assert sorted(places) == list(range(seats)), where
            assert places[-1] == match.state.public.left[0] == seat, where
            assert match.acts <= game.bound(seats, match.options), where
    return number


@pytest.mark.parametrize("name", TESTED_GAMES)
def test_a_match_continues_to_its_end_after_a_resignation(name: str) -> None:
    number = sum(play_branches(TESTED_GAMES[name], seed) for seed in seeds(SECONDS / 3, at_least=1))
    print(f"{name}: {number} branches, from seed {SEED}")


def test_a_match_that_gives_a_resigned_seat_a_better_place_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def close_market(dealer: Dealer) -> None:
        built = {seat: stacks(dealer.state, seat) for seat in range(dealer.state.seats)}
        end(dealer, [[s for s in built if built[s] == n] for n in sorted(set(built.values()), reverse=True)])

    monkeypatch.setattr(turn, "_close_market", close_market)

    with pytest.raises(AssertionError, match="expected a seat that stayed"):
        for seed in range(1, 60):
            play_branches(TESTED_GAMES["dale_of_merchants"], seed)
