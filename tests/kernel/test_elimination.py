"""Seats that a rule eliminates (`games.kernel.elimination`), in a game of its own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import pytest

from games.kernel.dealer import Dealer
from games.kernel.deck import Deck, Printed
from games.kernel.elimination import eliminate, end_if_alone, next_playing, playing
from games.kernel.game import Game
from games.kernel.options import Options
from games.kernel.phase import Phase, verb
from games.kernel.slots import OneOf
from games.kernel.state import Prompt, Public, Seat, Sight, Zone
from games.kernel.template import Template, template
from games.kernel.view import View
from tests.games.harness.scenario import Scenario, dealt


@dataclass(frozen=True)
class DuelPublic(Public):
    """The eliminated seats."""

    out: tuple[Seat, ...] = ()


class Shot(Phase):
    """The seat in turn shoots another one."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield template("shoot", target=OneOf([seat for seat in playing(view) if seat != view.me]))

    @verb
    def shoot(self, dealer: Dealer, seat: Seat, target: Seat) -> None:
        """Eliminate a player."""
        if not eliminate(dealer, target):
            dealer.prompt(Shot, next_playing(dealer.state, seat))


class Duel(Game):
    """The last seat that plays wins."""

    key = "duel"
    seats = range(2, 5)
    deck = Deck(Printed("a", 1))
    sight = {"pile": Sight.NOBODY}
    options = Options
    public = DuelPublic
    phase_types = (Shot,)

    def zones(self, seats: int, options: Options) -> Iterable[Zone]:
        yield Zone("pile")

    def setup(self, dealer: Dealer) -> None:
        dealer.prompt(Shot, 0)

    def bound(self, seats: int, options: Options) -> int:
        return 3 * seats

    def seat_resigned(self, dealer: Dealer, seat: Seat) -> None:
        end_if_alone(dealer)


@pytest.fixture
def table() -> Scenario:
    return dealt(Duel(), 4)


def test_the_last_seat_that_plays_wins_and_the_other_seats_follow_in_reverse_order(table: Scenario) -> None:
    table.play(0, "shoot", target=1)
    table.play(2, "shoot", target=0)
    table.play(3, "shoot", target=2)

    assert table.state.standings == ((3,), (2,), (0,), (1,))


def test_an_eliminated_seat_has_no_turn_and_is_no_target(table: Scenario) -> None:
    table.play(0, "shoot", target=1)

    assert table.to_act == (2,)
    assert table.refusal(2, "shoot", target=1) == "not_an_option"


def test_a_resigned_seat_comes_after_all_eliminated_seats(table: Scenario) -> None:
    table.play(0, "shoot", target=1)
    table.resign(3)
    table.play(2, "shoot", target=0)

    assert table.state.standings == ((2,), (0,), (1,), (3,))


def test_the_last_seat_wins_when_all_other_seats_resign(table: Scenario) -> None:
    table.play(0, "shoot", target=1)
    table.resign(3)
    table.resign(0)

    assert table.state.standings == ((2,), (1,), (0,), (3,))
