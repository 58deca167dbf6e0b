"""A sweeper whose clock differs from the database's does nothing, and says so."""

from __future__ import annotations

import time

import pytest
from django.core.management import call_command
from django.db import OperationalError, connection
from structlog.testing import capture_logs

from events import sweeper
from events.base.alarms import OUTAGES
from events.base.clock import clock
from events.models import Match, Process
from events.processes import heartbeat
from tests.events.tables import dalmuti, fresh

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def without_chores(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no broker for messages to workers."""
    monkeypatch.setattr("events.sweeper._chores", {})


def overdue() -> Match:
    """A match whose clock ran out an hour ago."""
    with clock(lambda: round(time.time() * 1000) - 3_660_000):
        return dalmuti(clock={"per_move": 60, "on_timeout": "resign"})


@pytest.mark.parametrize("ahead_ms", [3_600_000, -1_800_000])
def test_a_sweeper_with_a_wrong_clock_does_nothing_and_says_so(ahead_ms: int) -> None:
    match = overdue()
    before = fresh(match).head_seq

    with clock(lambda: round(time.time() * 1000) + ahead_ms), capture_logs() as lines:
        call_command("sweep", "--once")

    assert fresh(match).head_seq == before
    (line,) = [line for line in lines if line["event"] == "sweeper_clock_is_wrong"]
    assert line["ahead_ms"] == pytest.approx(ahead_ms, abs=600_000)  # less what a slow query takes


@pytest.mark.parametrize(("ahead_ms", "is_right"), [(2_000, True), (-2_000, True), (2_001, False), (-2_001, False)])
def test_a_clock_is_wrong_beyond_two_seconds(ahead_ms: int, is_right: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeper, "clock_ahead_ms", lambda: ahead_ms)

    assert sweeper.clock_is_right() is is_right


@pytest.mark.parametrize("outage", OUTAGES)
def test_a_database_that_does_not_answer_does_not_end_the_sweeper(
    outage: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails() -> int:
        raise outage("gone")

    monkeypatch.setattr(sweeper, "clock_ahead_ms", fails)
    monkeypatch.setattr(sweeper, "global_log_witness", fails)

    assert not sweeper.clock_is_right()
    sweeper.Witness().look()


def test_a_sweeper_with_the_right_clock_acts_and_says_that_it_has_worked(monkeypatch: pytest.MonkeyPatch) -> None:
    match = overdue()
    before = fresh(match).head_seq
    beating = heartbeat.Heartbeat("sweeper")
    monkeypatch.setattr(heartbeat, "begin", lambda kind: beating)
    monkeypatch.setattr(beating, "end", beating.beat)

    call_command("sweep", "--once")

    assert fresh(match).head_seq > before
    assert Process.objects.get(kind="sweeper").worked_at is not None


def test_a_round_that_fails_is_no_round(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> int:
        raise OperationalError("gone")

    beating = heartbeat.Heartbeat("sweeper")
    monkeypatch.setattr(heartbeat, "begin", lambda kind: beating)
    monkeypatch.setattr(beating, "end", beating.beat)
    monkeypatch.setattr("events.sweeper.deadlines_notify", fails)

    call_command("sweep", "--once")

    assert Process.objects.get(kind="sweeper").worked_at is None
    connection.close()
