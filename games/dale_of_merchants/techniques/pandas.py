"""Dealing Giant Pandas master the market."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.dale_of_merchants.board import MARKET_DISCARD, drawn, hand, market, market_cards, market_places
from games.dale_of_merchants.cards import Animalfolk, passive, technique
from games.dale_of_merchants.choices import Rest, keeping_one, some
from games.dale_of_merchants.supplies import draw_market, refill_market
from games.kernel.dealer import Dealer
from games.kernel.deck import CardId
from games.kernel.phase import Phase, verb
from games.kernel.slots import Ordered, Slot
from games.kernel.state import Prompt, Seat, Table
from games.kernel.template import Template
from games.kernel.view import View


def whole_market(table: Table, seat: Seat, rest: Rest) -> Slot | None:
    """Returns a slot for all cards of the market, in the order in which they are thrown away."""
    cards = market_cards(table)
    return Ordered(cards) if cards else None


def a_place(table: Table, seat: Seat, rest: Rest) -> Slot | None:
    """Returns a slot for a place of the market with a card."""
    return some(market_places(table))


def loyal_partner(dealer: Dealer, seat: Seat, cards: Sequence[CardId] = ()) -> None:
    """Throws away all cards of the market and refills it."""
    places = {dealer.state.cards("market", None, place)[0]: place for place in market_places(dealer.state)}
    for card in cards:
        dealer.move([card], market(places[card]), MARKET_DISCARD)
    refill_market(dealer)


def prepaid_good(dealer: Dealer, seat: Seat, place: int | None = None) -> None:
    """Takes a card of the market for free."""
    if place is not None:
        dealer.move(dealer.state.cards("market", None, place), market(place), hand(seat))


def special_offer(dealer: Dealer, seat: Seat) -> None:
    """Draws three cards of the market deck; the player keeps one and throws away the others."""
    if draw_market(dealer, 3, drawn(seat)):
        dealer.prompt(SpecialOffer, seat)


class SpecialOffer(Phase):
    """The choice of a card to keep, and of the order in which the others are thrown away (Special Offer)."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        return keeping_one(view.cards("drawn", view.me))

    @verb
    def keep(self, dealer: Dealer, seat: Seat, card: CardId, others: Sequence[CardId] = ()) -> None:
        """Keeps one card and throws away the others."""
        dealer.move([card], drawn(seat), hand(seat))
        dealer.move(others, drawn(seat), MARKET_DISCARD, in_order=True)


PANDAS = Animalfolk(
    "pandas",
    (
        technique("loyal_partner", 1, 4, loyal_partner, cards=whole_market),
        technique("prepaid_good", 2, 3, prepaid_good, bonus=False, place=a_place),
        passive("essential_purchase", 3, 3, clears=3),
        passive("market_discovery", 4, 3, throws=True, buys_discarded=True),
        technique("special_offer", 5, 1, special_offer, bonus=False),
        passive("stock_clearance", 5, 1, overpays=True),
    ),
    (SpecialOffer,),
)
