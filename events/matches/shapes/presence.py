"""Who is at a match, and who waits for a seat."""

from __future__ import annotations

from typing import Annotated, TypedDict

from events.base.shapes import Field, Id, Moment, NextPage
from events.http.fields import Shape, Truth, UniqueId, WholeNumber, Word
from events.matches.shapes.lobby import UnseenOut


class LookingInput(Shape):
    """Whether somebody looks at a page."""

    page = UniqueId("What you called the page when you opened its stream.", "01956a3e-7d5c-7c1a-9b3e-2f4f6a1d8c55")
    looking = Truth("Whether it is before somebody's eyes: shown, and touched in the last minutes.", False)
    seen = WholeNumber(
        "The last event that the page has shown. Left out, who looks away has seen everything.", 41, required=False,
        min_value=0, max_value=2**53 - 1,
    )  # fmt: skip


class NoteInput(Shape):
    """What you write down for yourself at a match."""

    text = Word("Your note.", "Bob has shown two spices.", max_length=4000)


class NoteOut(TypedDict):
    """What a player has written down for themselves at a match; nobody else sees it."""

    match: Id
    text: Annotated[str, Field("The note; empty if there is none.", example="Bob has shown two spices.")]
    written_at: Annotated[Moment | None, Field("When it was written; null if there is none.")]


class SeenOut(TypedDict):
    """How far the caller has seen a match, on any device, and what the others have done since."""

    seq: Annotated[
        int | None,
        Field("The last event that you have seen: your last move, or what a page has shown after it; null if you have "
              "neither moved nor looked, or have no seat, or the match does not run.", example=41),
    ]  # fmt: skip
    unseen: Annotated[list[UnseenOut], Field("The seats that have moved since.")]


class PresentOut(TypedDict):
    """Somebody who looks at a match."""

    name: Annotated[str, Field("The name of the player.", example="Ada")]
    seat: Annotated[int | None, Field("Their seat; null for a spectator.", example=0)]


class WaitingOut(TypedDict):
    """Somebody who waits for a seat."""

    name: Annotated[str, Field("The name of the player.", example="Grace")]


class PresenceList(TypedDict):
    """Who looks at a match."""

    items: Annotated[list[PresentOut], Field("The players, by seat, then by name.")]
    next: NextPage


class WaitingList(TypedDict):
    """Who waits for a seat of a match."""

    items: Annotated[list[WaitingOut], Field("The players, in the order in which they are offered a seat.")]
    next: NextPage
