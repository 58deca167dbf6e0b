"""The six goods and the tiles: by default the reconstruction, otherwise according to the match's options."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from games.dealmaker.payment import Goods
from games.kernel.deck import Deck, Face, Printed

# Cheapest first: the index of a good is its rank (rules, 'Matériel').
GOODS = ("peanuts", "vinegar", "flowers", "carpet", "gold", "diamond")
RANKS = {good: rank for rank, good in enumerate(GOODS)}

TILES_ON_THE_TABLE = 20

RECONSTRUCTION: Mapping[str, Any] = tomllib.loads(
    files("games.dealmaker").joinpath("reconstruction.toml").read_text(encoding="utf-8")
)
EQUAL_GOODS = dict.fromkeys(GOODS, 11)


def tile_face(cost: Mapping[str, int], points: int) -> Face:
    """Returns the name of a tile: `tile_carpet_3_5` costs three carpets and is worth five points."""
    goods = "_".join(f"{good}_{cost[good]}" for good in GOODS if cost.get(good))
    return f"tile_{goods}_{points}"


def printed(goods: Mapping[str, int], tiles: Sequence[Mapping[str, Any]]) -> Deck:
    """Returns the cards of a match: the goods, most valuable first, then the tiles."""
    lines = [Printed(good, goods[good], rank=RANKS[good] + 1) for good in reversed(GOODS) if goods[good]]
    copies: Counter[Face] = Counter()
    on_face: dict[Face, Mapping[str, Any]] = {}
    for tile in tiles:
        face = tile_face(tile["cost"], tile["points"])
        copies[face] += tile.get("copies", 1)
        on_face[face] = {"cost": dict(tile["cost"]), "points": tile["points"]}
    return Deck(*lines, *(Printed(face, number, **on_face[face]) for face, number in copies.items()))


DECK = printed(RECONSTRUCTION["goods"], RECONSTRUCTION["tiles"])


def by_rank(faces: Mapping[str, int]) -> Goods:
    """Converts numbers of goods by name to numbers by rank."""
    return tuple(faces.get(good, 0) for good in GOODS)


def spread(goods: Mapping[str, int]) -> list[Face]:
    """Converts numbers of goods by name to a list: `{"gold": 2}` becomes gold and gold."""
    return [good for good, number in goods.items() for _ in range(number)]
