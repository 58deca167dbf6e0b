"""The shape of a request for a ticket."""

from __future__ import annotations

from events.http.fields import Shape, Word


class TicketInput(Shape):
    """The stream that the ticket opens."""

    match = Word(
        "The id of a match; null: your own stream.", "01956a3e-7d5c-7c1a-9b3e-2f4f6a1d8c55", max_length=36,
        required=False, allow_null=True,
    )  # fmt: skip
