"""Adapting Veiled Chameleons copy other cards. `copying` has the rule, this file the cards that each may copy."""

from __future__ import annotations

from games.dale_of_merchants.board import PLAYED, hand, held, market, market_cards, opponents, stacks, stall
from games.dale_of_merchants.cards import Animalfolk, passive, technique
from games.dale_of_merchants.techniques.pandas import a_place
from games.kernel.dealer import Dealer
from games.kernel.deck import CardId
from games.kernel.state import Seat, Table

Cards = tuple[CardId, ...]


def latest_stack(table: Table, seat: Seat) -> Cards:
    """Returns the cards of the latest stack in the seat's own stall."""
    return table.cards(*stall(table, seat, stacks(table, seat)))


def discard_tops(table: Table, seat: Seat) -> Cards:
    """Returns the top cards of the opponents' discards."""
    return tuple(card for other in opponents(table, seat) for card in table.cards("discard", other)[-1:])


def market_discard_top(table: Table, seat: Seat) -> Cards:
    """Returns the market discard's top card."""
    return table.cards("market_discard")[-1:]


def on_market(table: Table, seat: Seat) -> Cards:
    """Returns the cards on the market."""
    return market_cards(table)


def in_hand(table: Table, seat: Seat) -> Cards:
    """Returns the cards of the seat's own hand; a card that copies itself is a loop, which does not count."""
    return held(table, seat)


def gift_voucher(dealer: Dealer, seat: Seat, place: int | None = None) -> None:
    """Swaps this card with a card of the market; that card goes to the hand."""
    if place is not None:
        dealer.move(dealer.state.cards("market", None, place), market(place), hand(seat))
        dealer.move(dealer.state.cards("played"), PLAYED, market(place))


CHAMELEONS = Animalfolk(
    "chameleons",
    (
        passive("flexible_shopkeeper", 1, 4, copies=latest_stack),
        passive("reflection", 2, 3, copies=discard_tops),
        passive("good_old_times", 3, 3, throws=True, copies=market_discard_top),
        technique("gift_voucher", 4, 3, gift_voucher, place=a_place),
        passive("trendsetting", 5, 1, copies=on_market),
        passive("seeing_doubles", 5, 1, copies=in_hand),
    ),
)
