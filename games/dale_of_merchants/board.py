"""The table of Dale of Merchants: options, public state, zones, and functions that read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.dale_of_merchants.cards import CARDS
from games.kernel.deck import CardId
from games.kernel.state import Public, Seat, Sight, Table, Zone

Mark = Mapping[str, Any]

PLACES = range(5)
HAND_SIZE = 5
DECK_SIZE = 10
STACKS, TEAM_STACKS = 8, 10

MARKET_DECK, MARKET_DISCARD = Zone("market_deck"), Zone("market_discard")
JUNK_SUPPLY, PLAYED, PAID, REVEALED, MIXED = (
    Zone("junk"),
    Zone("played"),
    Zone("paid"),
    Zone("revealed"),
    Zone("mixed"),
)

SIGHT = {
    "deck": Sight.NOBODY,
    "discard": Sight.ALL,
    "hand": Sight.OWNER,
    "shown": Sight.ALL,
    "drawn": Sight.OWNER,
    "laid": Sight.ALL,
    "stall": Sight.ALL,
    "market": Sight.ALL,
    "market_deck": Sight.NOBODY,
    "market_discard": Sight.ALL,
    "junk": Sight.ALL,
    "played": Sight.ALL,
    "paid": Sight.ALL,
    "revealed": Sight.ALL,
    "mixed": Sight.NOBODY,
}
SETS = frozenset({"hand", "shown", "drawn", "junk"})


@dataclass(frozen=True)
class DalePublic(Public):
    """The public state.

    turns: the number of finished turns. actions, extra: the remaining actions and extra stacks of the active seat.
    techniques, requests: their numbers in this turn. flashy: the extra value of each card that the active seat uses.
    marks: by id, the meanings of the cards in `shown` this turn.
    """

    turn: Seat = 0
    turns: int = 0
    actions: int = 1
    extra: int = 0
    techniques: int = 0
    requests: int = 0
    flashy: int = 0
    marks: Mapping[str, Mark] = None  # type: ignore[assignment]
    decks: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "marks", self.marks or {})


@cache
def hand(seat: Seat) -> Zone:
    return Zone("hand", seat)


@cache
def shown(seat: Seat) -> Zone:
    """Returns the zone of a hand's open cards; until the end of the turn, every rule counts them as hand."""
    return Zone("shown", seat)


@cache
def deck(seat: Seat) -> Zone:
    return Zone("deck", seat)


@cache
def discard(seat: Seat) -> Zone:
    return Zone("discard", seat)


@cache
def drawn(seat: Seat) -> Zone:
    """Returns the zone of cards that a seat looks at while a technique is resolved."""
    return Zone("drawn", seat)


@cache
def market(place: int) -> Zone:
    """Returns a place of the market, numbered by its surcharge."""
    return Zone("market", None, place)


def held(table: Table, seat: Seat) -> tuple[CardId, ...]:
    """Returns all cards in a hand, including open ones."""
    return table.cards("hand", seat) + table.cards("shown", seat)


def hand_size(table: Table, seat: Seat) -> int:
    return table.size("hand", seat) + table.size("shown", seat)


def opponents(table: Table, seat: Seat) -> tuple[Seat, ...]:
    """Returns all other seats; in teams, the seats of the other team (rules, p. 14, 'Teams')."""
    step = 2 if table.options.teams else table.seats
    return tuple(other for other in range(table.seats) if (other - seat) % step)


def teammate(seat: Seat) -> Seat:
    return (seat + 2) % 4


def stall(table: Table, seat: Seat, stack: int) -> Zone:
    """Returns the zone of a stack in a seat's stall; two seats of a team share a stall."""
    return Zone("stall", stall_seat(table, seat), stack)


def stall_seat(table: Table, seat: Seat) -> Seat:
    return seat % 2 if table.options.teams else seat


def stacks(table: Table, seat: Seat) -> int:
    """Returns the number of stacks in a seat's stall; stacks are numbered from 1."""
    owner, number = stall_seat(table, seat), 0
    while table.size("stall", owner, number + 1):
        number += 1
    return number


def goal(table: Table) -> int:
    """Returns the number of stacks that wins."""
    return TEAM_STACKS if table.options.teams else STACKS


def market_places(table: Table) -> tuple[int, ...]:
    """Returns the places of the market that hold a card, the cheapest first."""
    return tuple([place for place in PLACES if table.size("market", None, place)])


def market_cards(table: Table) -> tuple[CardId, ...]:
    """Returns the cards on the market, the cheapest place first."""
    return tuple(table.cards("market", None, place)[0] for place in market_places(table))


def is_junk(table: Table, card: CardId) -> bool:
    return CARDS[table.face(card)].is_junk
