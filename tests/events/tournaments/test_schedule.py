"""Tournaments with a fixed start: check-in, the time limit of rounds, and weekly series."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from events.accounts.services import account_close
from events.log.models import Match
from events.tournaments.audit import audit
from events.tournaments.models import Tournament
from events.tournaments.schedule import week_after_ms
from events.tournaments.scoring import match_points, table_of
from events.tournaments.state import MatchResult
from events.users.models import Player, Token
from tests.events.calls import Caller, somebody
from tests.events.steps import tournaments_advance
from tests.events.tables import Hands, standing_clock
from tests.events.tournaments.logs import draw_round, record, started
from tests.events.tournaments.test_organisers import news_of
from tests.events.tournaments.test_tournaments import code, events_of, failed, head, matches

pytestmark = pytest.mark.django_db
PARIS = ZoneInfo("Europe/Paris")
AT = datetime(2126, 3, 26, 20, 30, tzinfo=PARIS)  # a Tuesday, before the clock changes
SCHEDULE: dict[str, Any] = {
    "title": "Tuesday",
    "game": "monopoly_deal",
    "seats": 2,
    "format": "swiss",
    "rounds": 2,
    "max_players": 8,
    "starts_at": AT.isoformat(),
    "check_in": 30,
    "round_minutes": 40,
    "clock": {"per_move": 60},
}


def ms(at: datetime) -> int:
    return round(at.timestamp() * 1000)


@pytest.fixture
def hands() -> Iterator[Hands]:
    with standing_clock() as hands:
        yield hands


def evening(ada: Caller, *others: Caller, **more: Any) -> str:
    """Creates an evening that Ada organises and that all have entered; returns its path."""
    answer = ada.post("/tournaments", {**SCHEDULE, **more})
    assert answer.status_code == 201, answer.content
    path = f"/tournaments/{answer.json()['id']}"
    for caller in (ada, *others):
        assert caller.post(f"{path}/entries").status_code == 201
    return path


def settle() -> None:
    while tournaments_advance():
        pass


def test_a_player_who_has_not_checked_in_is_not_drawn(hands: Hands):
    ada, bob, eve = somebody(), somebody(), somebody()
    hands.now_ms = ms(AT) - 31 * 60_000
    path = evening(ada, bob, eve)
    settle()
    assert code(bob.post(f"{path}/entries/1/check-in")) == "check_in_closed"
    assert news_of(bob) == []

    hands.go(60)
    settle()
    assert news_of(bob) == news_of(eve) == ["check_in"]
    assert bob.post(f"{path}/entries/1/check-in").json()["checked_in"] is True
    assert bob.post(f"{path}/entries/1/check-in").status_code == 200
    assert code(bob.post(f"{path}/entries/0/check-in")) == "not_found"
    assert ada.post(f"{path}/entries/0/check-in").status_code == 200
    hands.go(30 * 60)
    settle()

    assert [entry["withdrawn"] for entry in head(ada, path)["entries"]] == [False, False, True]
    assert [core["type"] for core in events_of(path)].count("entry.checked_in") == 2
    assert failed(audit(Caller().get(f"{path}/export").json(), [])) == []
    assert code(eve.post(f"{path}/entries/2/check-in")) == "not_found"


def test_a_tournament_without_enough_checked_in_players_is_cancelled(hands: Hands):
    ada, bob = somebody(), somebody()
    hands.now_ms = ms(AT) - 60_000
    path = evening(ada, bob)
    settle()
    ada.post(f"{path}/entries/0/check-in")
    hands.go(60)
    settle()

    assert head(ada, path)["status"] == "cancelled"


def test_a_changed_start_time_clears_all_check_ins(hands: Hands):
    ada, bob = somebody(), somebody()
    hands.now_ms = ms(AT) - 60_000
    path = evening(ada, bob)
    settle()
    bob.post(f"{path}/entries/1/check-in")

    moved = ada.call("PATCH", path, {"starts_at": (AT + timedelta(hours=1)).isoformat()}).json()

    assert [entry["checked_in"] for entry in moved["entries"]] == [False, False]
    assert code(bob.post(f"{path}/entries/1/check-in")) == "check_in_closed"
    hands.go(31 * 60)
    settle()
    assert news_of(bob) == ["check_in", "changed", "check_in"]
    assert failed(audit(Caller().get(f"{path}/export").json(), [])) == []


def test_a_round_past_its_time_limit_ends_and_the_next_round_begins(hands: Hands):
    ada, bob, eve, dan = (somebody() for _ in range(4))
    hands.now_ms = ms(AT) - 60_000
    path = evening(ada, bob, eve, dan, check_in=None)
    hands.go(60)
    settle()
    first, second = matches(ada, path)
    callers = (ada, bob, eve, dan)
    assert head(ada, path)["round_until"] == (AT + timedelta(minutes=40)).astimezone(UTC).isoformat(
        timespec="milliseconds"
    ).replace("+00:00", "Z")
    assert callers[first["entries"][0]].post(f"/matches/{first['match']}/resign").status_code in (200, 201)
    settle()
    hands.go(40 * 60 - 1)
    settle()
    assert Match.objects.get(pk=second["match"]).status == "running"

    hands.go(1)
    settle()

    assert Match.objects.get(pk=second["match"]).status == "aborted"
    recorded = {match["match"]: match for match in matches(ada, path)}
    assert recorded[first["match"]]["points"] == [0, 1000]
    assert recorded[second["match"]]["points"] == [500, 500]
    assert (head(ada, path)["round"], len(recorded)) == (2, 4)
    exports = [ada.get(f"/matches/{match}/export").json() for match in (first["match"], second["match"])]
    assert failed(audit(ada.get(f"{path}/export").json(), exports)) == []


@pytest.mark.parametrize(("absent", "points"), [((), [500, 500]), ((1,), [1000, 0]), ((0, 1), [0, 0])])
def test_players_who_were_present_share_the_first_places_of_an_unfinished_match(
    absent: tuple[int, ...], points: list[int]
):
    state = started(2, rounds=1, round_minutes=40)
    draw_round(state)
    (meeting,) = state.pairings.values()
    state.apply({"type": "round.timed_out", "round": 1, "matches": [meeting.match]})
    record(state, meeting.match, None, forfeits=absent)

    assert match_points(state, state.pairings[meeting.match]) == points
    assert [line.tie_breaks[2] for line in table_of(state)] == [0, 0]  # nobody has won


def test_a_match_aborted_before_the_time_limit_counts_nothing():
    state = started(2, rounds=1, round_minutes=40)
    draw_round(state)
    (meeting,) = state.pairings.values()
    record(state, meeting.match, None)
    state.apply({"type": "round.timed_out", "round": 1, "matches": []})

    assert state.pairings[meeting.match].result == MatchResult("aborted", None, None)
    assert match_points(state, state.pairings[meeting.match]) == [0, 0]


def test_the_audit_finds_a_round_that_was_ended_too_early(hands: Hands):
    ada, bob = somebody(), somebody()
    hands.now_ms = ms(AT)
    path = evening(ada, bob, check_in=None)
    settle()
    hands.go(10)
    Tournament.objects.update(wakes_ms=hands.now_ms)
    settle()

    (found,) = [
        words
        for status, step, words in audit(ada.get(f"{path}/export").json(), [])
        if status == "FAILED" and "draws" in step
    ]

    assert found == "the time of round 1 was not up"


# Weekly series


def test_the_next_weekly_tournament_opens_at_the_same_local_time(hands: Hands):
    ada, bob = somebody(), somebody()
    hands.now_ms = ms(AT)
    path = evening(ada, bob, check_in=None, weekly_in="Europe/Paris")
    settle()

    assert Tournament.objects.count() == 2
    later = Tournament.objects.exclude(pk=path.rpartition("/")[2]).get()
    assert (later.title, later.status, later.settings["round_minutes"]) == ("Tuesday", "open", 40)
    assert later.starts_ms == ms(datetime(2126, 4, 2, 20, 30, tzinfo=PARIS))
    assert later.starts_ms - ms(AT) == 7 * 86_400_000 - 3_600_000  # summer time has begun between them
    assert news_of(bob)[-1] == "round_drawn" and "evening" in news_of(bob)
    hands.now_ms = later.starts_ms
    settle()  # without entries it is cancelled, and the next one opens
    third = Tournament.objects.order_by("-starts_ms")[0]
    assert (Tournament.objects.count(), third.starts_ms) == (3, ms(datetime(2126, 4, 9, 20, 30, tzinfo=PARIS)))
    assert failed(audit(ada.get(f"{path}/export").json(), [])) == ["5 matches"]  # the audit gets no exports of matches


def test_a_weekly_tournament_ends_when_its_organiser_cancels_it(hands: Hands):
    ada = somebody()
    hands.now_ms = ms(AT) - 60_000
    path = evening(ada, weekly_in="Europe/Paris")
    assert ada.post(f"{path}/cancel").status_code == 200
    hands.go(3600)
    settle()

    assert Tournament.objects.count() == 1


def test_a_weekly_tournament_ends_when_its_organiser_closes_the_account(hands: Hands):
    ada, bob, eve = somebody(), somebody(), somebody()
    hands.now_ms = ms(AT)
    evening(ada, bob, eve, check_in=None, weekly_in="Europe/Paris", starts_at=(AT + timedelta(hours=1)).isoformat())
    account_close(player=Player.objects.get(pk=ada.player), token=Token.objects.get(player=ada.player))
    hands.go(3600)
    settle()

    assert Tournament.objects.count() == 1


@pytest.mark.parametrize(
    ("zone", "first", "after", "expected"),
    [
        ("Europe/Paris", "2026-10-20T19:30", "2026-10-20T19:30", "2026-10-27T19:30"),  # winter time begins on the 25th
        ("Europe/Paris", "2026-03-22T02:30", "2026-03-22T02:30", "2026-03-29T03:30"),  # this day has no 02:30
        ("Europe/Paris", "2026-03-22T02:30", "2026-03-29T03:30", "2026-04-05T02:30"),  # 02:30 again
        ("Europe/Paris", "2026-10-18T02:30", "2026-10-18T02:30", "2026-10-25T02:30"),  # the first of two 02:30
        ("America/Sao_Paulo", "2026-01-06T20:00", "2026-02-10T20:00", "2026-02-17T20:00"),
        ("Australia/Lord_Howe", "2026-03-31T20:00", "2026-03-31T20:00", "2026-04-07T20:00"),  # half an hour of change
        ("UTC", "2026-01-06T20:00", "2026-03-01T00:00", "2026-03-03T20:00"),  # weeks in which the server did not run
    ],
)
def test_a_week_ends_at_the_same_local_time_across_clock_changes(zone: str, first: str, after: str, expected: str):
    def at(text: str) -> int:
        return ms(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)))

    assert week_after_ms(at(first), at(after), zone) == at(expected)


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        ({"starts_at": None}, "/starts_at"),
        ({"start": "when_full"}, "/start"),
        ({"weekly_in": "Mars/Olympus"}, "/weekly_in"),
        ({"weekly_in": "localtime"}, "/weekly_in"),
        ({"weekly_in": "Factory"}, "/weekly_in"),
        ({"check_in": 1}, "/check_in"),
        ({"round_minutes": 0}, "/round_minutes"),
    ],
)
def test_an_invalid_schedule_is_refused(wrong: dict[str, Any], pointer: str):
    answer = somebody().post("/tournaments", {**SCHEDULE, **wrong})

    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, pointer)
