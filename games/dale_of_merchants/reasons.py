"""The reasons for refused actions; the sentences are in `sentences/`."""

from __future__ import annotations

from games.dale_of_merchants.board import held
from games.dale_of_merchants.cards import CARDS
from games.kernel.errors import Reason, Refusal, because
from games.kernel.state import Json, Move
from games.kernel.view import View

CARD_REASONS = {"play": "not_a_technique", "roll": "cannot_roll", "throw_top": "cannot_throw"}
VERB_REASONS = {
    "roll": "no_die",
    "throw_top": "no_throw",
    "build": "cannot_build",
    "claim": "nothing_to_claim",
    "buy_discarded": "no_discovery",
    "end_turn": "claim_first",
}


def why_no_action(view: View, move: Move, refusal: Refusal) -> Reason | None:
    """Returns why the active seat may not make a move."""
    match refusal.slot:
        case "":
            return _why_no_verb(view, move.verb)
        case "place":
            return because("no_card_there")
        case "target" | "targets":
            return because("not_an_opponent")
        case "card":
            return _why_not_this_card(view, move.verb, move.args["card"])
        case "copy":
            card = move.args.get("card")
            return because("not_that_copy", card=card) if _is_held(view, card) else None
        case "cards":
            return _why_not_these_cards(move.verb, refusal)
        case _:
            return None


def _why_no_verb(view: View, verb: str) -> Reason | None:
    if verb == "play" and view.public.techniques >= view.options.max_techniques:
        return because("techniques_used", most=view.options.max_techniques)
    if verb == "ask_help":
        return because("requests_used" if view.options.teams else "no_teams")
    return because(VERB_REASONS[verb]) if verb in VERB_REASONS else None


def _is_held(view: View, card: Json) -> bool:
    return type(card) is int and card in held(view, view.me)


def _why_not_this_card(view: View, verb: str, card: Json) -> Reason | None:
    if not _is_held(view, card):
        return because("not_in_hand")
    if verb == "play" and CARDS[view.face(card)].resolve is not None:
        return None
    return because(CARD_REASONS[verb], card=card) if verb in CARD_REASONS else None


def _why_not_these_cards(verb: str, refusal: Refusal) -> Reason | None:
    """Returns why cards form no payment or stack, or cannot be discarded."""
    if refusal.code == "not_an_option":
        return because("not_in_hand")
    if refusal.code not in ("too_little", "too_much") or "sum" not in refusal.params:
        return None
    total, chosen = refusal.params["sum"], refusal.params["number"]
    if refusal.code == "too_much":
        return because("stack_over", number=total)
    if verb in ("buy", "buy_discarded"):
        return because("price_short", missing=max(total - chosen, 0), price=total)
    return because("stack_short", missing=max(total - chosen, 0), number=total)
