"""The printed cards without rules of their own: properties, wilds, rents and money; the actions are in actions.py.

Each table can be compared with the lists of contents in the leaflets (A:181-186, B:210). Values and rents are printed
on the physical cards.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.kernel.deck import Face, Printed

Colour = str


class Street(NamedTuple):
    """The print on the cards of one colour.

    size: the number of cards, which together make a complete group; value: the value in the bank, in millions; rents:
    the rents for one card, two cards, and so on; buildable: whether a house may be built.
    """

    size: int
    value: int
    rents: tuple[int, ...]
    buildable: bool = True


# fmt: off
STREETS: dict[Colour, Street] = {
    "brown":      Street(2, 1, (1, 2)),
    "light_blue": Street(3, 1, (1, 2, 3)),
    "pink":       Street(3, 2, (1, 2, 4)),
    "orange":     Street(3, 2, (1, 3, 5)),
    "red":        Street(3, 3, (2, 3, 6)),
    "yellow":     Street(3, 3, (2, 4, 6)),
    "green":      Street(3, 4, (2, 4, 7)),
    "dark_blue":  Street(2, 4, (3, 8)),
    "station":    Street(4, 2, (1, 2, 3, 4), buildable=False),
    "utility":    Street(2, 2, (1, 2), buildable=False),
}
# fmt: on

COLOURS: tuple[Colour, ...] = tuple(STREETS)

# fmt: off
PROPERTIES = tuple(Printed(colour, street.size, value=street.value) for colour, street in STREETS.items())

WILDS = (
    Printed("wild_light_blue_brown", 1, value=1, colours=("light_blue", "brown")),
    Printed("wild_light_blue_station", 1, value=4, colours=("light_blue", "station")),
    Printed("wild_pink_orange", 2, value=2, colours=("pink", "orange")),
    Printed("wild_red_yellow", 2, value=3, colours=("red", "yellow")),
    Printed("wild_dark_blue_green", 1, value=4, colours=("dark_blue", "green")),
    Printed("wild_green_station", 1, value=4, colours=("green", "station")),
    Printed("wild_station_utility", 1, value=2, colours=("station", "utility")),
    Printed("wild_any", 2, value=0, colours=COLOURS),
)

RENTS = (
    Printed("rent_brown_light_blue", 2, value=1, rents=("brown", "light_blue")),
    Printed("rent_pink_orange", 2, value=1, rents=("pink", "orange")),
    Printed("rent_red_yellow", 2, value=1, rents=("red", "yellow")),
    Printed("rent_green_dark_blue", 2, value=1, rents=("green", "dark_blue")),
    Printed("rent_station_utility", 2, value=1, rents=("station", "utility")),
    Printed("rent_any", 3, value=3, rents=COLOURS),
)

MONEY = (
    Printed("m1", 6, value=1),
    Printed("m2", 5, value=2),
    Printed("m3", 3, value=3),
    Printed("m4", 3, value=4),
    Printed("m5", 2, value=5),
    Printed("m10", 1, value=10),
)

# Leaflet A lists two pink/yellow wilds, but every deck has two red/yellow wilds instead (A:183, a misprint).
MISPRINT, MISPRINTED = "wild_pink_yellow", "wild_red_yellow"
MISPRINTS = (Printed(MISPRINT, 0, value=3, colours=("pink", "yellow")),)
# fmt: on

VALUES: dict[Face, int] = {}
"""The bank value of each card, in millions."""


def enrol(cards: Iterable[Printed]) -> None:
    """Registers the values of printed cards. Modules that declare cards with their rules call this."""
    VALUES.update({card.face: card.attributes["value"] for card in cards})


enrol((*PROPERTIES, *WILDS, *MONEY, *MISPRINTS))

WILD_COLOURS: dict[Face, tuple[Colour, ...]] = {line.face: line.attributes["colours"] for line in WILDS + MISPRINTS}
MAY_BE: dict[Face, tuple[Colour, ...]] = {**{colour: (colour,) for colour in COLOURS}, **WILD_COLOURS}
RENT_COLOURS: dict[Face, tuple[Colour, ...]] = {line.face: line.attributes["rents"] for line in RENTS}
BUILDING_RENT: dict[Face, int] = {"house": 3, "hotel": 4}
ANY_COLOUR, RENT_ANY = "wild_any", "rent_any"
