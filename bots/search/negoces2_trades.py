"""Trades of Négoces 2: the value of offers and sales in coins, by the worth of cards in the rules of thumb.

The other side's gain depends on its hand, so it is left out. The next seller is public: the seat with nine cards. The
seller's card on the market costs nothing more, because every sale gives it away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from bots.policies.greedy.negoces2 import COIN, HAND, card_worth, unseen_worth
from bots.search.plan import ExplainedTrade
from games.kernel import offers
from games.kernel.deck import Face
from games.kernel.state import Move, Zone
from games.kernel.view import View
from games.negoces2.board import hand_faces, lot_down, lot_open, offered_faces

DIGITS = 2
Faces = tuple[Face, ...]


class Side(NamedTuple):
    """One side of a trade.

    goods: the cards by face, face-down cards as `hidden`, and `coins`; worth: the worth, in units of `COIN`.
    """

    goods: dict[str, int]
    worth: int


def explained(view: View, move: Move) -> ExplainedTrade | None:
    """Returns the trade of a buyer's offer, an accepted offer or a forced sale; None for other moves."""
    match move.verb:
        case "offer":
            return _offered(view, move.args.get("card"), move.args["coins"])
        case "accept":
            return _sold(view, move.args["offer"])
        case "force":
            return _forced(view, move.args["card"], move.args["good"])
        case _:
            return None


def _offered(view: View, card: Face | None, coins: int) -> ExplainedTrade:
    """Returns a buyer's offer. Without a card in it, the buyer would have nine cards and sell next."""
    own, seller = hand_faces(view, view.me) + offered_faces(view), view.public.seller
    lot = _lying(view, _without(own, card), lot_open(seller), lot_down(seller), view.public.lot_coins)
    return _explained("trade", _given(own, card, coins), lot, sells_next=card is None)


def _sold(view: View, number: int) -> ExplainedTrade | None:
    """Returns an accepted offer. With a card in it, the seller has nine cards again."""
    offer = offers.standing(view, number)
    if offer is None:
        return None
    own, zones = hand_faces(view, view.me), (offers.open_zone(offer), offers.down_zone(offer))
    brings = _lying(view, own, *zones, offer.give["coins"])
    return _explained(
        "sale", _given(own, None, view.public.lot_coins), brings, sells_next=any(view.size(*zone) for zone in zones)
    )


def _forced(view: View, second: Face, good: Face) -> ExplainedTrade:
    """Returns a forced sale: a second card, and the coins on the first unless returned, for a good of another seat."""
    own = hand_faces(view, view.me)
    coins = 0 if view.options.forced_lot_coins == "return" else view.public.lot_coins
    named = Side({good: 1}, card_worth(_without(own, second), good))
    return _explained("forced", _given(own, second, coins), named, sells_next=False)


def _explained(code: str, give: Side, want: Side, *, sells_next: bool) -> ExplainedTrade:
    """Returns a trade in coins. sells_next: whether the seat sells next; the next sale has a worth, too."""
    gain = want.worth + (HAND if sells_next else 0)
    worths = {"cost": round(give.worth / COIN, DIGITS), "gain": round(gain / COIN, DIGITS)}
    right = {"sells_next": True} if sells_next else {}
    return ExplainedTrade(code, {"give": give.goods, "want": want.goods, **worths, **right})


def _given(own: Faces, card: Face | None, coins: int) -> Side:
    """Returns the cost of giving a card and coins; the last copy of a good is worth most."""
    lost = 0 if card is None else card_worth(_without(own, card), card)
    return Side(_counted(() if card is None else (card,), 0, coins), lost + COIN * coins)


def _lying(view: View, own: Faces, up: Zone, down: Zone, coins: int) -> Side:
    """Returns the cards on the table, for a hand that receives them; face-down cards are only counted."""
    faces, hidden = [view.face(card) for card in view.cards(*up)], view.size(*down)
    worth = sum(card_worth(own, face) for face in faces) + hidden * unseen_worth(own) + COIN * coins
    return Side(_counted(faces, hidden, coins), worth)


def _without(own: Faces, card: Face | None) -> Faces:
    """Returns a hand without one card of that face."""
    return own if card is None else tuple((Counter(own) - Counter([card])).elements())


def _counted(faces: Sequence[Face], hidden: int, coins: int) -> dict[str, int]:
    return {name: number for name, number in {**Counter(faces), "hidden": hidden, "coins": coins}.items() if number}
