"""The records of the players of a match, from its log and the table of seat holders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from events.ratings.models import Participation

End = Participation.End
TYPES = ("move", "clock", "seat.replaced", "seat.resigned", "match.over", "match.void")
"""The types of events from which the records are computed."""


@dataclass
class Part:
    """The record of one player. seat: the player's last seat; place: the final place; None without a result."""

    seat: int
    end: str = End.PLAYED
    moves: int = 0
    missed: int = 0
    place: int | None = None


@dataclass(frozen=True)
class Holder:
    """A player who held a seat until an event. until: the `seq` of the event; None for the holder at the end."""

    player: UUID
    until: int | None = None


Holders = Mapping[int, Sequence[Holder]]
"""The holders of each seat, in order, by seat."""


def parts_of(cores: Iterable[Mapping[str, Any]], holders: Holders) -> dict[UUID, Part]:
    """Returns the record of each player. cores: the cores of the log's events, in order; at least those of TYPES.

    A player who left and came back counts as having played. Answers of a substitute bot count for no player.
    """
    parts = {holder.player: Part(seat) for seat, all_of_it in holders.items() for holder in all_of_it}
    stood_in = set[int]()
    for core in cores:
        kind, seat = core["type"], core["actor"]
        if kind in ("match.over", "match.void"):
            _ended(parts, holders, core)
            continue
        holder = _holder(holders, seat, core["seq"])
        if kind == "seat.replaced":
            (stood_in.add if core["policy"] else stood_in.discard)(seat)
            if core["policy"] and holder is not None:
                parts[holder].end = End.TIMED_OUT if core["by"] == "clock" else End.LEFT
            elif (back := _holder(holders, seat, core["seq"] + 1)) is not None:
                parts[back] = Part(seat, End.PLAYED, parts[back].moves, parts[back].missed)
        elif holder is None or seat in stood_in:
            continue
        elif kind == "seat.resigned":
            parts[holder].end = End.TIMED_OUT if core["by"] == "clock" else End.RESIGNED
        elif kind == "clock":
            parts[holder].missed += 1
        elif kind == "move" and core["by"] == "player":
            parts[holder].moves += 1
    return parts


def _holder(holders: Holders, seat: int | None, seq: int) -> UUID | None:
    """Returns the holder of a seat just before an event."""
    held = holders.get(seat, ()) if seat is not None else ()
    return next((one.player for one in held if one.until is None or seq <= one.until), None)


def _ended(parts: Mapping[UUID, Part], holders: Holders, core: Mapping[str, Any]) -> None:
    if core["type"] == "match.void":
        absent = core.get("seats", ()) if core.get("reason") == "absent" else ()
        for seat in absent:
            if (holder := _holder(holders, seat, core["seq"])) is not None:
                parts[holder].end = End.TIMED_OUT
        return
    standings = core["standings"]
    places = {seat: place for place, tied in enumerate(standings, 1) for seat in tied}
    for player, part in parts.items():
        has_it = _holder(holders, part.seat, core["seq"]) == player and part.end in (End.PLAYED, End.RESIGNED)
        part.place = places.get(part.seat, len(holders)) if has_it else len(places)
