"""The table: zones, public state, ranks of society, and the order of seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.great_dalmuti.deck import RANKS
from games.kernel.deck import CardId, Face, counted
from games.kernel.state import Public, Seat, Sight, Table, Zone

DECK, TRICK, DISCARD = Zone("deck"), Zone("trick"), Zone("discard")

SIGHT = {
    "deck": Sight.NOBODY,
    "drawn": Sight.ALL,
    "hand": Sight.OWNER,
    "swap": Sight.OWNER,
    "trick": Sight.ALL,
    "discard": Sight.ALL,
}
SETS = frozenset({"hand", "swap"})


@dataclass(frozen=True)
class DalmutiPublic(Public):
    """The public state.

    order: the seats clockwise from the Greater Dalmuti, that is, by rank. finished: the seats that are out, in order.
    trick: the sets laid, each `{seat, rank, count}`. passed: the seats that may not answer the best set, unless it is
    beaten. exposed: the cards shown by mistake, each `{place, seat, to}`; `to` is None until it is decided. drawn: the
    faces that each seat drew for the first ranks; empty after the first hand.
    """

    hand_number: int = 0
    extra_hands: int = 0
    order: tuple[Seat, ...] = ()
    roles: tuple[str, ...] = ()
    points: tuple[int, ...] = ()
    finished: tuple[Seat, ...] = ()
    trick: tuple[Mapping[str, int], ...] = ()
    passed: tuple[Seat, ...] = ()
    revolution: Mapping[str, Any] | None = None
    exposed: tuple[Mapping[str, Any], ...] = ()
    drawn: tuple[tuple[Face, ...], ...] = ()


@cache
def hand(seat: Seat) -> Zone:
    """Returns the zone of a seat's hand."""
    return Zone("hand", seat)


def roles_of(order: tuple[Seat, ...]) -> tuple[str, ...]:
    """Returns the title of each seat, given an order of rank (rules, 'Préparation')."""
    middle = ("commoner",) * (len(order) - 4)
    titles = ("greater_dalmuti", "lesser_dalmuti", *middle, "lesser_peon", "greater_peon")
    return tuple(titles[order.index(seat)] for seat in range(len(order)))


def held(table: Table, seat: Seat) -> dict[Face, int]:
    """Returns the number of cards of each face in a visible hand."""
    return faces_in(table, hand(seat))


def faces_in(table: Table, zone: Zone) -> dict[Face, int]:
    """Returns the number of cards of each face in a visible zone."""
    return table.derived(_faces_in, zone)


def _faces_in(table: Table, zone: Zone) -> dict[Face, int]:
    return counted([table.face(card) for card in table.cards(*zone)])


def taken(table: Table, seat: Seat, cards: Mapping[Face, int]) -> tuple[CardId, ...]:
    """Returns cards of a hand: as many of each face as `cards` states."""
    missing, chosen = dict(cards), []
    for card in table.cards("hand", seat):
        face = table.face(card)
        if missing.get(face, 0):
            missing[face] -= 1
            chosen.append(card)
    return tuple(chosen)


def rank_of(cards: Mapping[Face, int]) -> int:
    """Returns the rank of a set: its numbered cards' rank, or 13, the worst, for jesters alone (rules, 'Contenu')."""
    return min(RANKS[face] for face in cards)


def clockwise(order: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    """Returns the seats clockwise after a seat; the given seat is last."""
    place = order.index(seat) + 1
    return order[place:] + order[:place]


def in_play(table: Table) -> int:
    """Returns the number of seats that still hold cards."""
    return table.seats - len(table.public.finished)
