"""Events as the log stores them: the public part, and the hidden parts with their readers.

A path locates a hidden part inside the event: `effects/2/cards`, `move/args/card`. The log commits to each part without
showing it; a reader restores the part with `merged`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from games.kernel.effect import Effect, move_json
from games.kernel.game import Outcome
from games.kernel.state import Json, Move, Seat, Sight, plain
from games.kernel.timing.waiting import Waiting


class HiddenPart(NamedTuple):
    """A part of an event that only some seats receive: its path, its readers and its value.

    each: whether the log commits to its items separately, under one root.
    """

    path: str
    readers: tuple[Seat, ...]
    value: Json
    each: bool = False


class Event(NamedTuple):
    """One event of a match's log, with its hidden parts restored.

    waiting: the seats that the match waits for after the event, as the event states them; None for an event of format
    1. further: the members about the clock (`games.kernel.timing.clock`).
    """

    seq: int
    type: str
    by: str
    seat: Seat | None
    prompt: int | None
    move: Move | None
    effects: tuple[Effect, ...]
    at_ms: int = 0
    waiting: Waiting | None = None
    further: Mapping[str, Json] = {}

    def timed_event(self, seats: int) -> dict[str, Json]:
        """Returns the members that `games.kernel.timing.clock` reads. seats: the number of seats of the match."""
        own = {"type": self.type, "by": self.by, "actor": self.seat, "at_ms": self.at_ms, "seats": seats}
        return {**own, **self.further}


class Record(NamedTuple):
    """The public part of an event (`move`, `effects` as JSON) and its hidden parts, in order."""

    move: Json
    effects: list[dict[str, Json]]
    hidden_parts: tuple[HiddenPart, ...]


def record(outcome: Outcome, seats: int, sight: Mapping[str, Sight]) -> Record:
    """Splits an outcome into its public part and its hidden parts."""
    hidden_parts: list[HiddenPart] = []
    move = _public_move(outcome, hidden_parts)
    effects = [_public_effect(i, effect, seats, sight, hidden_parts) for i, effect in enumerate(outcome.effects)]
    return Record(move, effects, tuple(hidden_parts))


def _public_move(outcome: Outcome, hidden_parts: list[HiddenPart]) -> Json:
    if outcome.move is None:
        return None
    whole = move_json(outcome.move)
    if outcome.seat is None:
        return whole
    for name in outcome.private:
        hidden_parts.append(HiddenPart(f"move/args/{name}", (outcome.seat,), whole["args"][name]))
        whole["args"][name] = None
    return whole


def _public_effect(
    place: int, effect: Effect, seats: int, sight: Mapping[str, Sight], hidden_parts: list[HiddenPart]
) -> dict[str, Json]:
    whole = effect.to_json()
    for hidden in effect.hidden(seats, sight):
        hidden_parts.append(
            HiddenPart(f"effects/{place}/{hidden.field}", hidden.readers, whole[hidden.field], hidden.each)
        )
        whole[hidden.field] = plain(hidden.blank)
    return whole


def merged(move: Json, effects: Iterable[Mapping[str, Json]], parts: Mapping[str, Json]) -> tuple[Json, list[Json]]:
    """Returns an event's move and effects with some hidden parts (path -> value) restored."""
    merged_move = None if move is None else {**move, "args": dict(move["args"])}
    merged_effects = [dict(effect) for effect in effects]
    for path, value in parts.items():
        steps = path.split("/")
        if steps[0] == "move":
            merged_move["args"][steps[2]] = value  # type: ignore[index]
        else:
            merged_effects[int(steps[1])][steps[2]] = value
    return merged_move, merged_effects
