"""The table: its zones, its public state, and the groups of properties with their rents.

A group of properties is a numbered zone with the name of its colour: `Zone("red", 2, 1)` is seat 2's first red group.
The zone also holds the group's house and hotel. On the wire the group is called `red_1`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from games.kernel.deck import CardId, Face
from games.kernel.state import Public, Seat, Sight, Table, Zone
from games.monopoly_deal.deck import ANY_COLOUR, BUILDING_RENT, COLOURS, MAY_BE, STREETS, Colour

DRAW_PILE, CENTRE = Zone("draw_pile"), Zone("centre")

SIGHT = {
    "draw_pile": Sight.NOBODY,
    "centre": Sight.ALL,
    "hand": Sight.OWNER,
    "bank": Sight.ALL,
    "arriving": Sight.ALL,
    **dict.fromkeys(COLOURS, Sight.ALL),
}
SETS = frozenset({"hand", "bank", "arriving"})


@dataclass(frozen=True)
class DealPublic(Public):
    """The public state.

    turns: the number of turns begun. plays_left, wild_moves_left: the remaining plays and wild moves of the active
    seat. has_played, ending: whether the active seat has played a card, and has ended its turn. held_before: its hand
    size before it drew. thwarted: the seats that a Joker protects. redraw_due: the seats that draw five cards next
    turn. latched: the seats that once had their sets on another seat's turn. idle: the number of turns without a play
    since the piles ran out.
    """

    turn: Seat = 0
    turns: int = 0
    plays_left: int = 0
    wild_moves_left: int = 0
    has_played: bool = False
    ending: bool = False
    held_before: int = 0
    thwarted: tuple[Seat, ...] = ()
    redraw_due: tuple[Seat, ...] = ()
    latched: tuple[Seat, ...] = ()
    idle: int = 0


class Group(NamedTuple):
    """Properties of one colour that belong together.

    cards: the properties. is_named: whether a property other than a multicolour wild is among them. A group that is not
    named is inert (E35). zone: the zone of the group.
    """

    seat: Seat
    colour: Colour
    number: int
    cards: tuple[CardId, ...]
    house: CardId | None
    hotel: CardId | None
    is_named: bool
    zone: Zone

    @property
    def name(self) -> str:
        """The group's name in a move: `red_1`."""
        return f"{self.colour}_{self.number}"

    @property
    def buildings(self) -> tuple[CardId, ...]:
        """The group's hotel and house, if it has them, in the order in which they are removed."""
        return tuple([card for card in (self.hotel, self.house) if card is not None])

    @property
    def is_complete(self) -> bool:
        """True if the group has all its cards, and not only multicolour wilds (E35)."""
        return self.is_named and len(self.cards) >= STREETS[self.colour].size

    @property
    def rent(self) -> int:
        """The printed rent for its number of cards, plus its buildings' rent if the group is complete (E11, E15)."""
        rents = STREETS[self.colour].rents
        if not self.is_named:
            return 0
        return rents[min(len(self.cards), len(rents)) - 1] + self.building_rent

    @property
    def building_rent(self) -> int:
        """The rent of its buildings."""
        if not self.is_complete:
            return 0
        return BUILDING_RENT["house"] * (self.house is not None) + BUILDING_RENT["hotel"] * (self.hotel is not None)


def group_zone(seat: Seat, name: str) -> Zone:
    """Returns the zone of the group with this name."""
    colour, _, number = name.rpartition("_")
    return Zone(colour, seat, int(number))


@cache
def hand(seat: Seat) -> Zone:
    """Returns the zone of a seat's hidden cards."""
    return Zone("hand", seat)


@cache
def bank(seat: Seat) -> Zone:
    """Returns the zone of a seat's money, face up (E54)."""
    return Zone("bank", seat)


@cache
def arriving(seat: Seat) -> Zone:
    """Returns the zone of a seat's new wilds until the seat names their colours (E22, E27)."""
    return Zone("arriving", seat)


def groups_on(table: Table) -> list[list[Group]]:
    """Returns each seat's groups, by colour and number."""
    groups: list[list[Group]] = [[] for _ in range(table.seats)]
    for zone in sorted([zone for zone in table.places if zone.number is not None]):
        group = table.derived(group_at, zone)
        groups[group.seat].append(group)
    return groups


class Board:
    """The groups on a table at one moment: `groups[seat]`."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.groups = table.surveyed(groups_on)

    def of_colour(self, seat: Seat, colour: Colour) -> list[Group]:
        """Returns a seat's groups of one colour."""
        return [group for group in self.groups[seat] if group.colour == colour]

    def complete(self, seat: Seat) -> list[Group]:
        """Returns a seat's complete groups."""
        return [group for group in self.groups[seat] if group.is_complete]

    def has_won(self, seat: Seat) -> bool:
        """Returns whether a seat has enough complete groups of different colours to win (A:30, B:316; E34, E47)."""
        needed: int = self.table.options.sets_to_win
        return len({group.colour for group in self.complete(seat)}) >= needed

    def has_room(self, group: Group) -> bool:
        """Returns whether another card of the colour joins this group (E32, E33)."""
        is_capped: bool = self.table.options.extra_cards == "cap"
        return is_capped or len(group.cards) < STREETS[group.colour].size

    def group_for(self, seat: Seat, colour: Colour) -> Zone:
        """Returns the zone where a card of a colour is laid: an existing group that it joins, or a new group."""
        groups = self.of_colour(seat, colour)
        joined = next((group.zone for group in groups if self.has_room(group)), None)
        return joined or self.new_group(seat, colour)

    def new_group(self, seat: Seat, colour: Colour) -> Zone:
        """Returns the zone of a new group of a colour, with the first free number."""
        taken = {group.number for group in self.of_colour(seat, colour)}
        return Zone(colour, seat, next(number for number in range(1, len(taken) + 2) if number not in taken))

    def colours_for(self, seat: Seat, face: Face) -> tuple[Colour, ...]:
        """Returns the colours that a seat may choose when it lays a card.

        A multicolour wild may have to join a group (`multi_wild_alone`).
        """
        if face != ANY_COLOUR or self.table.options.multi_wild_alone == "inert":
            return MAY_BE[face]
        return tuple(colour for colour in COLOURS if any(map(self._takes_wild, self.of_colour(seat, colour))))

    def _takes_wild(self, group: Group) -> bool:
        return group.is_named and self.has_room(group)

    def exposed(self, seat: Seat, also_complete: bool) -> list[CardId]:
        """Returns a seat's properties that can be taken singly.

        also_complete: include the properties of complete groups.
        """
        wilds = self.table.options.multi_wild_stealable
        groups = [group for group in self.groups[seat] if also_complete or not group.is_complete]
        return [card for group in groups for card in group.cards if wilds or self.table.face(card) != ANY_COLOUR]


def group_at(table: Table, zone: Zone) -> Group:
    """Returns the group in a zone."""
    cards = table.cards(*zone)
    faces = [*map(table.face, cards)]
    house = cards[faces.index("house")] if "house" in faces else None
    hotel = cards[faces.index("hotel")] if "hotel" in faces else None
    properties = cards
    if house is not None or hotel is not None:
        properties = tuple(card for card in cards if card not in (house, hotel))
    is_named = faces.count(ANY_COLOUR) < len(properties)
    assert zone.seat is not None and zone.number is not None, "a group belongs to a seat"
    return Group(zone.seat, zone.name, zone.number, properties, house, hotel, is_named, zone)


def clockwise(table: Table, first: Seat) -> list[Seat]:
    """Returns all seats in order of play, beginning with the given seat."""
    return [(first + step) % table.seats for step in range(table.seats)]


def others(table: Table, seat: Seat) -> list[Seat]:
    """Returns the other seats, clockwise."""
    return clockwise(table, seat)[1:]
