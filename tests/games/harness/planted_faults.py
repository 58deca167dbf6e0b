"""Faults planted in the toy game: at least one for each check of `checks.py`, which that check must find."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from itertools import count
from typing import Any, NamedTuple

from games.kernel.dealer import Dealer
from games.kernel.effect import Answered, Effect, HiddenField, Moved, Shown
from games.kernel.game import Game
from games.kernel.phase import Phase
from games.kernel.slots import Integer, OneOf
from games.kernel.state import Move, Prompt, Seat
from games.kernel.template import Template, template
from games.kernel.view import View
from tests.kernel import toy
from tests.kernel.toy import PILE, Toy, hand, next_turn

Templates = Callable[[View], Iterable[Template]]


class Fault(NamedTuple):
    """A faulty toy and the name of the check that must find it."""

    check: str
    game: Game


def toy_with(phase: type[Phase] | None = None, methods: Mapping[str, Any] | None = None, **fields: Any) -> Game:
    """Returns the toy with some methods of one phase and some of its own fields replaced."""
    phase_types = Toy.phase_types
    if phase is not None:
        faulty = type(phase.__name__, (phase,), dict(methods or {}))
        phase_types = tuple(faulty if ask is phase else ask for ask in phase_types)
    game: Game = type("Toy", (Toy,), {"phase_types": phase_types, **fields})()
    return game


def turn(**methods: Any) -> Game:
    """Returns the toy with some verbs of the turn replaced."""
    return toy_with(toy.Turn, methods)


def offering(more: Templates) -> Game:
    """Returns a toy whose turn offers additional templates."""

    def templates(self: Phase, view: View, prompt: Prompt) -> Iterable[Template]:
        yield from toy.Turn.templates(self, view, prompt)  # type: ignore[arg-type]
        yield from more(view)

    return turn(templates=templates, say=_say)


def _say(self: Phase, dealer: Dealer, seat: Seat, number: int) -> None:
    """Say a number."""
    next_turn(dealer)


def rolling(outcome: Callable[[Dealer, Prompt, Seat], Any]) -> Game:
    """Returns a toy whose die has a different or an additional outcome."""

    def roll(self: Phase, dealer: Dealer, seat: Seat) -> None:
        """Roll the die, faultily."""
        outcome(dealer, dealer.current, seat)
        next_turn(dealer)

    return turn(roll=roll)


def recording(change: Callable[[Effect], None]) -> Game:
    """Returns a toy whose dealer corrupts effects as it records them."""

    class Spoiling(Dealer):
        def _record(self, effect: Effect) -> None:
            change(effect)
            super()._record(effect)

    return toy_with(dealer=Spoiling)


class OpenMoved(Moved):
    """Effect that moves cards and hides nothing from any viewer."""

    __slots__ = ()

    def hidden(self, *_: Any) -> tuple[HiddenField, ...]:
        return ()


class OpenAnswered(Answered):
    """Effect of a sealed answer that hides nothing from any viewer."""

    __slots__ = ()

    def hidden(self, *_: Any) -> tuple[HiddenField, ...]:
        return ()


class Lenient(OneOf):
    """Slot that accepts `true` as 1."""

    def reason(self, value: Any) -> str | None:
        return None if value in self.options else "not_an_option"


class Miscounting(Integer):
    """Slot whose count is too high by one."""

    def count(self) -> int:
        return super().count() + 1


def _write_past_the_effects(dealer: Dealer, prompt: Prompt, seat: Seat) -> None:
    dealer.state.public = dealer.state.public.changed({"words": (9,)})


def _change_the_table_before(dealer: Dealer, prompt: Prompt, seat: Seat) -> None:
    prompt.data["rolled"] = 1  # type: ignore[index]


_ROLLS = count()


def _remember_between_matches(dealer: Dealer, prompt: Prompt, seat: Seat) -> None:
    dealer.announce("rolled", times=next(_ROLLS))


def _swap_a_card(dealer: Dealer, prompt: Prompt, seat: Seat) -> None:
    for card in dealer.state.cards("hand", seat)[:1]:
        dealer._record(Moved((card,), (dealer.state.next_card,), ("joker",), hand(seat), PILE))


def _lie_about_the_top(dealer: Dealer, prompt: Prompt, seat: Seat) -> None:
    for place, card in list(enumerate(dealer.state.cards("pile")))[-1:]:
        wrong = "a" if dealer.state.face(card) != "a" else "b"
        dealer._record(Shown(PILE, (card,), (wrong,), (seat,), (place,)))


def _act_on_an_unseen_card(dealer: Dealer, prompt: Prompt, seat: Seat) -> None:
    for card in dealer.state.cards("pile")[-1:]:
        dealer.change(words=(len(repr(dealer.state.face(card))),))


def _draw_in_secret(dealer: Dealer, prompt: Prompt, seat: Seat) -> None:
    dealer._chance("secret")[1].below(6)


def _say_the_first_of_a_set(dealer: Dealer, prompt: Prompt, seat: Seat) -> None:
    dealer.announce("first", face=next(iter({"hand", "down", "pile", "discard", "shown"})))


def _look_at_the_clock(dealer: Dealer, prompt: Prompt, seat: Seat) -> None:
    dealer.announce("late", yes=time.time() % 2 < 1)


def _name_a_hidden_card(dealer: Dealer, prompt: Prompt, seat: Seat) -> None:
    dealer.announce("top", card=(dealer.state.cards("pile") or (0,))[-1])


def _show_a_hidden_id(dealer: Dealer, prompt: Prompt, seat: Seat) -> None:
    dealer.change(words=dealer.state.cards("hand", seat)[:1])


def _forget_to_ask(self: Phase, dealer: Dealer, seat: Seat) -> None:
    """Roll the die and open no prompt."""


def _lay_openly(view: View) -> Iterable[Template]:
    if cards := view.cards("hand", view.me):
        yield template("peek", card=OneOf(cards))


def _peek_with(self: Phase, dealer: Dealer, seat: Seat, card: int | None = None) -> None:
    """Peek, naming a card of one's own."""
    next_turn(dealer)


def _steal_what_is_there(self: Phase, view: View, prompt: Prompt) -> Iterable[Template]:
    truth = getattr(view, "_state", view)
    for offered in toy.Turn.templates(self, view, prompt):  # type: ignore[arg-type]
        if offered.verb != "peek" or truth.faces.get(truth.cards("pile")[-1]) in (None, "a", "b"):
            yield offered


def _announce_by_number(dealer: Dealer, prompt: Prompt, seat: Seat) -> None:
    dealer.announce("sizes", hands={other: dealer.state.size("hand", other) for other in range(2)})


def _undocumented(self: Phase, dealer: Dealer, seat: Seat) -> None:
    next_turn(dealer)


def _keep_the_id(effect: Effect) -> None:
    if isinstance(effect, Moved) and effect.src.name == "hand":
        effect.to = effect.cards


def _open_moves(effect: Effect) -> None:
    if type(effect) is Moved:
        effect.__class__ = OpenMoved


def _open_answers(effect: Effect) -> None:
    if type(effect) is Answered:
        effect.__class__ = OpenAnswered


def _end_without_the_last(self: Game, dealer: Dealer, seat: Seat) -> None:
    dealer.end([[0]])


def _for_the_waited(self: Phase, view: View, prompt: Prompt) -> Iterable[Template]:
    return toy.Market().templates(view, prompt) if view.me == view.public.turn else ()


FAULTS: Mapping[str, Fault] = {
    "a rule writes past the effects": Fault("TheLogIsTheTruth", rolling(_write_past_the_effects)),
    "a rule changes the table before": Fault("TheLogIsTheTruth", rolling(_change_the_table_before)),
    "a rule remembers between matches": Fault("TheAuditAgrees", rolling(_remember_between_matches)),
    "a card turns into another": Fault("CardsAreConserved", rolling(_swap_a_card)),
    "no seat is prompted any more": Fault("SomebodyCanGoOn", turn(roll=_forget_to_ask)),
    "who may act has nothing to say": Fault("SomebodyCanGoOn", toy_with(toy.Market, {"templates": _for_the_waited})),
    "the bound is too small": Fault("TheMatchEnds", toy_with(bound=lambda self, seats, options: 5)),
    "a seat has no place at the end": Fault("TheMatchEnds", toy_with(seat_resigned=_end_without_the_last)),
    "true is taken for 1": Fault(
        "LegalMovesAreLegal", offering(lambda view: [template("say", number=Lenient(range(5)))])
    ),
    "a rule acts on an unseen card unnoticed": Fault("OutcomesComeTrue", rolling(_act_on_an_unseen_card)),
    "two templates overlap": Fault("CountsAreExact", offering(lambda view: [template("draw")])),
    "a slot miscounts": Fault("CountsAreExact", offering(lambda view: [template("say", number=Miscounting(1, 3))])),
    "everybody sees every card move": Fault("ViewsFollowTheLog", recording(_open_moves)),
    "the moves depend on a hidden card": Fault("UnseenCardsDoNotMatter", turn(templates=_steal_what_is_there)),
    "a card is shown that is not there": Fault("MemoryNeverLies", rolling(_lie_about_the_top)),
    "an open argument names a hidden card": Fault(
        "NoUnseenIdIsSent",
        toy_with(
            toy.Turn,
            {
                "templates": lambda self, view, prompt: (
                    *(t for t in toy.Turn().templates(view, prompt) if t.verb != "peek"),
                    *_lay_openly(view),
                ),
                "peek": _peek_with,
            },
        ),
    ),
    "an announcement names a hidden card": Fault("NoUnseenIdIsSent", rolling(_name_a_hidden_card)),
    "a number on show is a hidden card's": Fault("NoUnseenIdIsSent", rolling(_show_a_hidden_id)),
    "an id follows its card": Fault("IdsCannotBeFollowed", recording(_keep_the_id)),
    "an announcement has numbers for keys": Fault("JsonRoundTrips", rolling(_announce_by_number)),
    "a default is not legal": Fault(
        "DefaultsAreLegal", turn(default=lambda self, view, prompt: Move("lay", {"card": 0}))
    ),
    "the same match differs": Fault("TheSameAgain", rolling(_remember_between_matches)),
    "a draw is not disclosed": Fault("EveryDrawIsDisclosed", rolling(_draw_in_secret)),
    "a verb is not documented": Fault("VerbsAreMethods", turn(roll=_undocumented)),
    "a number is not whole": Fault("NumbersAreJson", rolling(lambda dealer, prompt, seat: dealer.change(words=(0.5,)))),
    "everybody receives a sealed answer": Fault("AnswersStayBlank", recording(_open_answers)),
    "an order comes of a set": Fault("AnotherHashSeed", rolling(_say_the_first_of_a_set)),
    "a rule looks at the clock": Fault("NothingOutside", rolling(_look_at_the_clock)),
}
