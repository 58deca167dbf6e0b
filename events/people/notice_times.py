"""When a player wants no notices, and when the one e-mail of a day comes, by the clock on the wall of their time zone.

Both follow the zone through its changes to and from summer time, and are counted when something is about to be sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from events.base.exceptions import Fault, Malformed

DAILY_AT, DAILY_ZONE = "07:00", "UTC"  # of players who have not said when
LONGEST_HOURS = 16
MINUTE = timedelta(minutes=1)

Wishes = Mapping[str, Any]


def clean_zone(name: str, pointer: str) -> str:
    """The IANA name of a time zone; raises Malformed if there is none of that name."""
    if name not in available_timezones():
        raise Malformed(Fault(pointer, "not_an_option"))
    return name


def clean_quiet_hours(hours: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Quiet hours as they are stored; raises Malformed if their zone is unknown or they last longer than 16 hours."""
    if hours is None:
        return None
    clean_zone(hours["zone"], "/quiet_hours/zone")
    begin, end = (timedelta(hours=at.hour, minutes=at.minute) for at in _ends(hours))
    length = (end - begin) % timedelta(days=1) or timedelta(days=1)
    if length > timedelta(hours=LONGEST_HOURS):
        raise Malformed(Fault("/quiet_hours/end", "too_long_a_night", facts={"hours": LONGEST_HOURS}))
    return {**hours, "deadlines": hours.get("deadlines", True)}


def clean_notifications(wishes: Mapping[str, Any]) -> dict[str, Any]:
    """Wishes about notices as they are stored; raises Malformed if their time zone is unknown."""
    if "email_zone" in wishes:
        clean_zone(wishes["email_zone"], "/notifications/email_zone")
    return dict(wishes)


def quiet_until(hours: Mapping[str, Any] | None, at_ms: int) -> int | None:
    """When the quiet hours that hold at a moment end, in ms; None: none hold.

    An end that the clock skips in spring is where it goes on. Of an end that comes twice in autumn, the first counts,
    and what is left of the hours when they come again is quiet once more.
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
    """When the next e-mail of a day comes after a moment, in ms; an hour that the clock skips comes as it goes on."""
    zone = ZoneInfo(wishes.get("email_zone", DAILY_ZONE))
    at = time.fromisoformat(wishes.get("email_at", DAILY_AT))
    today = datetime.fromtimestamp(at_ms // 1000, UTC).astimezone(zone).date()
    days = (_ms(datetime.combine(today + timedelta(days=days), at, zone)) for days in range(-1, 3))
    return next(moment for moment in days if moment > at_ms)


def is_daily(wishes: Wishes) -> bool:
    """Whether a player wants one e-mail a day."""
    return wishes.get("email_when") == "daily"


def _is_quiet(hours: Mapping[str, Any], at: datetime) -> bool:
    begin, end = _ends(hours)
    now = at.astimezone(ZoneInfo(hours["zone"])).time()
    return begin <= now < end if begin < end else now >= begin or now < end


def _ends(hours: Mapping[str, Any]) -> tuple[time, time]:
    return time.fromisoformat(hours["start"]), time.fromisoformat(hours["end"])


def _ms(moment: datetime) -> int:
    return int(moment.timestamp()) * 1000
