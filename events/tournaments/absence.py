"""The forfeited seats of a match, computed from its log.

A player forfeits a seat if a bot holds the seat at the end, if the clock resigned the seat, or if the clock and bots
made more decisions than the player. A player who resigns loses, but does not forfeit. Sealed answers do not count,
because the log does not record who made them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

DECISIONS = ("move", "clock")
ABOUT_SEATS = ("seat.joined", "seat.replaced", "seat.resigned", *DECISIONS)


def forfeits(cores: Iterable[Mapping[str, Any]]) -> list[int]:
    """Returns the forfeited seats of players, in order.

    cores: the events of the log, in order; types outside `ABOUT_SEATS` may be omitted.
    """
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
