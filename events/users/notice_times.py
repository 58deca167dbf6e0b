"""The quiet hours of a player and the time of their daily e-mail, in the local time of their time zone.

Both take the change to and from summer time into account. They are computed immediately before a notification is sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from events.base.exceptions import FieldError, Malformed
from events.base.time_zones import time_zones

DAILY_AT, DAILY_ZONE = "07:00", "UTC"  # the defaults for players without such a setting
LONGEST_HOURS = 16
MINUTE = timedelta(minutes=1)

Wishes = Mapping[str, Any]


def clean_zone(name: str, pointer: str) -> str:
    """Returns the IANA name of a time zone. Raises Malformed if it is unknown."""
    if name not in time_zones():
        raise Malformed(FieldError(pointer, "not_an_option"))
    return name


def clean_quiet_hours(hours: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Returns quiet hours in their stored form. Raises Malformed for an unknown zone or more than 16 hours."""
    if hours is None:
        return None
    clean_zone(hours["zone"], "/quiet_hours/zone")
    begin, end = (timedelta(hours=at.hour, minutes=at.minute) for at in _ends(hours))
    length = (end - begin) % timedelta(days=1) or timedelta(days=1)
    if length > timedelta(hours=LONGEST_HOURS):
        raise Malformed(FieldError("/quiet_hours/end", "too_long_a_night", params={"hours": LONGEST_HOURS}))
    return {**hours, "deadlines": hours.get("deadlines", True)}


def clean_notifications(wishes: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the settings of notifications in their stored form. Raises Malformed for an unknown time zone."""
    if "email_zone" in wishes:
        clean_zone(wishes["email_zone"], "/notifications/email_zone")
    return dict(wishes)


def quiet_until(hours: Mapping[str, Any] | None, at_ms: int) -> int | None:
    """Returns the end of the present quiet hours in milliseconds; None if `at_ms` is outside quiet hours.

    If the change to summer time skips the end, the quiet hours end at that change. If the end occurs twice in autumn,
    the quiet hours end at the first occurrence and begin again for the repeated time before the second occurrence.
    """
    if hours is None:
        return None
    at = datetime.fromtimestamp(at_ms // 1000, UTC).replace(second=0)
    if not _is_quiet(hours, at):
        return None
    zone, end = ZoneInfo(hours["zone"]), _ends(hours)[1]
    local = at.astimezone(zone)
    day = local.date() + timedelta(days=local.time() >= end)
    earliest = min(datetime.combine(day, end, zone).replace(fold=fold).astimezone(UTC) for fold in (0, 1))
    moment = max(at, earliest)
    while _is_quiet(hours, moment):
        moment += MINUTE
    return _ms(moment)


def daily_after(wishes: Wishes, at_ms: int) -> int:
    """Returns the time of the next daily e-mail after `at_ms`, in milliseconds.

    If the change to summer time skips that time, the e-mail is due at the change.
    """
    zone = ZoneInfo(wishes.get("email_zone", DAILY_ZONE))
    at = time.fromisoformat(wishes.get("email_at", DAILY_AT))
    today = datetime.fromtimestamp(at_ms // 1000, UTC).astimezone(zone).date()
    days = (_ms(datetime.combine(today + timedelta(days=days), at, zone)) for days in range(-1, 3))
    return next(moment for moment in days if moment > at_ms)


def is_daily(wishes: Wishes) -> bool:
    """Returns whether a player wants one e-mail a day."""
    return wishes.get("email_when") == "daily"


def _is_quiet(hours: Mapping[str, Any], at: datetime) -> bool:
    begin, end = _ends(hours)
    now = at.astimezone(ZoneInfo(hours["zone"])).time()
    return begin <= now < end if begin < end else now >= begin or now < end


def _ends(hours: Mapping[str, Any]) -> tuple[time, time]:
    return time.fromisoformat(hours["start"]), time.fromisoformat(hours["end"])


def _ms(moment: datetime) -> int:
    return int(moment.timestamp()) * 1000
