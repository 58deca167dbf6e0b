"""The log of a match: events, their hidden parts, and messages."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from events.base.response_types import Effects, Field, Hash, Moment, NextPage, SeatNumber, Seq, component
from events.http.fields import ParagraphsField, Serializer
from events.matches.serializers.lobby import DeadlineOut
from events.matches.serializers.table import MoveOut


@component("HiddenPart")
class CellOut(TypedDict):
    """A hidden part of an event, with the proof that the log committed to it."""

    path: Annotated[str, Field("The place of the part in the event.", example="effects/0/faces")]
    value: Annotated[Any, Field("The part.", example=["debt_collector"])]
    c: NotRequired[Annotated[str, Field("The commitment to the part.", example="9f" * 32)]]
    salt: NotRequired[Annotated[str, Field("The salt of the commitment.", example="5c" * 32)]]
    root: NotRequired[
        Annotated[
            str, Field("Instead of `c`, the root of the commitments to each item of the part.", example="9f" * 32)
        ]
    ]
    salts: NotRequired[Annotated[list[str], Field("Instead of `salt`, the salt of each item.", example=["5c" * 32])]]


Cells = Annotated[
    list[CellOut], Field("The hidden parts that this viewer may open, each with the salt that proves it.")
]


class EventOut(TypedDict):
    """The members of every event of the log; `events.matches.serializers.events` adds the members of each type."""

    seq: Seq
    type: Annotated[str, Field("The type of the event.", example="move")]
    at: Moment
    seat: Annotated[int | None, Field("The seat that acted; null if no seat acted.", example=0)]
    by: Annotated[
        Literal["player", "bot", "clock", "operator", "setup"],
        Field("Who or what caused the event.", example="player"),
    ]
    prompt: Annotated[int | None, Field("The prompt that the move answers.", example=7)]
    move: Annotated[MoveOut | None, Field("The move; null for an event without a move.")]
    effects: Effects
    to_act: Annotated[list[int], Field("The seats that the match waits for after the event.", example=[0])]
    may_act: Annotated[
        list[int],
        Field("The seats that may move after the event although the match does not wait for them.", example=[1, 2]),
    ]
    deadlines: Annotated[list[DeadlineOut], Field("The deadlines of the prompts that are open after the event.")]
    hash: Hash
    cells: Cells
    core: NotRequired[
        Annotated[
            str, Field("With `?core=1`, the exact text that is hashed.", example='{"actor":0,"at_ms":1767225600000}')
        ]
    ]


class MessageInput(Serializer):
    """A message to the table."""

    text = ParagraphsField("The text.", "Good game!", min_length=1, max_length=500)


class MessageOut(TypedDict):
    """A message at the table."""

    seq: Seq
    at: Moment
    seat: SeatNumber
    text: Annotated[str | None, Field("The text; null if an operator withdrew it.", example="Good game!")]


class EventList(TypedDict):
    """A page of the log."""

    items: Annotated[list[EventOut], Field("The events in order.")]
    next: NextPage


class MessageList(TypedDict):
    """A page of the messages at a table."""

    items: Annotated[list[MessageOut], Field("The messages in order.")]
    next: NextPage
