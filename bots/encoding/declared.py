"""Facts about games that an encoding needs and that the declared types (`meanings.toml`) do not contain.

A new game needs no entry here if its words, faces and zones suffice; an entry only makes its encoding smaller.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.dealmaker.goods import GOODS
from games.dealmaker.market import MOST_OFFERS
from games.monopoly_deal.deck import COLOURS, MAY_BE


@dataclass(frozen=True)
class Declared:
    """Bounds of one game's encoding.

    words: the words of moves and public fields that are neither faces nor zones. numbers: the highest number in a move,
    if it exceeds the number of copies of a face. wares: the goods of offers. numbered: for a kind of numbered zones,
    either the numbers that have a block each (a range) or the number of blocks; the last block includes all other
    zones. holds: for a zone, the only faces that it can hold.
    """

    words: tuple[str, ...] = ()
    numbers: int = 0
    wares: tuple[str, ...] = ()
    numbered: Mapping[str, range | int] = field(default_factory=dict)
    holds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def _laid_as(colour: str) -> tuple[str, ...]:
    return (*(face for face, colours in MAY_BE.items() if colour in colours), "house", "hotel")


DECLARED: Mapping[str, Declared] = {
    "dale_of_merchants": Declared(
        # The change of a card's value, and whether its die was rolled: `bold_haggler+3_rolled`.
        words=(
            *(f"{change:+d}" for change in range(-6, 13) if change),
            "rolled",
            "macaws",
            "pandas",
            "raccoons",
            "squirrels",
            "ocelots",
            "chameleons",
        ),
        numbers=15,
        numbered={"market": range(5), "stall": range(1, 11)},
    ),
    "dealmaker": Declared(
        words=("ready", "trade", "sales"),
        wares=GOODS,
        numbered={"offer_open": MOST_OFFERS, "offer_down": 0},
    ),
    "great_dalmuti": Declared(
        words=("greater_dalmuti", "lesser_dalmuti", "commoner", "lesser_peon", "greater_peon"),
    ),
    "monopoly_deal": Declared(
        words=("hand",),
        numbers=10,
        numbered=dict.fromkeys(COLOURS, 2),
        holds={colour: _laid_as(colour) for colour in COLOURS},
    ),
    "negoces2": Declared(
        words=("up", "down", "nine", "coins"),
        numbers=60,
        wares=("coins",),
        numbered={"offer_open": 1, "offer_down": 1},
    ),
}
