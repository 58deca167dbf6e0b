"""The reasons for refused trades and deals; the sentences are in `sentences/`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from games.dealmaker.board import TILES, options_of
from games.kernel import offers
from games.kernel.deck import CardId
from games.kernel.errors import Reason, Refusal, because
from games.kernel.offers import Offer
from games.kernel.state import Json
from games.kernel.view import View


def standing_offer(view: View, number: Json) -> Offer | None:
    """Returns the open offer with that number."""
    return offers.standing(view, number) if type(number) is int else None


def why_not_this_offer(view: View, verb: str, offer: Offer) -> Reason | None:
    """Returns why a seat may not answer, or withdraw, an open offer; None if only missing goods can be the reason."""
    if verb == "withdraw":
        return None if offer.owner == view.me else because("not_yours")
    if offer.owner == view.me:
        return because("own_offer")
    return None if view.me in offer.audience else because("not_for_you")


def why_goods_short(view: View, offer: Offer, cards: Iterable[CardId]) -> Reason | None:
    """Returns, as a reason, the goods that an offer wants and these cards lack."""
    lacking = Counter(offer.want) - Counter(map(view.face, cards))
    return because("goods_short", goods=dict(lacking)) if lacking else None


def why_no_goods(view: View, refusal: Refusal, most: int) -> Reason | None:
    """Returns why the goods of an offer cannot be given or wanted."""
    if refusal.slot == "give" and refusal.code in ("not_an_option", "wrong_count"):
        return because("not_so_many_goods")
    if refusal.code != "wrong_total":
        return None
    is_gift = refusal.slot == "want" and not options_of(view).allow_gifts and not refusal.params["number"]
    return because("no_gifts") if is_gift else because("goods_on_offer", most=most)


def why_not_this_tile(view: View, tile: Json) -> Reason:
    """Returns why a tile cannot be taken."""
    return because("cannot_pay" if tile in view.cards(*TILES) else "not_a_tile")
