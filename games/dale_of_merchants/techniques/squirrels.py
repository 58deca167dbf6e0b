"""Hoarding Flying Squirrels build stalls."""

from __future__ import annotations

from games.dale_of_merchants.board import PLAYED, hand, opponents, stall, stall_seat
from games.dale_of_merchants.cards import Animalfolk, passive, technique
from games.dale_of_merchants.choices import Rest, some
from games.kernel.dealer import Dealer
from games.kernel.deck import CardId
from games.kernel.slots import Slot
from games.kernel.state import Seat, Table, Zone


def built_by_opponents(table: Table, seat: Seat) -> dict[CardId, Zone]:
    """Returns the cards in the stalls of other teams, with their zones."""
    stalls = dict.fromkeys(stall_seat(table, other) for other in opponents(table, seat))
    built = [stall(table, other, stack) for other in stalls for stack in table.numbers("stall", other)]
    return {card: zone for zone in built for card in table.cards(*zone)}


def a_built_card(table: Table, seat: Seat, rest: Rest) -> Slot | None:
    """Returns a slot for a card in another team's stall."""
    return some(tuple(built_by_opponents(table, seat)))


def acorn(dealer: Dealer, seat: Seat, taken: CardId | None = None) -> None:
    """Swaps this card with a card in another player's stall; that card goes to the hand."""
    if taken is not None:
        stack = built_by_opponents(dealer.state, seat)[taken]
        place = dealer.state.cards(*stack).index(taken)
        dealer.move(dealer.state.cards("played"), PLAYED, stack, index=place)
        dealer.move([taken], stack, hand(seat))


SQUIRRELS = Animalfolk(
    "squirrels",
    (
        passive("stashing_vendor", 1, 4, allows_junk=True),
        passive("empty_chest", 2, 3, allows_folk=True),
        passive("nostalgic_item", 3, 3, allows_discarded=True),
        technique("acorn", 4, 3, acorn, taken=a_built_card),
        passive("accordion", 5, 1, slack=1),
        passive("winter_is_coming", 5, 1, stacks=1),
    ),
)
