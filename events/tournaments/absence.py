"""Finds the forfeited seats of a match, from its log.

A player forfeits their seat if a bot holds it at the end, if the clock resigned it, or if the clock and bots decided
more often than the player. A player who resigns loses, but forfeits nothing. Sealed answers do not count, because the
log does not say who made them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

DECISIONS = ("move", "clock")
ABOUT_SEATS = ("seat.joined", "seat.replaced", "seat.resigned", *DECISIONS)


def forfeits(cores: Iterable[Mapping[str, Any]]) -> list[int]:
    """Returns the forfeited seats of players, in order. cores: the log's events, in order; others may be left out."""
    people, stood_in, resigned = set[int](), set[int](), set[int]()
    own, others = Counter[int](), Counter[int]()
    for core in cores:
        kind, seat = core["type"], core["actor"]
        if kind == "seat.joined" and core["by"] != "bot":
            people.add(seat)
        elif kind == "seat.replaced":
            (stood_in.add if core["policy"] else stood_in.discard)(seat)
        elif kind == "seat.resigned" and core["by"] == "clock":
            resigned.add(seat)
        elif kind in DECISIONS and seat is not None:
            (others if kind == "clock" or seat in stood_in else own)[seat] += 1
    return sorted(seat for seat in people if seat in stood_in | resigned or others[seat] > own[seat])
