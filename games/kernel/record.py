"""One act as the log keeps it: what everybody is told, and beside it the secret parts with their readers.

A path names a secret part inside the row: `effects/2/cards`, `move/args/card`. The log commits to each part without
showing it; whoever is told a part puts it back in its place with `merged`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from games.kernel.effect import Effect, effect_from, move_from, move_json
from games.kernel.game import Outcome
from games.kernel.state import Json, Move, Seat, Sight, plain


class HiddenPart(NamedTuple):
    """A secret part of a row: where, who is told it, and what it is.

    each: its items are committed to one by one under one root.
    """

    path: str
    readers: tuple[Seat, ...]
    value: Json
    each: bool = False


class Event(NamedTuple):
    """One event of a match's log that changed the table, whole: its hidden parts are in their places."""

    seq: int
    type: str
    by: str
    seat: Seat | None
    prompt: int | None
    move: Move | None
    effects: tuple[Effect, ...]


class Record(NamedTuple):
    """The public part of an act (`move`, `effects` as JSON) and its secrets, in the order of the row."""

    move: Json
    effects: list[dict[str, Json]]
    hidden_parts: tuple[HiddenPart, ...]


def record(outcome: Outcome, seats: int, sight: Mapping[str, Sight]) -> Record:
    """Parts an act into what everybody is told and what only some are."""
    secrets: list[HiddenPart] = []
    move = _public_move(outcome, secrets)
    effects = [_public_effect(i, effect, seats, sight, secrets) for i, effect in enumerate(outcome.effects)]
    return Record(move, effects, tuple(secrets))


def _public_move(outcome: Outcome, secrets: list[HiddenPart]) -> Json:
    if outcome.move is None:
        return None
    whole = move_json(outcome.move)
    if outcome.seat is None:
        return whole
    for name in outcome.private:
        secrets.append(HiddenPart(f"move/args/{name}", (outcome.seat,), whole["args"][name]))
        whole["args"][name] = None
    return whole


def _public_effect(
    place: int, effect: Effect, seats: int, sight: Mapping[str, Sight], secrets: list[HiddenPart]
) -> dict[str, Json]:
    whole = effect.to_json()
    for hidden in effect.hidden(seats, sight):
        secrets.append(HiddenPart(f"effects/{place}/{hidden.field}", hidden.readers, whole[hidden.field], hidden.each))
        whole[hidden.field] = plain(hidden.blank)
    return whole


def merged(move: Json, effects: Iterable[Mapping[str, Json]], parts: Mapping[str, Json]) -> tuple[Json, list[Json]]:
    """A row's move and effects with some secret parts (path -> value) put back; what was given is left as it is."""
    told_move = None if move is None else {**move, "args": dict(move["args"])}
    told = [dict(effect) for effect in effects]
    for path, value in parts.items():
        steps = path.split("/")
        if steps[0] == "move":
            told_move["args"][steps[2]] = value  # type: ignore[index]
        else:
            told[int(steps[1])][steps[2]] = value
    return told_move, told


def outcome_from(seat: Seat | None, prompt: int | None, move: Json, effects: Iterable[Mapping[str, Json]]) -> Outcome:
    """An act read from a row, whole or as some seat was told it."""
    told = None if move is None else move_from(move)
    return Outcome(seat, prompt, told, tuple(effect_from(effect) for effect in effects))
