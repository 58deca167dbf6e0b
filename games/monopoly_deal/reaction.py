"""Jokers: each target of an action may say no, and the action's player may counter with another no (E1-E10).

All targets answer simultaneously. Then the action's player sees all Jokers and answers them. Targets with a countered
Joker are prompted again. Every target is prompted, even without a Joker, so a prompt reveals nothing about a hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.kernel.dealer import Dealer
from games.kernel.deck import Face
from games.kernel.errors import Reason, Refusal, because
from games.kernel.phase import SealedPhase
from games.kernel.slots import Subset
from games.kernel.state import Move, Prompt, Seat
from games.kernel.template import Template, template
from games.kernel.view import View
from games.monopoly_deal.board import clockwise
from games.monopoly_deal.piles import throw_in

JOKER = "just_say_no"


def jokers(view: View) -> int:
    """Returns the number of Jokers in the viewer's hand; a Joker in the bank is money (E8)."""
    return sum(view.face(card) == JOKER for card in view.cards("hand", view.me))


def prompt_targets(dealer: Dealer, by: Seat, targets: Iterable[Seat], within: int | None = None) -> None:
    """Prompts targets to accept the action (or the counter to their Joker) or to say no."""
    options = dealer.state.options
    dealer.prompt(Reaction, targets, within=within, after=options.answer_seconds, window=options.reaction_window, by=by)


class Reaction(SealedPhase):
    """The targets' choice to accept an action (or a counter to their Joker) or to say no."""

    unusable_card_reason = because("only_joker_answers")

    def made_for(self, view: View, face: Face) -> str | None:
        return "say_no" if face == JOKER else None

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield template("accept")
        if jokers(view):
            yield template("say_no")

    def reason(self, view: View, prompt: Prompt, move: Move, refusal: Refusal) -> Reason | None:
        return because("no_joker") if move.verb == "say_no" and not refusal.slot else None

    def resolve(self, dealer: Dealer, prompt: Prompt, answers: Mapping[Seat, Move]) -> None:
        """Lays out the Jokers clockwise; each protects only its own player (A:117, B:384; E1, E4)."""
        by = prompt.data["by"]
        refusing = [seat for seat in clockwise(dealer.state, by) if seat in answers and answers[seat].verb == "say_no"]
        for seat in refusing:
            throw_in(dealer, seat, JOKER)
        if refusing:
            dealer.change(thwarted=(*dealer.state.public.thwarted, *refusing))
            options = dealer.state.options
            dealer.prompt(Counter, by, after=options.answer_seconds, window=options.reaction_window, targets=refusing)


class Counter(SealedPhase):
    """The choice of the action's player to accept the Jokers or to counter them."""

    unusable_card_reason = because("only_joker_answers")

    def made_for(self, view: View, face: Face) -> str | None:
        return "say_no" if face == JOKER else None

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield template("accept")
        if number := jokers(view):
            yield template("say_no", targets=Subset(prompt.data["targets"], range(1, number + 1)))

    def reason(self, view: View, prompt: Prompt, move: Move, refusal: Refusal) -> Reason | None:
        if move.verb == "say_no" and not refusal.slot:
            return because("no_joker")
        if refusal.code == "wrong_size":
            return because("too_many_jokers", number=jokers(view))
        return because("not_a_target") if refusal.slot == "targets" and refusal.code == "not_an_option" else None

    def resolve(self, dealer: Dealer, prompt: Prompt, answers: Mapping[Seat, Move]) -> None:
        """Counters each chosen Joker with another one, which is not a play (E3, E5)."""
        ((by, move),) = answers.items()
        targets = move.args.get("targets", ())
        for _ in targets:
            throw_in(dealer, by, JOKER)
        if targets:
            thwarted = dealer.state.public.thwarted
            dealer.change(thwarted=tuple(seat for seat in thwarted if seat not in targets))
            prompt_targets(dealer, by, targets)
