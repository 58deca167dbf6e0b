"""The functions for discarding, throwing away, drawing, and the two refills of the clean-up."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from games.dale_of_merchants.board import (
    HAND_SIZE,
    JUNK_SUPPLY,
    MARKET_DECK,
    MARKET_DISCARD,
    PLACES,
    deck,
    discard,
    hand,
    hand_size,
    is_junk,
    market,
    market_places,
    shown,
)
from games.dale_of_merchants.cards import CARDS, JUNK
from games.kernel.dealer import Dealer
from games.kernel.deck import CardId
from games.kernel.game import BOX
from games.kernel.state import Seat, Sight, Table, Zone

Cards = tuple[CardId, ...]


# Leaving the hand


def leave_hand(dealer: Dealer, seat: Seat, cards: Iterable[CardId], dst: Zone) -> Cards:
    """Moves cards out of a hand in this order and removes their marks (RULES.md, ruling 14)."""
    cards = tuple(cards)
    open_cards = dealer.state.cards("shown", seat)
    to: Cards = ()
    for is_open, run in groupby(cards, key=lambda card: card in open_cards):
        to += dealer.move(run, shown(seat) if is_open else hand(seat), dst, in_order=True)
    gone = {str(card) for card in cards}
    dealer.change(marks={card: made for card, made in dealer.state.public.marks.items() if card not in gone})
    return to


def discard_cards(dealer: Dealer, seat: Seat, cards: Iterable[CardId]) -> None:
    """Discards cards of a hand, the last one on top."""
    leave_hand(dealer, seat, cards, discard(seat))


def thrown_to(dealer: Dealer, card: CardId) -> Zone:
    """Returns the zone for a card that is thrown away: the supply for junk, otherwise the market discard (rules, p.

    8).
    """
    return JUNK_SUPPLY if is_junk(dealer.state, card) else MARKET_DISCARD


def throw(dealer: Dealer, cards: Iterable[CardId], src: Zone) -> None:
    """Throws away cards in this order; all seats see them first."""
    cards = tuple(cards)
    if dealer.state.sight[src.name] is not Sight.ALL:
        dealer.show(cards, src)
    for dst, run in groupby(cards, key=lambda card: thrown_to(dealer, card)):
        dealer.move(run, src, dst)


def throw_from_hand(dealer: Dealer, seat: Seat, card: CardId) -> None:
    """Throws away a card of a hand."""
    if card in dealer.state.cards("hand", seat):
        dealer.show([card], hand(seat))
    leave_hand(dealer, seat, [card], thrown_to(dealer, card))


def pick_from_hand(dealer: Dealer, number: int, seat: Seat, dst: Zone, label: str) -> None:
    """Moves random cards of a hand; open and hidden cards are equally likely."""
    for _ in range(min(number, hand_size(dealer.state, seat)) if dealer.state.size("shown", seat) else 0):
        open_cards = dealer.state.cards("shown", seat)
        place = dealer.roll(label, hand_size(dealer.state, seat)) if open_cards else 0
        if open_cards and place < len(open_cards):
            leave_hand(dealer, seat, [open_cards[place]], dst)
        else:
            dealer.pick(1, hand(seat), dst, label)
        number -= 1
    if number and dealer.state.size("hand", seat):
        dealer.pick(number, hand(seat), dst, label)


# Drawing


def draw_own(dealer: Dealer, owner: Seat, number: int, dst: Zone) -> Cards:
    """Draws from a seat's deck, then from its shuffled discard, then from the junk.

    The discard is shuffled only when a card is needed and the deck is empty (rules, p. 12, 'Draw'; RULES.md, ruling 1).
    """
    cards = _draw(dealer, number, deck(owner), discard(owner), dst)
    return cards + take_junk(dealer, number - len(cards), dst)


def draw_market(dealer: Dealer, number: int, dst: Zone) -> Cards:
    """Draws from the market deck; draws fewer cards if the deck and its discard run out (rules, p. 13)."""
    return _draw(dealer, number, MARKET_DECK, MARKET_DISCARD, dst)


def _draw(dealer: Dealer, number: int, pile: Zone, thrown: Zone, dst: Zone) -> Cards:
    cards = dealer.draw(number, pile, dst) if number else ()
    if len(cards) < number and dealer.state.zones[thrown]:
        dealer.move(dealer.state.cards(*thrown), thrown, pile)
        dealer.shuffle(pile)
        cards += dealer.draw(number - len(cards), pile, dst)
    return cards


def take_junk(dealer: Dealer, number: int, dst: Zone) -> Cards:
    """Takes junk from the supply, then from the box (RULES.md, ruling 2)."""
    supply = dealer.state.cards("junk")[-number:] if number else ()
    cards = dealer.move(supply, JUNK_SUPPLY, dst)
    if len(cards) < number:
        box = [card for card in dealer.state.cards("box") if dealer.state.face(card) == JUNK]
        cards += dealer.move(box[: number - len(cards)], BOX, dst)
    return cards


# Clean-up


def hand_limit(table: Table) -> int:
    """Returns the hand size, raised by the cards claimed in this clean-up."""
    claimed = [mark["face"] for mark in table.public.marks.values() if mark["claimed"]]
    return HAND_SIZE + sum(CARDS[face].hand_size for face in claimed)


def refill_hand(dealer: Dealer, seat: Seat) -> None:
    """Draws up to the hand size (rules, p. 12, 'Clean-up phase')."""
    draw_own(dealer, seat, max(hand_limit(dealer.state) - hand_size(dealer.state, seat), 0), hand(seat))


def refill_market(dealer: Dealer) -> None:
    """Slides the cards to the cheap end and fills the empty places (rules, p. 13, 'Refill the market')."""
    for place, taken in enumerate(market_places(dealer.state)):
        if place != taken:
            dealer.move(dealer.state.cards("market", None, taken), market(taken), market(place))
    for place in PLACES:
        if not dealer.state.size("market", None, place) and not draw_market(dealer, 1, market(place)):
            return
