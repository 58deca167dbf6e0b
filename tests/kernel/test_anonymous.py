"""Anonymous verbs: everybody sees the act, but not its seat."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import pytest

from games.kernel.audit import audit
from games.kernel.dealer import Dealer
from games.kernel.deck import Deck, Printed
from games.kernel.effect import fold
from games.kernel.errors import AuditError, IllegalMove
from games.kernel.game import Game, Outcome
from games.kernel.options import Options
from games.kernel.phase import OpenPhase, verb
from games.kernel.record import Event, record
from games.kernel.rng import Rng
from games.kernel.slots import Integer
from games.kernel.state import Move, Prompt, Public, Seat
from games.kernel.template import Template, template
from games.kernel.view import View
from tests.games.harness.checks import outcome_from

RNG = Rng(bytes(32))


@dataclass(frozen=True)
class Rung(Public):
    times: int = 0


class Room(OpenPhase):
    """Seats 0 and 1 may ring a bell anonymously; any seat may shout."""

    anonymous = frozenset({"ring"})

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield template("shout")
        if view.viewer != 2:
            yield template("ring", times=Integer(1, 3))

    @verb
    def ring(self, dealer: Dealer, seat: None, times: int) -> None:
        """Rings the bell."""
        assert seat is None
        dealer.change(times=dealer.state.public.times + times)

    @verb
    def shout(self, dealer: Dealer, seat: Seat) -> None:
        """Shouts."""
        dealer.announce("shout", seat=seat)


class Curtain(Game):
    """A game of bells."""

    key = "curtain"
    seats = range(3, 4)
    deck = Deck(Printed("a", 1))
    sight: dict[str, object] = {}
    public = Rung
    phase_types = (Room,)

    def setup(self, dealer: Dealer) -> None:
        dealer.prompt(Room, range(3))


GAME = Curtain()
START = GAME.start(3, Options(), RNG)
STATE = fold(GAME.opening(3, Options()), START.effects)
RING = Move("ring", {"times": 2})


def rows(*acts: Outcome) -> list[Event]:
    started = Event(0, "match.started", "setup", None, None, None, START.effects)
    events = [Event(n, "move", "player", a.seat, a.prompt, a.move, a.effects) for n, a in enumerate(acts, 1)]
    return [started, *events]


def test_an_anonymous_act_is_equal_for_every_seat() -> None:
    first, second = (GAME.play(STATE, seat, 0, RING, RNG) for seat in (0, 1))

    assert first == second
    assert (first.seat, first.move) == (None, RING)


def test_acts_of_other_verbs_have_a_seat() -> None:
    assert GAME.play(STATE, 2, 0, Move("shout"), RNG).seat == 2


def test_a_seat_that_may_not_use_an_anonymous_verb_is_refused() -> None:
    with pytest.raises(IllegalMove):
        GAME.play(STATE, 2, 0, RING, RNG)


def test_the_log_contains_an_anonymous_move_without_hidden_parts() -> None:
    outcome = GAME.play(STATE, 0, 0, RING, RNG)
    public_part = record(outcome, 3, GAME.sights)

    assert (public_part.move, public_part.hidden_parts) == ({"verb": "ring", "args": {"times": 2}}, ())
    assert outcome_from(None, 0, public_part.move, public_part.effects) == outcome._replace(state=None)


def test_the_audit_replays_an_anonymous_move() -> None:
    outcome = GAME.play(STATE, 1, 0, RING, RNG)

    assert audit(GAME, 3, Options(), RNG, rows(outcome)).public.times == 2


@pytest.mark.parametrize("move", [Move("shout"), Move("ring", {"times": 9})], ids=["it has a name", "nobody could"])
def test_the_audit_refuses_a_row_without_a_seat_unless_its_move_is_legal_and_anonymous(move: Move) -> None:
    outcome = GAME.play(STATE, 1, 0, RING, RNG)

    with pytest.raises(AuditError):
        audit(GAME, 3, Options(), RNG, rows(outcome._replace(move=move)))
