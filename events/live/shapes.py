"""Tickets for streams."""

from __future__ import annotations

from typing import Annotated, TypedDict

from events.base.shapes import Field, Moment


class TicketOut(TypedDict):
    """A ticket that opens one stream."""

    ticket: Annotated[str, Field("The ticket, for `?ticket=`; valid once.", example="c0ffee" * 7)]
    expires_at: Moment
