"""Who is at a match."""

from __future__ import annotations

from typing import Annotated, TypedDict

from events.shapes import Field


class PresentOut(TypedDict):
    """Somebody who looks at a match."""

    name: Annotated[str, Field("The name of the player.", example="Ada")]
    seat: Annotated[int | None, Field("Their seat; null for a spectator.", example=0)]


class WaitingOut(TypedDict):
    """Somebody who waits for a seat."""

    name: Annotated[str, Field("The name of the player.", example="Grace")]
