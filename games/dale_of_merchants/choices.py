"""The choices of a player while playing a technique. Each function returns a slot, or None if there is no choice."""

from __future__ import annotations

from collections.abc import Iterator

from games.dale_of_merchants.board import opponents
from games.kernel.deck import CardId
from games.kernel.slots import OneOf, Ordered, Slot
from games.kernel.state import Seat, Table
from games.kernel.template import Template, template

Rest = tuple[CardId, ...]


def some(options: tuple[int, ...], private: bool = False) -> Slot | None:
    """Returns a slot for one of the options, if there are any."""
    return OneOf(options, private=private) if options else None


def a_card(table: Table, seat: Seat, rest: Rest) -> Slot | None:
    """Returns a slot for another card of the hand."""
    return some(rest, private=True)


def in_order(table: Table, seat: Seat, rest: Rest) -> Slot | None:
    """Returns a slot for all other cards of the hand, in the order in which they are discarded."""
    return Ordered(rest, private=True) if rest else None


def an_opponent(table: Table, seat: Seat, rest: Rest) -> Slot | None:
    """Returns a slot for a player of another team."""
    return some(opponents(table, seat))


def an_opponent_if_cards(table: Table, seat: Seat, rest: Rest) -> Slot | None:
    """Returns a slot for a player of another team; None for an empty hand, since the technique then has no effect."""
    return some(opponents(table, seat)) if rest else None


def a_guesser_if_cards(table: Table, seat: Seat, rest: Rest) -> Slot | None:
    """Returns a slot for a player of another team who has not resigned and will guess; None for an empty hand."""
    present = tuple(other for other in opponents(table, seat) if other not in table.public.left)
    return some(present) if rest else None


def keeping_one(cards: Rest) -> Iterator[Template]:
    """Yields the ways to keep one card and order the others."""
    for card in cards:
        others = tuple(other for other in cards if other != card)
        slots: dict[str, Slot] = {"others": Ordered(others, private=True)} if others else {}
        yield template("keep", card=OneOf([card], private=True), **slots)
