"""Tickets for streams, and what streams send beside rows and notices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from events.base.shapes import Field, Id, Moment, SeatNumber
from events.http.fields import Shape, Word
from events.matches.shapes.moves import LegalOut
from events.matches.shapes.table import PromptOut


class TicketOut(TypedDict):
    """A ticket that opens one stream."""

    ticket: Annotated[str, Field("The ticket, for `?ticket=`; valid once.", example="c0ffee" * 7)]
    expires_at: Moment


class TicketInput(Shape):
    """The stream that the ticket opens."""

    match = Word(
        "The id of a match; null: your own stream.", "01956a3e-7d5c-7c1a-9b3e-2f4f6a1d8c55", max_length=36,
        required=False, allow_null=True,
    )  # fmt: skip


class StreamedPrompt(PromptOut):
    """A prompt that is open to your seat."""

    legal: NotRequired[Annotated[LegalOut, Field("With `?legal=`: the legal moves for the prompt.")]]


class StreamedPrompts(TypedDict):
    """The prompts open to your seat; those that require your answer come first."""

    match: Id
    seq: Annotated[int | None, Field("The event after which they are open; null where none is.", example=12)]
    seat: SeatNumber
    prompts: Annotated[list[StreamedPrompt], Field("The open prompts.")]


class Bye(TypedDict):
    """The last event of a stream."""

    reason: Annotated[
        Literal["slow", "life", "shutdown", "error", "rights"],
        Field("Why it ends. `rights`: you may not see this any more; else resume after the last id."),
    ]


STREAMED: tuple[Any, ...] = (StreamedPrompt, StreamedPrompts, Bye)
"""Components to which no response refers."""


def events_of(data: Mapping[str, str]) -> dict[str, Any]:
    """The schema of a stream. x-events: the schema of the data of each event, by its name. data: components by name."""
    return {"type": "string", "x-events": {name: {"$ref": f"#/components/schemas/{data[name]}"} for name in data}}
