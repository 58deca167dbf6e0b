"""Tickets for streams."""

from __future__ import annotations

from typing import Annotated, TypedDict

from events.base.shapes import Field, Moment
from events.http.fields import Shape, Word


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
