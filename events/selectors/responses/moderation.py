"""Reports, and the players whom a player avoids."""

from __future__ import annotations

from typing import Annotated, TypedDict

from events.shapes import Field, Id, Moment


class ReportOut(TypedDict):
    """A report to the operator."""

    id: Id
    state: Annotated[str, Field("`open`, `upheld` or `dismissed`.", example="open")]
    reason: Annotated[str, Field("Why.", example="abuse")]
    match: Annotated[Id | None, Field("The match of the message; null if a player was reported by name.")]
    seq: Annotated[int | None, Field("The event that is the message.", example=12)]
    created_at: Moment


class AvoidanceOut(TypedDict):
    """A player whom the caller avoids."""

    name: Annotated[str, Field("The name of the player.", example="Eve")]
    is_block: Annotated[bool, Field("Whether the player is blocked, and not only muted.", example=False)]
    created_at: Moment
