"""The types of requests and responses about presence, notes and waiting lists."""

from __future__ import annotations

from typing import Annotated, TypedDict

from events.base.response_types import Field, Id, Moment, NextPage, component
from events.http.fields import BooleanField, CharField, IntegerField, Serializer, UUIDField
from events.matches.serializers.lobby import UnseenOut


@component("SeenUpdate")
class SeenInput(Serializer):
    """The state of a page: whether somebody looks at it."""

    page = UUIDField(
        "Your name for the page, the same as in the request that opened its stream.",
        "01956a3e-7d5c-7c1a-9b3e-2f4f6a1d8c55",
    )
    looking = BooleanField(
        "Whether somebody looks at the page: it is shown, and was touched in the last minutes.", False
    )
    seq = IntegerField(
        "The last event that the page has shown. If it is omitted when nobody looks, all events count as seen.",
        41,
        required=False,
        min_value=0,
        max_value=2**53 - 1,
    )


@component("NoteUpdate")
class NoteInput(Serializer):
    """Your private note at a match."""

    text = CharField("Your note.", "Bob has shown two spices.", max_length=4000)


class NoteOut(TypedDict):
    """The private note of a player at a match."""

    match: Id
    text: Annotated[str, Field("The note; empty if there is none.", example="Bob has shown two spices.")]
    written_at: Annotated[Moment | None, Field("When the note was written; null if there is none.")]


class SeenOut(TypedDict):
    """The last event that the caller has seen on any device, and the moves of the other seats since then."""

    seq: Annotated[
        int | None,
        Field(
            "The last event that you have seen: your last move, or a later event that a page has shown. Null if you "
            "have neither moved nor looked, if you have no seat, or if the match is not running.",
            example=41,
        ),
    ]
    unseen: Annotated[list[UnseenOut], Field("The other seats that have moved since then.")]


@component("Presence")
class PresentOut(TypedDict):
    """A player who looks at a match."""

    name: Annotated[str, Field("The name of the player.", example="Ada")]
    seat: Annotated[int | None, Field("The seat of the player; null for a spectator.", example=0)]


@component("WaitingPlayer")
class WaitingOut(TypedDict):
    """A player who waits for a seat."""

    name: Annotated[str, Field("The name of the player.", example="Grace")]


class PresenceList(TypedDict):
    """The players who look at a match."""

    items: Annotated[list[PresentOut], Field("The players, by seat, then by name.")]
    next: NextPage


class WaitingList(TypedDict):
    """The players who wait for a seat of a match."""

    items: Annotated[list[WaitingOut], Field("The players, in the order in which they are offered a seat.")]
    next: NextPage
