"""Quiet hours and the hour of the daily e-mail, through changes to and from summer time."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import patch
from zoneinfo import ZoneInfo

import pytest

from events.users import notice_times
from events.users.models import Player
from events.users.notice_times import daily_after, quiet_until
from tests.events.calls import code, somebody

MINUTE_MS, DAY_MINUTES = 60_000, 1440
NIGHT = {"zone": "Europe/Paris", "start": "22:00", "end": "07:30", "deadlines": True}
ZONES = [
    "Europe/Paris",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Pacific/Apia",
    "UTC",
]
CHANGES = [
    datetime.fromisoformat(f"{moment}+00:00")
    for moment in (
        "2027-03-28T01:00",
        "2027-10-31T01:00",
        "2027-04-03T15:00",
        "2027-03-14T07:00",
        "2027-11-07T06:00",
        "2011-12-30T10:00",
    )
]


def ms(text: str) -> int:
    return int(datetime.fromisoformat(text).timestamp()) * 1000


def wall(at_ms: int, zone: str) -> str:
    """Returns the local time."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).astimezone(ZoneInfo(zone)).strftime("%H:%M")


def walked(hours: dict[str, Any], at_ms: int) -> int | None:
    """Oracle: advances minute by minute until the local time is not quiet."""

    def is_quiet(moment: int) -> bool:
        shown, begin, end = wall(moment, hours["zone"]), hours["start"], hours["end"]
        return begin <= shown < end if begin < end else not end <= shown < begin

    moments = range(at_ms - at_ms % MINUTE_MS, at_ms + 2 * DAY_MINUTES * MINUTE_MS, MINUTE_MS)
    return next(moment for moment in moments if not is_quiet(moment)) if is_quiet(at_ms) else None


@pytest.mark.parametrize(
    ("at", "end"),
    [
        ("2027-01-15T21:59:59+01:00", None),
        ("2027-01-15T22:00:00+01:00", "2027-01-16T07:30:00+01:00"),
        ("2027-01-16T07:29:59+01:00", "2027-01-16T07:30:00+01:00"),
        ("2027-01-16T07:30:00+01:00", None),
        ("2027-03-27T23:00:00+01:00", "2027-03-28T07:30:00+02:00"),
        ("2027-10-30T23:00:00+02:00", "2027-10-31T07:30:00+01:00"),
    ],
)
def test_quiet_hours_end_at_their_local_time(at: str, end: str | None):
    assert quiet_until(NIGHT, ms(at)) == (end and ms(end))


def test_quiet_hours_whose_end_is_skipped_end_at_the_next_existing_time():
    assert quiet_until(NIGHT | {"end": "02:30"}, ms("2027-03-28T01:10:00+01:00")) == ms("2027-03-28T03:00:00+02:00")


def test_quiet_hours_whose_end_occurs_twice_end_at_the_first():
    early = NIGHT | {"end": "02:30"}

    assert quiet_until(early, ms("2027-10-31T02:10:00+02:00")) == ms("2027-10-31T02:30:00+02:00")
    assert quiet_until(early, ms("2027-10-31T02:10:00+01:00")) == ms("2027-10-31T02:30:00+01:00")


def disagreements(seed: int, samples: int = 60) -> list[Any]:
    """Returns the cases near clock changes in which the end of quiet hours differs from the oracle's."""
    chance, found = random.Random(seed), []
    for _ in range(samples):
        begin, length = chance.randrange(DAY_MINUTES), chance.randrange(10, 960)
        start, end = (f"{at // 60:02}:{at % 60:02}" for at in (begin, (begin + length) % DAY_MINUTES))
        hours = {"zone": chance.choice(ZONES), "start": start, "end": end}
        at = chance.choice(CHANGES) + timedelta(minutes=chance.randrange(-900, 900), seconds=chance.randrange(60))
        at_ms = int(at.timestamp()) * 1000
        if quiet_until(hours, at_ms) != walked(hours, at_ms):
            found.append((hours, at))
    return found


def test_the_ends_of_quiet_hours_equal_an_independent_computation():
    seed = 20271031
    assert disagreements(seed) == [], f"seed {seed}"


def test_planted_quiet_hours_that_ignore_summer_time_are_found():
    real = notice_times.quiet_until

    def fixed(hours: dict[str, Any], at_ms: int) -> int | None:
        offset = ZoneInfo(hours["zone"]).utcoffset(datetime(2027, 1, 1)) or timedelta()
        shifted = real(hours | {"zone": "UTC"}, at_ms + int(offset.total_seconds()) * 1000)
        return shifted and shifted - int(offset.total_seconds()) * 1000

    with patch(f"{__name__}.quiet_until", fixed):
        assert disagreements(20271031)


@pytest.mark.parametrize(
    ("at", "wishes", "comes"),
    [
        ("2027-01-15T06:59:59+00:00", {}, "2027-01-15T07:00:00+00:00"),
        ("2027-01-15T07:00:00+00:00", {}, "2027-01-16T07:00:00+00:00"),
        ("2027-03-27T19:00:00+01:00", {"email_at": "18:30"}, "2027-03-28T18:30:00+02:00"),
        ("2027-10-30T19:00:00+02:00", {"email_at": "18:30"}, "2027-10-31T18:30:00+01:00"),
        ("2027-03-27T19:00:00+01:00", {"email_at": "02:30"}, "2027-03-28T03:30:00+02:00"),
        ("2027-10-30T19:00:00+02:00", {"email_at": "02:30"}, "2027-10-31T02:30:00+02:00"),
        ("2027-10-31T02:30:00+02:00", {"email_at": "02:30"}, "2027-11-01T02:30:00+01:00"),
    ],
)
def test_the_daily_e_mail_is_sent_once_a_day_at_its_time(at: str, wishes: dict[str, str], comes: str):
    zone = {"email_zone": "Europe/Paris"} if wishes else {}
    assert daily_after({**wishes, **zone}, ms(at)) == ms(comes)


@pytest.mark.django_db
def test_quiet_hours_are_set_shown_and_ended():
    ada = somebody("Ada")

    kept = ada.call("PATCH", "/me", {"quiet_hours": {"zone": "Europe/Paris", "start": "22:00", "end": "07:30"}})
    assert (kept.status_code, ada.get("/me").json()["quiet_hours"]) == (200, NIGHT)
    assert ada.call("PATCH", "/me", {"quiet_hours": None}).json()["quiet_hours"] is None


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("wish", "pointer", "fault"),
    [
        ({"quiet_hours": NIGHT | {"zone": "Europe/Atlantis"}}, "/quiet_hours/zone", "not_an_option"),
        ({"quiet_hours": NIGHT | {"zone": "localtime"}}, "/quiet_hours/zone", "not_an_option"),
        ({"quiet_hours": NIGHT | {"zone": "Factory"}}, "/quiet_hours/zone", "not_an_option"),
        ({"notifications": {"email_zone": "localtime"}}, "/notifications/email_zone", "not_an_option"),
        ({"play_window": {"zone": "Factory", "start": "08:00", "end": "23:00"}}, "/play_window/zone", "not_an_option"),
        ({"quiet_hours": NIGHT | {"end": "14:01"}}, "/quiet_hours/end", "too_long_a_night"),
        ({"quiet_hours": NIGHT | {"end": "22:00"}}, "/quiet_hours/end", "too_long_a_night"),
        ({"quiet_hours": NIGHT | {"start": "24:00"}}, "/quiet_hours/start", "invalid"),
        ({"notifications": {"email_zone": "Mars/Olympus"}}, "/notifications/email_zone", "not_an_option"),
        ({"notifications": {"inbox": ["gossip"]}}, "/notifications/inbox/0", "invalid_choice"),
    ],
)
def test_invalid_times_and_unknown_kinds_are_refused(wish: dict[str, Any], pointer: str, fault: str):
    ada = somebody("Ada")

    answer = ada.call("PATCH", "/me", {**wish, "shows_presence": True})

    assert code(answer) == (400, "malformed")
    assert [(each["pointer"], each["code"]) for each in answer.json()["errors"]] == [(pointer, fault)]
    stored = Player.objects.get(pk=ada.player)
    assert (stored.quiet_hours, stored.notifications, stored.shows_presence) == (None, {}, False)
