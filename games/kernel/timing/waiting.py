"""The seats that a match waits for, and the deadlines. Each event of the log states both, after the event.

Both follow from the public part of the log; `games.kernel.timing.clock` counts the time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Self

from games.kernel.game import Game
from games.kernel.state import Json, Seat, Table
from games.kernel.timing.clock import Times


class Deadline(NamedTuple):
    """The time at which the clock answers an open prompt for its seats, in milliseconds since 1970."""

    prompt: int
    seats: tuple[Seat, ...]
    at_ms: int


class Waiting(NamedTuple):
    """The seats that a match waits for, the seats that may act meanwhile, and the deadlines by prompt."""

    to_act: tuple[Seat, ...] = ()
    may_act: tuple[Seat, ...] = ()
    deadlines: tuple[Deadline, ...] = ()

    def to_json(self) -> dict[str, Json]:
        """Returns the members as the log stores them."""
        return {
            "to_act": list(self.to_act),
            "may_act": list(self.may_act),
            "deadlines": [{"prompt": d.prompt, "seats": list(d.seats), "at_ms": d.at_ms} for d in self.deadlines],
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Json]) -> Self:
        """Reads the members of an event."""
        deadlines = tuple(Deadline(d["prompt"], tuple(d["seats"]), d["at_ms"]) for d in value["deadlines"])
        return cls(tuple(value["to_act"]), tuple(value["may_act"]), deadlines)


NOBODY = Waiting()


def waiting(game: Game, table: Table, times: Times) -> Waiting:
    """Returns the seats that a match waits for at a table, and the deadlines."""
    ends = ((prompt, times.deadline_ms(prompt)) for prompt in table.open_prompts)
    deadlines = tuple(Deadline(prompt.id, prompt.seats, at_ms) for prompt, at_ms in ends if at_ms is not None)
    return Waiting(game.to_act(table), game.may_act(table), deadlines)
