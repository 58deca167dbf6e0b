"""The types of tickets for streams, and of the parts of streams besides events and notifications."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from events.base.response_types import Field, Id, Moment, SeatNumber, component
from events.http.fields import CharField, Serializer
from events.matches.serializers.moves import LegalOut
from events.matches.serializers.table import PromptOut


@component("StreamTicket")
class TicketOut(TypedDict):
    """A ticket that opens one stream."""

    ticket: Annotated[str, Field("The ticket, for `?ticket=`; valid once.", example="c0ffee" * 7)]
    expires_at: Moment


@component("StreamTicketCreate")
class TicketInput(Serializer):
    """The stream that the ticket opens."""

    match = CharField(
        "The id of a match; null: your own stream.",
        "01956a3e-7d5c-7c1a-9b3e-2f4f6a1d8c55",
        max_length=36,
        required=False,
        allow_null=True,
    )


class StreamedPrompt(PromptOut):
    """A prompt that is open to your seat."""

    legal: NotRequired[Annotated[LegalOut, Field("With `?legal=`: the legal moves for the prompt.")]]


class StreamedPrompts(TypedDict):
    """The prompts open to your seat. Prompts that require your answer come first."""

    match: Id
    seq: Annotated[
        int | None, Field("The event after which the prompts are open; null if no prompt is open.", example=12)
    ]
    seat: SeatNumber
    prompts: Annotated[list[StreamedPrompt], Field("The open prompts.")]


@component("StreamClosed")
class Bye(TypedDict):
    """The last event of a stream."""

    reason: Annotated[
        Literal["slow", "life", "shutdown", "error", "rights"],
        Field(
            "Why the stream ends. `rights`: you may not see its contents any more; after any other reason, resume "
            "after the last id."
        ),
    ]


@component("StreamOpened")
class Opened(TypedDict):
    """The first line of a stream of lines; its `id` is the start of the stream."""

    retry: Annotated[
        int, Field("The delay before the client reconnects once the stream has broken, in milliseconds.", example=3000)
    ]


@component("StreamHeartbeat")
class Heartbeat(TypedDict):
    """An event that only shows that the connection works."""


@component("StreamLine")
class StreamLine(TypedDict):
    """A line of a stream of lines."""

    event: Annotated[str, Field("The kind of event, or `open`, or `heartbeat`.", example="event")]
    id: NotRequired[Annotated[int, Field("The id to resume after.", example=12)]]
    data: Annotated[dict[str, Any], Field("The data of the event, as `x-events` describes it.", example={})]


STREAMED: tuple[Any, ...] = (StreamedPrompt, StreamedPrompts, Bye, Opened, Heartbeat, StreamLine)
"""Components to which no response refers."""


def events_of(data: Mapping[str, str]) -> dict[str, Any]:
    """Returns the schema of a stream. Its member `x-events` contains the schema of the data of each event, by name.

    data: the components, by event name.
    """
    return {"type": "string", "x-events": {name: {"$ref": f"#/components/schemas/{data[name]}"} for name in data}}


def lines_of(data: Mapping[str, str]) -> dict[str, Any]:
    """Returns the schema of a stream of JSON lines."""
    line = {"$ref": f"#/components/schemas/{StreamLine.__name__}"}
    return {**events_of({**data, "open": Opened.__name__, "heartbeat": Heartbeat.__name__}), "x-line": line}
