"""Which seats a match waits for, and until when. Each event of the log states it as it is after the event.

All of it follows from the public part of the log. A prompt's time runs from the first event after which it is open, or
open again; no rule reads the clock, so the times are passed in.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Self

from games.kernel.game import Game
from games.kernel.state import Json, Prompt, Seat, Table


class Deadline(NamedTuple):
    """When the clock answers an open prompt in place of its seats, in milliseconds since 1970."""

    prompt: int
    seats: tuple[Seat, ...]
    at_ms: int


class Waiting(NamedTuple):
    """The seats that a match waits for, those that may act although it does not, and the deadlines by prompt."""

    to_act: tuple[Seat, ...] = ()
    may_act: tuple[Seat, ...] = ()
    deadlines: tuple[Deadline, ...] = ()

    def to_json(self) -> dict[str, Json]:
        """The members as the log stores them."""
        return {
            "to_act": list(self.to_act),
            "may_act": list(self.may_act),
            "deadlines": [{"prompt": d.prompt, "seats": list(d.seats), "at_ms": d.at_ms} for d in self.deadlines],
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Json]) -> Self:
        """The same, read from an event's members."""
        deadlines = tuple(Deadline(d["prompt"], tuple(d["seats"]), d["at_ms"]) for d in value["deadlines"])
        return cls(tuple(value["to_act"]), tuple(value["may_act"]), deadlines)


NOBODY = Waiting()


def waiting(game: Game, table: Table, prompted_at: Mapping[int, int], per_move: int | None) -> Waiting:
    """Which seats a match waits for at a table. per_move: the match's seconds for one move, if it has a limit."""
    times = ((prompt, deadline_ms(prompt, prompted_at, per_move)) for prompt in table.open_prompts)
    deadlines = tuple(Deadline(prompt.id, prompt.seats, at_ms) for prompt, at_ms in times if at_ms is not None)
    return Waiting(game.to_act(table), game.may_act(table), deadlines)


def prompted(table: Table, before: Mapping[int, int], at_ms: int) -> dict[int, int]:
    """When each open prompt was opened or resumed, after an event at a time. before: the same before the event."""
    return {prompt.id: before.get(prompt.id, at_ms) for prompt in table.open_prompts}


def deadline_ms(prompt: Prompt, prompted_at: Mapping[int, int], per_move: int | None) -> int | None:
    """When the clock answers a prompt: after the shorter of its own time and, for `once`, the time for one move."""
    if prompt.id not in prompted_at:
        return None
    seconds = [s for s in (prompt.after, per_move if prompt.mode == "once" else None) if s is not None]
    return prompted_at[prompt.id] + 1000 * min(seconds) if seconds else None
