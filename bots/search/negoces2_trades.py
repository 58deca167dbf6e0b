"""Négoces 2: what an offer, a sale and a forced sale give and take, in coins, by the rules of thumb's worth of cards.

What the other side gains depends on its hand, so nothing is said of it. Who sells next is public: the seat with nine
cards. The seller's card on the market costs nothing more, because every way to sell gives it away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from bots.policies.greedy.negoces2 import COIN, HAND, card_worth, unseen_worth
from bots.search.plan import Explained
from games.kernel import offers
from games.kernel.deck import Face
from games.kernel.state import Move, Zone
from games.kernel.view import View
from games.negoces2.board import hand_faces, lot_down, lot_open, offered_faces

DIGITS = 2
Faces = tuple[Face, ...]


class Side(NamedTuple):
    """One side of a trade: cards by face, those face down as `hidden`, and `coins`; and its worth, as `COIN` counts."""

    goods: dict[str, int]
    worth: int


def explained(view: View, move: Move) -> Explained | None:
    """What a buyer's offer, an accepted offer or a forced sale trades; None for other moves."""
    match move.verb:
        case "offer":
            return _offered(view, move.args.get("card"), move.args["coins"])
        case "accept":
            return _sold(view, move.args["offer"])
        case "force":
            return _forced(view, move.args["card"], move.args["good"])
        case _:
            return None


def _offered(view: View, card: Face | None, coins: int) -> Explained:
    """A buyer's offer; with no card in it, the buyer would have nine cards and sell next."""
    own, seller = hand_faces(view, view.me) + offered_faces(view), view.public.seller
    lot = _lying(view, _without(own, card), lot_open(seller), lot_down(seller), view.public.lot_coins)
    return _explained("trade", _given(own, card, coins), lot, sells_next=card is None)


def _sold(view: View, number: int) -> Explained | None:
    """An accepted offer; with a card in it, the seller has nine cards again."""
    offer = offers.standing(view, number)
    if offer is None:
        return None
    own, zones = hand_faces(view, view.me), (offers.open_zone(offer), offers.down_zone(offer))
    brings = _lying(view, own, *zones, offer.give["coins"])
    return _explained(
        "sale", _given(own, None, view.public.lot_coins), brings, sells_next=any(view.size(*zone) for zone in zones)
    )


def _forced(view: View, second: Face, good: Face) -> Explained:
    """A second card, and the coins on the first unless they are returned, for a good that another seat must give."""
    own = hand_faces(view, view.me)
    coins = 0 if view.options.forced_lot_coins == "return" else view.public.lot_coins
    named = Side({good: 1}, card_worth(_without(own, second), good))
    return _explained("forced", _given(own, second, coins), named, sells_next=False)


def _explained(code: str, give: Side, want: Side, *, sells_next: bool) -> Explained:
    """A trade in coins. sells_next: whether the seat sells next, which is worth something too."""
    gain = want.worth + (HAND if sells_next else 0)
    worths = {"cost": round(give.worth / COIN, DIGITS), "gain": round(gain / COIN, DIGITS)}
    right = {"sells_next": True} if sells_next else {}
    return Explained(code, {"give": give.goods, "want": want.goods, **worths, **right})


def _given(own: Faces, card: Face | None, coins: int) -> Side:
    """What leaves a hand and a purse: a good of which it has no other is worth most."""
    lost = 0 if card is None else card_worth(_without(own, card), card)
    return Side(_counted(() if card is None else (card,), 0, coins), lost + COIN * coins)


def _lying(view: View, own: Faces, up: Zone, down: Zone, coins: int) -> Side:
    """What lies on the table, for a hand that gets it; of a card face down the seat knows only that it is there."""
    faces, hidden = [view.face(card) for card in view.cards(*up)], view.size(*down)
    worth = sum(card_worth(own, face) for face in faces) + hidden * unseen_worth(own) + COIN * coins
    return Side(_counted(faces, hidden, coins), worth)


def _without(own: Faces, card: Face | None) -> Faces:
    """A hand without one card of a face."""
    return own if card is None else tuple((Counter(own) - Counter([card])).elements())


def _counted(faces: Sequence[Face], hidden: int, coins: int) -> dict[str, int]:
    return {name: number for name, number in {**Counter(faces), "hidden": hidden, "coins": coins}.items() if number}
