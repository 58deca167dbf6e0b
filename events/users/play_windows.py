"""The play windows of players, in the form that the log of a match contains.

The form includes the offsets of the time zone, so anybody can compute the hours without a time-zone database.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from events.base.clock import now_ms
from events.base.exceptions import FieldError, Malformed
from events.users.models import Player
from events.users.notice_times import clean_zone

if TYPE_CHECKING:
    from events.log.models import Match

DAY = 1440
SHORTEST = 8 * 60
AHEAD_DAYS = 400


def clean_play_window(window: dict[str, str] | None) -> dict[str, str] | None:
    """Returns a play window in its stored form. Raises Malformed for an unknown zone or less than eight hours."""
    if window is None:
        return None
    clean_zone(window["zone"], "/play_window/zone")
    if _length(window) < SHORTEST:
        raise Malformed(FieldError("/play_window/end", "too_short_a_day", params={"hours": SHORTEST // 60}))
    return window


def hours_of(match: Match, player: Player | None) -> dict[str, Any]:
    """Returns the member `hours` of an event that seats a player; no member if the match has no play windows.

    `hours` is null for a bot, and for a player who answers all day.
    """
    if not match.clock.get("play_window"):
        return {}
    window = player.play_window if player is not None else None
    if window is None:
        return {"hours": None}
    offsets = [list(offset) for offset in _offsets(window["zone"], now_ms())]
    return {"hours": {"start": _minutes(window["start"]), "minutes": _length(window), "offsets": offsets}}


def _minutes(text: str) -> int:
    hours, minutes = text.split(":")
    return 60 * int(hours) + int(minutes)


def _length(window: dict[str, str]) -> int:
    return (_minutes(window["end"]) - _minutes(window["start"])) % DAY or DAY


def _offsets(zone: str, at_ms: int) -> Iterator[tuple[int, int]]:
    """Yields the offsets of a time zone for the next 400 days, as pairs of starting time (ms) and offset (minutes)."""
    place, moment = ZoneInfo(zone), datetime.fromtimestamp(at_ms // 1000, UTC).replace(minute=0, second=0)
    last = None
    for day in range(AHEAD_DAYS):
        if _offset(place, moment + timedelta(days=day + 1)) == last:
            continue
        for hour in range(25):
            at = moment + timedelta(days=day, hours=hour)
            if (offset := _offset(place, at)) != last:
                yield int(at.timestamp()) * 1000, offset
                last = offset


def _offset(place: ZoneInfo, at: datetime) -> int:
    return round((at.astimezone(place).utcoffset() or timedelta()).total_seconds()) // 60
