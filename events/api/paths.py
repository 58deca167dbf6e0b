"""What stands in a path: ids and numbers of seats, each in exactly one spelling.

Limits and idempotency keys are counted by path, so a second spelling of the same thing would be a second count. Any
other spelling, such as a UUID in capitals, leads nowhere and is answered with 404. Ids use Django's `uuid` converter,
which takes the canonical form alone.
"""

from __future__ import annotations

from django.urls import register_converter


class SeatNumber:
    """The number of a seat, without a sign or leading zeros."""

    regex = "(?:0|[1-9][0-9]?)"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


def register_converters() -> None:
    """Makes `<seat:number>` known to Django's routes."""
    register_converter(SeatNumber, "seat")
