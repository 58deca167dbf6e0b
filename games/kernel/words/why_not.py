"""The reasons why a card cannot be used: for each verb of a prompt, the reason against one of the viewer's cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.kernel.deck import CardId
from games.kernel.errors import Refusal
from games.kernel.game import Game
from games.kernel.phase import Phase
from games.kernel.state import Json, Move, Prompt
from games.kernel.template import LegalMoves, Template
from games.kernel.view import View
from games.kernel.words.meanings import declared

ABOUT_CARDS = frozenset({"card", "face", "good"})


class ForbiddenVerb(NamedTuple):
    """A verb that cannot be played with a card, and the refusal; `verb` is empty if no verb takes a card."""

    verb: str
    refusal: Refusal


def why_not(game: Game, view: View, prompt: Prompt, card: CardId) -> tuple[ForbiddenVerb, ...]:
    """Returns the refusals of a visible card, for each verb of a prompt that takes cards; rules' own reasons first.

    For a usable card, the only reason is the one against the verb that the card is made for, if it is another verb.
    """
    phase = game.phases[prompt.phase]
    made_for = phase.made_for(view, view.faces[card])
    forbidden, is_usable = [], False
    legal = phase.legal_moves(view, prompt)
    for verb in _verbs_with_cards(game, phase, legal, made_for):
        templates = legal.of(verb)
        moves = list(_moves_with(view, templates, card))
        if templates and not moves:
            is_usable |= verb == made_for
        elif any(template.remaining(move.args) for move in moves for template in templates):
            is_usable = True
        else:
            move = moves[0] if moves else phase.move_with(view, verb, card)
            if move is not None:
                forbidden.append(ForbiddenVerb(verb, _first(phase.refusals(view, prompt, move))))
    if is_usable:
        return tuple(one for one in forbidden if one.verb == made_for and one.refusal.reason)
    if not any(one.refusal.reason for one in forbidden):
        reason = phase.unusable_card_reason
        forbidden.append(
            ForbiddenVerb("", Refusal("/card", "not_an_option", "no verb takes it", reason.params, reason.key))
        )
    return tuple(sorted(forbidden, key=lambda one: (not one.refusal.reason, one.verb != made_for)))


def _verbs_with_cards(game: Game, phase: Phase, legal: LegalMoves, made_for: str | None) -> Iterator[str]:
    slots = declared(game.package)["verbs"]
    own = () if made_for is None else (made_for,)
    for verb in dict.fromkeys((*own, *phase.verbs, *(template.verb for template in legal.templates))):
        if verb == made_for or not ABOUT_CARDS.isdisjoint(slots.get(verb, {}).values()):
            yield verb


def _moves_with(view: View, templates: Iterable[Template], card: CardId) -> Iterator[Move]:
    """Yields, for each slot about cards of the same zone, a move with this card alone."""
    beside: set[Json] = {
        other for cards in view.zones.values() if card in cards for other in cards if other is not None
    }
    beside |= {view.faces[other] for other in beside if other in view.faces}
    for template in templates:
        for name, slot in template.slots.items():
            choices, value = slot.with_card(card, view.faces[card])
            if any(one in beside for one in choices if type(one) is int) or choices and beside.issuperset(choices):
                yield Move(template.verb, {name: value})


def _first(refusals: tuple[Refusal, ...]) -> Refusal:
    """Returns the first refusal that is not about a missing argument."""
    return next((one for one in refusals if one.code != "missing"), refusals[0])
