"""Who is at a match, and who waits for a seat."""

from __future__ import annotations

from typing import Annotated, TypedDict

from events.base.shapes import Field, NextPage


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
