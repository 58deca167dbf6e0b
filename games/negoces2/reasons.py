"""The reasons for refused acts of a sale; the sentences are in `sentences/`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.kernel import offers
from games.kernel.errors import Reason, because
from games.kernel.state import Json, Move
from games.kernel.view import View
from games.negoces2.board import hand_faces, offered_faces, purse
from games.negoces2.deck import CONTRABAND, FACES, GOODS


def why_not_held(view: View, card: Json) -> Reason | None:
    """Returns why a card cannot be used: it is not in the viewer's hand."""
    return because("not_held", card=card) if card in FACES else None


def why_no_offer_card(view: View, card: Json) -> Reason | None:
    """Returns why the viewer may not offer a card."""
    if card == CONTRABAND and card in hand_faces(view, view.me) + offered_faces(view):
        return because("no_contraband")
    return why_not_held(view, card)


def _why_no_coins(view: View, move: Move, coins: Json) -> Reason | None:
    owned = purse(view, view.me)
    if move.verb in ("hide", "show"):
        return because("nothing_hidden")
    if coins > owned:
        return because("not_so_many_coins", coins=coins, owned=owned)
    return because("empty_offer") if move.verb == "offer" and coins == 0 else None


def _why_no_good(view: View, move: Move, good: Json) -> Reason | None:
    """Returns why a good may not be named in a forced sale."""
    if good == CONTRABAND:
        return because("contraband_unnamed")
    if move.verb != "force" or good not in GOODS:
        return None
    left = list(hand_faces(view, view.me))
    if (second := move.args.get("card")) in left:
        left.remove(second)
    return because("in_hand" if good in left else "on_market", good=good)


def _why_no_acceptance(view: View, move: Move, number: Json) -> Reason | None:
    """Returns why an open offer cannot be accepted: its buyer counted on more coins than the card now has."""
    offer = offers.standing(view, number) if type(number) is int else None
    if offer is None or move.verb != "accept":
        return None
    return because("too_few_on_the_card", lot_coins=view.public.lot_coins, asked=offer.want["coins"])


SLOTS: Mapping[str, Callable[[View, Move, Json], Reason | None]] = {
    "coins": _why_no_coins,
    "good": _why_no_good,
    "offer": _why_no_acceptance,
}
