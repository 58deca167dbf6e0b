"""Path converters, which give each id and seat number exactly one spelling.

Rate limits and idempotency keys belong to a path, so a second spelling would bypass them. Any other spelling, such as a
UUID in capitals, gets 404. Ids use Django's `uuid` converter, which accepts only the canonical form.
"""

from __future__ import annotations

from django.urls import register_converter

from events.base.exceptions import NotFound
from games import registry


class SeatNumber:
    """The number of a seat or of an entry, without a sign or leading zeros."""

    regex = "(?:0|[1-9][0-9]?)"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


class Count:
    """A number from 1 to 9999, without a sign or leading zeros."""

    regex = "[1-9][0-9]{0,3}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


register_converter(SeatNumber, "seat")
register_converter(Count, "count")

MATCH = "matches/<uuid:match_id>"
NUMBER = "<seat:number>"
COUNT = "<count:number>"


def require_game(game: str) -> None:
    """Raises NotFound unless the server has the game that a path names."""
    if game not in registry.GAMES:
        raise NotFound()
