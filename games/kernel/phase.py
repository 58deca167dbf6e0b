"""Phases, which define the moves that may answer a prompt and the effect of each move.

A phase has no fields. Its name says what it prompts for; its verbs are methods named after the actions of a seat:

    class Turn(Phase):
        def templates(self, view, prompt):
            yield template("bank", card=OneOf(view.cards("hand", view.viewer)))

        @verb
        def bank(self, dealer, seat, card):
            '''Lays a card in one's bank (rules, 'Money').'''

A verb takes the dealer, the seat and the move's arguments; `dealer.current` is the prompt that it answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any, ClassVar, NamedTuple, TypeVar, overload

from games.kernel.dealer import Dealer
from games.kernel.deck import CardId, Face
from games.kernel.errors import IllegalMove, Reason, Refusal, because
from games.kernel.extensible import Extensible
from games.kernel.state import Move, Prompt, Seat, State, Table
from games.kernel.template import LegalMoves, Template
from games.kernel.view import View, Window

Method = TypeVar("Method", bound=Callable[..., None])


@overload
def verb(method: Method) -> Method: ...
@overload
def verb(method: str) -> Callable[[Method], Method]: ...
def verb(method: Any) -> Any:
    """Marks a method of a phase as a verb that players may choose.

    The verb has the name of the method, or of the argument: `@verb("pass")` for a name that is a keyword of Python.
    """
    if isinstance(method, str):
        return lambda marked: _Marked(marked, method)
    return _Marked(method)


class _Marked:
    """A method marked as a verb; its class replaces the mark by the bare method and lists the verb."""

    def __init__(self, method: Any, name: str | None = None) -> None:
        self.method, self.name = method, name

    def __set_name__(self, phase: Any, attribute: str) -> None:
        own = vars(phase).get("own_verbs", {})
        phase.own_verbs = {**own, self.name or attribute: attribute}
        setattr(phase, attribute, self.method)


class Cooldown(NamedTuple):
    """The seconds that a seat must wait for a verb after it used a verb of `after`; the server measures them."""

    after: frozenset[str]
    seconds: int


class Phase(metaclass=Extensible):
    """A prompt to one seat, answered once: the prompt closes, then the chosen verb runs.

    verbs: the name of the method of each verb; own_verbs: the verbs that the class declares. unusable_card_reason: the
    reason against a card that no verb of the phase takes.
    """

    mode: ClassVar[str] = "once"
    sealed: ClassVar[bool] = False
    verbs: ClassVar[Mapping[str, str]] = {}
    own_verbs: ClassVar[Mapping[str, str]] = {}
    anonymous: ClassVar[frozenset[str]] = frozenset()
    concluding: ClassVar[frozenset[str]] = frozenset()
    unusable_card_reason: ClassVar[Reason] = because("not_asked_for")

    def __init_subclass__(cls) -> None:
        """Collects the verbs of the class. Raises TypeError if a verb would replace a method of the framework."""
        super().__init_subclass__()
        for attribute in cls.own_verbs.values():
            _refuse_replacing(cls, attribute)
        verbs: dict[str, str] = {}
        for base in reversed(cls.__mro__):
            verbs.update(vars(base).get("own_verbs", {}))
        cls.verbs = verbs

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        """Returns the viewer's legal answers, computed from their view."""
        raise NotImplementedError

    def default(self, view: View, prompt: Prompt) -> Move:
        """Returns the legal answer of a seat that has resigned or whose time is up."""
        return next(iter(self.legal_moves(view, prompt)))

    def resumed(self, dealer: Dealer, prompt: Prompt) -> None:
        """Runs when the last prompt within this prompt has closed; by default the prompt opens again."""

    def expire(self, dealer: Dealer, prompt: Prompt) -> None:
        """Closes an open prompt when its time is up."""
        dealer.close()

    def required_seats(self, table: Table, prompt: Prompt) -> tuple[Seat, ...]:
        """Returns the seats of the prompt that the match waits for."""
        arrived = prompt.arrived
        return tuple([seat for seat in prompt.seats if seat not in arrived]) if arrived else prompt.seats

    def seats_able_to_answer(self, table: Table, prompt: Prompt) -> tuple[Seat, ...]:
        """Returns the seats of the prompt that publicly have a choice of answers; by default all its seats."""
        return prompt.seats

    def cooldown(self, table: Table, verb: str) -> Cooldown | None:
        """Returns the limit on how often a seat may use a verb, or None. The rules do not depend on it."""
        return None

    def refused(self, view: View, prompt: Prompt, move: Move) -> None:
        """Checks an illegal answer against its sender's view; overrides may raise a more specific error."""

    def reason(self, view: View, prompt: Prompt, move: Move, refusal: Refusal) -> Reason | None:
        """Returns the rules' reason against the object of a refusal (the verb, or a well-typed value), or None.

        Reads the sender's view; the other arguments of the move are not validated.
        """
        return None

    def made_for(self, view: View, face: Face) -> str | None:
        """Returns the verb that a card is made for, if the phase has it; by default the verb with the card's name."""
        return face if face in self.verbs else None

    def move_with(self, view: View, verb: str, card: CardId) -> Move | None:
        """Returns a move with this card, in the form that `reason` reads, for a verb without legal moves.

        Returns None if the verb takes other cards.
        """
        return Move(verb)

    def refusals(self, view: View, prompt: Prompt, move: Move) -> tuple[Refusal, ...]:
        """Returns the reasons why an answer is not legal, including the rules' own; an empty tuple if it is legal."""
        return tuple(self._reasoned(view, prompt, move, one) for one in self.legal_moves(view, prompt).refusals(move))

    def _reasoned(self, view: View, prompt: Prompt, move: Move, refusal: Refusal) -> Refusal:
        if refusal.code in ("missing", "wrong_type", "unknown_field"):
            return refusal
        reason = self.reason(view, prompt, move, refusal)
        return refusal if reason is None else refusal._replace(params=reason.params, reason=reason.key)

    def answer(self, dealer: Dealer, prompt: Prompt, seat: Seat, move: Move) -> None:
        """Executes a legal answer."""
        dealer.answered(seat)
        dealer.close()
        self.run(dealer, prompt, seat, move)

    def run(self, dealer: Dealer, prompt: Prompt, seat: Seat | None, move: Move) -> None:
        """Runs the method of the verb."""
        getattr(self, self.verbs[move.verb])(dealer, seat, **move.args)

    def legal_moves(self, view: View, prompt: Prompt) -> LegalMoves:
        """Returns the templates as one set of moves."""
        return LegalMoves(self.templates(view, prompt), prompt)

    def matching(self, view: View, prompt: Prompt, move: Move) -> Template:
        """Returns the first template that a move matches; builds no later ones. Raises IllegalMove if none does."""
        for candidate in self.templates(view, prompt):
            if move in candidate:
                return candidate
        return self.legal_moves(view, prompt).matching(move)


class SealedPhase(Phase):
    """A prompt to several seats at once; answers stay hidden until all have arrived, then they are resolved together.

    It addresses every seat that it could concern, even a seat without a choice. A seat may replace its answer until the
    prompt closes. shows_arrival: whether everybody sees that a seat has answered.
    """

    sealed: ClassVar[bool] = True
    shows_arrival: ClassVar[bool] = False

    def resolve(self, dealer: Dealer, prompt: Prompt, answers: Mapping[Seat, Move]) -> None:
        """Executes the answers, in seat order; the prompt is already closed."""
        raise NotImplementedError

    def open(self, dealer: Dealer, prompt: Prompt, answers: Mapping[Seat, Move], *, are_legal: bool = False) -> None:
        """Closes the prompt with these answers; replaces answers that are not legal any more by the default.

        are_legal: the answers were chosen from this state's legal moves, so they are not checked again.
        """
        full: dict[Seat, Move] = {}
        for seat in prompt.seats:
            move = answers.get(seat)
            if move is None or not are_legal:
                move = self._standing(dealer.state, prompt, seat, move)
            full[seat] = move
        for seat, move in full.items():
            dealer.answered(seat, move)
        dealer.close()
        self.resolve(dealer, prompt, full)

    def _standing(self, state: State, prompt: Prompt, seat: Seat, answer: Move | None) -> Move:
        """Returns a seat's answer, or the default if there is no answer or a resignation has made it illegal."""
        view = Window(state, seat)
        if answer is not None:
            with suppress(IllegalMove):
                return self.matching(view, prompt, answer).normal(answer)
        move = self.default(view, prompt)
        return self.matching(view, prompt, move).normal(move)


class OpenPhase(Phase):
    """A prompt that any of its seats may answer, any number of times, until a verb closes it (`dealer.close()`).

    anonymous: the verbs whose use everybody sees, but not the seat. Their methods receive None as the seat, so no
    consequence reveals it; their arguments are public. concluding: the verbs by which one seat ends a negotiation of
    other seats. Bots leave people time before they use such a verb; the rules do not depend on it.
    """

    mode: ClassVar[str] = "open"

    def required_seats(self, table: Table, prompt: Prompt) -> tuple[Seat, ...]:
        """Returns no seat; a phase that waits for some seats overrides this."""
        return ()

    def answer(self, dealer: Dealer, prompt: Prompt, seat: Seat, move: Move) -> None:
        dealer.answered(seat)
        self.run(dealer, prompt, seat, move)


def _refuse_replacing(phase: type[Phase], attribute: str) -> None:
    """Raises TypeError if a verb would replace a method of the framework."""
    for base in phase.__mro__[1:]:
        if base.__module__ == __name__ and attribute in vars(base):
            raise TypeError(f"the verb {attribute!r} of {phase.__name__} would replace {base.__name__}.{attribute}")
