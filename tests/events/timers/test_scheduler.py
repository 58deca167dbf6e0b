"""The scheduler does due work on time, despite failures, and by the clock of the database."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.db import InternalError, OperationalError, connection, transaction

from events.base import publishing
from events.base.clock import clock, now_ms
from events.base.error_reports import is_outage
from events.base.hub import listening_parameters
from events.log.errors import MatchOver
from events.log.models import Match
from events.processes import heartbeat
from events.processes.models import ErrorReport, Process
from events.timers import listener, registry, scheduler, services, statements
from events.timers.models import MatchTimer, Timer
from events.timers.registry import TimerKind
from events.timers.scheduler import LEASE_MS, LONGEST_RETRY_MS, RETRY_MS, Scheduler, run_due
from events.timers.services import set_match_timers, set_timer
from events.users.account_mail import recovery_request
from tests.events.scheduling import run_due as run_all
from tests.events.tables import dalmuti, fresh, standing_clock

SECONDS = 30  # longer than a busy machine needs
A_WHILE = 1.0  # an awake scheduler looks within this time

pytestmark = pytest.mark.django_db(transaction=True)


class Calls:
    """The functions of two kinds that a test registers. keys: their arguments; effect: the effect of `fails`."""

    def __init__(self) -> None:
        self.keys: list[object] = []
        self.effect: Callable[[], int | None] = lambda: None

    def works(self, key: object) -> int | None:
        self.keys.append(key)
        return None

    def fails(self, key: object) -> int | None:
        self.keys.append(key)
        return self.effect()


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    """Replaces all kinds of timers with `works` and `fails`, both for matches."""
    made = Calls()
    kinds = {
        "works": TimerKind(made.works),
        "fails": TimerKind(made.fails),
        "works of match": TimerKind(made.works, is_of_match=True),
        "fails of match": TimerKind(made.fails, is_of_match=True),
    }
    for module in (scheduler, registry, services):
        monkeypatch.setattr(module, "kinds", lambda: kinds)
    return made


def raises(error: Exception) -> Callable[[], int | None]:
    def effect() -> int | None:
        raise error

    return effect


def lost_node() -> InternalError:
    """Returns the error that Django raises if Citus loses a node within a transaction."""
    error = InternalError("lost")
    error.__cause__ = psycopg.errors.InternalError_("failure on connection marked as essential: worker:5432")
    return error


# Order of the tasks


def test_a_function_is_called_once_at_its_time(calls: Calls) -> None:
    with standing_clock() as hands:
        set_timer("works", "a", hands.now_ms + 5_000)

        assert run_due() == hands.now_ms + 5_000
        assert calls.keys == []
        hands.go(5)
        run_due()
        hands.go(3_600)
        run_due()

    assert calls.keys == ["a"]
    assert not Timer.objects.exists()


def test_a_timer_of_a_match_is_called_with_the_match(calls: Calls) -> None:
    match = dalmuti()
    MatchTimer.objects.all().delete()
    set_match_timers(match.pk, {"works of match": now_ms()})

    run_due()

    assert calls.keys == [match.pk]


def test_a_timer_that_is_set_twice_keeps_the_earlier_time(calls: Calls) -> None:
    with standing_clock() as hands:
        for seconds in (9, 5, 7):
            set_timer("works", "a", hands.now_ms + 1_000 * seconds)

        assert Timer.objects.get().due_ms == hands.now_ms + 5_000


def test_a_timer_of_a_transaction_that_is_rolled_back_is_not_set(calls: Calls) -> None:
    with transaction.atomic():
        set_timer("works", "a", now_ms())
        transaction.set_rollback(True)

    assert run_due() is None
    assert calls.keys == []


def test_a_timer_set_by_its_own_function_is_kept(calls: Calls) -> None:
    with standing_clock() as hands:

        def sets_again() -> None:
            set_timer("fails", "a", hands.now_ms + 5_000)

        calls.effect = sets_again
        set_timer("fails", "a", hands.now_ms)
        run_due()

        assert Timer.objects.get().due_ms == hands.now_ms + 5_000


def test_a_function_returns_the_time_of_its_next_call(calls: Calls) -> None:
    with standing_clock() as hands:
        calls.effect = lambda: hands.now_ms + 60_000
        set_timer("fails", "a", hands.now_ms)
        run_due()

        assert Timer.objects.get().due_ms == hands.now_ms + 60_000


def test_a_timer_that_is_still_due_is_tried_again_after_a_second(calls: Calls) -> None:
    with standing_clock() as hands:
        calls.effect = lambda: hands.now_ms - 60_000
        set_timer("fails", "a", hands.now_ms)
        run_due()

        assert Timer.objects.get().due_ms == hands.now_ms + RETRY_MS


def test_periodic_timers_are_repeated_and_set_if_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[int] = []
    monkeypatch.setattr(scheduler, "kinds", lambda: {"clean": TimerKind(lambda: done.append(1), 60_000)})
    with standing_clock() as hands:
        scheduler.ensure_timers()
        for _ in range(3):
            run_due()
            hands.go(59)
        scheduler.ensure_timers()

        assert len(done) == 2
        assert Timer.objects.get().due_ms == hands.now_ms + 1_000


def test_apps_register_kinds_of_timers_and_every_timer_has_a_registered_kind() -> None:
    kinds = registry.kinds()

    match = dalmuti(clock={"per_move": 60})

    assert set(MatchTimer.objects.filter(match=match.pk).values_list("kind", flat=True)) >= {"deadline", "reminder"}
    of_matches = {name for name, kind in kinds.items() if kind.is_of_match}
    assert set(MatchTimer.objects.values_list("kind", flat=True)) <= of_matches
    assert {"tournament", "league", "withheld", "suspension", "coach_wake", "deliveries_serve"} <= kinds.keys()


def test_any_number_of_timers_that_are_not_due_takes_two_statements(
    calls: Calls, django_assert_num_queries: Any
) -> None:
    later_ms = now_ms() + 60_000
    match = dalmuti()
    MatchTimer.objects.all().delete()
    Timer.objects.bulk_create(Timer(kind="works", key=str(number), due_ms=later_ms) for number in range(500))
    set_match_timers(match.pk, {"works of match": later_ms})

    with django_assert_num_queries(2):
        assert run_due() == later_ms


# Failures


@pytest.mark.parametrize("error", [RuntimeError("defect"), OperationalError("gone"), lost_node(), MatchOver()])
def test_a_function_that_fails_stops_no_other_and_is_called_again(error: Exception, calls: Calls) -> None:
    with standing_clock() as hands:
        calls.effect = raises(error)
        match = dalmuti()
        MatchTimer.objects.all().delete()
        set_timer("fails", "a", hands.now_ms)
        set_match_timers(match.pk, {"fails of match": hands.now_ms, "works of match": hands.now_ms})
        set_timer("works", "b", hands.now_ms)

        run_due()

        assert sorted(map(str, calls.keys)) == sorted(["a", str(match.pk), str(match.pk), "b"])
        assert Timer.objects.get().due_ms == hands.now_ms + RETRY_MS
        assert MatchTimer.objects.get().due_ms == hands.now_ms + RETRY_MS


def test_the_pause_after_a_failure_grows_and_ends_with_a_success(calls: Calls) -> None:
    pauses = []
    with standing_clock() as hands:
        calls.effect = raises(RuntimeError("defect"))
        set_timer("fails", "a", hands.now_ms)
        for _ in range(12):
            run_due()
            pauses.append(Timer.objects.get().due_ms - hands.now_ms)
            hands.go(pauses[-1] / 1000)
        calls.effect = lambda: hands.now_ms + 5_000
        run_due()

    assert pauses[:4] == [1_000, 2_000, 4_000, 8_000]
    assert pauses[-1] == LONGEST_RETRY_MS
    assert Timer.objects.get().attempts == 0


@pytest.mark.parametrize(
    ("error", "codes"),
    [(RuntimeError("defect"), ["timer_failed"]), (OperationalError("gone"), []), (MatchOver(), [])],
)
def test_a_defect_writes_an_error_report_and_an_outage_or_a_refusal_does_not(
    error: Exception, codes: list[str], calls: Calls
) -> None:
    calls.effect = raises(error)
    match = dalmuti()
    MatchTimer.objects.all().delete()
    set_match_timers(match.pk, {"fails of match": now_ms()})

    run_due()

    assert [(report.code, report.match) for report in ErrorReport.objects.all()] == [(code, match.pk) for code in codes]
    ErrorReport.objects.all().delete()


def test_a_timer_whose_scheduler_dies_fires_again(calls: Calls) -> None:
    with standing_clock() as hands:
        calls.effect = raises(KeyboardInterrupt())  # type: ignore[arg-type]
        set_timer("fails", "a", hands.now_ms)
        with pytest.raises(KeyboardInterrupt):
            run_due()
        calls.effect = lambda: None

        assert run_due() == hands.now_ms + LEASE_MS
        hands.go(LEASE_MS / 1000)
        run_due()

    assert calls.keys == ["a", "a"]


def test_several_schedulers_call_each_function_once(calls: Calls) -> None:
    for number in range(60):
        set_timer("works", str(number), now_ms())

    def work() -> None:
        try:
            run_due()
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(map(str, calls.keys)) == sorted(map(str, range(60)))


def test_a_database_that_does_not_answer_does_not_end_the_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "follow_database", raises(OperationalError("gone")))
    worked: list[int] = []

    assert Scheduler(lambda: worked.append(1)).step() == RETRY_MS / 1000
    assert worked == []


@pytest.mark.parametrize("error", [RuntimeError("defect"), InternalError("of its own")])
def test_a_defect_is_no_outage(error: Exception) -> None:
    assert not is_outage(error)


# The clock


def overdue() -> Match:
    """Returns a match whose deadline passed an hour ago."""
    with clock(lambda: round(time.time() * 1000) - 3_660_000):
        return dalmuti(clock={"per_move": 60, "on_timeout": "resign"})


@pytest.mark.parametrize("ahead_ms", [0, 7_200_000, -7_200_000])
def test_deadlines_follow_the_clock_of_the_database_and_not_of_the_scheduler(ahead_ms: int) -> None:
    past = overdue()
    later = dalmuti(clock={"per_move": 3_600, "on_timeout": "resign"})
    before = fresh(past).head_seq, fresh(later).head_seq

    with clock(lambda: round(time.time() * 1000) + ahead_ms, follows=True):
        call_command("scheduler", "--once")
        assert abs(now_ms() - round(time.time() * 1000)) < 5_000

    assert fresh(past).head_seq > before[0]
    assert fresh(later).head_seq == before[1]


def test_a_scheduler_reads_the_time_again_after_a_slow_query(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock is 10 s ahead; a query of 30 s alone leaves every error below 30 s uncorrected."""
    durations = [30, 0]

    with standing_clock() as hands, clock(lambda: hands.now_ms, follows=True):

        def database_ms() -> int:
            hands.go(durations.pop(0))
            return hands.now_ms - 10_000

        monkeypatch.setattr(statements, "database_ms", database_ms)

        scheduler.follow_database()

        assert now_ms() == hands.now_ms - 10_000


def test_a_scheduler_records_the_time_of_its_last_work(monkeypatch: pytest.MonkeyPatch) -> None:
    beating = heartbeat.ProcessHeartbeat("scheduler")
    monkeypatch.setattr(heartbeat, "begin", lambda kind, must_work: beating)
    monkeypatch.setattr(beating, "end", beating.beat)

    call_command("scheduler", "--once")

    assert Process.objects.get(kind="scheduler").worked_at is not None


# Sleep


class Sleeper:
    """A scheduler in a thread, with a count of its looks."""

    def __init__(self) -> None:
        self.count = 0
        self._looked = threading.Condition()
        self.scheduler = Scheduler()
        self._step = self.scheduler.step
        self.scheduler.step = self._counted  # type: ignore[method-assign]

    def _counted(self) -> float:
        seconds = self._step()
        with self._looked:
            self.count += 1
            self._looked.notify_all()
        return seconds

    def has_looked(self, count: int, seconds: float = SECONDS) -> bool:
        """Waits for `count` looks; returns whether they happened."""
        with self._looked:
            return self._looked.wait_for(lambda: self.count >= count, seconds)

    def fall_asleep(self) -> int:
        """Waits until no further look follows; returns the number of looks."""
        assert self.has_looked(1)
        for _ in range(10 * SECONDS):
            if not self.has_looked(self.count + 1, A_WHILE):
                return self.count
        raise AssertionError("it looks again and again")

    def run(self) -> None:
        try:
            self.scheduler.run()
        finally:
            connection.close()


@contextmanager
def sleeper() -> Iterator[Sleeper]:
    """Yields a scheduler that runs until the block ends."""
    made = Sleeper()
    thread = threading.Thread(target=made.run)
    thread.start()
    try:
        yield made
    finally:
        made.scheduler.listener.stop()
        thread.join(SECONDS)
        assert not thread.is_alive()


@pytest.fixture
def lost_notifications(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loses all notifications without an error."""
    monkeypatch.setattr(listener.Listener, "_received", lambda self: bool(self._connection.pgconn.consume_input()))


def test_a_timer_ends_the_sleep_without_any_notification(calls: Calls, lost_notifications: None) -> None:
    set_timer("works", "a", now_ms() + 4_000)
    with sleeper() as sleeping:
        before = sleeping.fall_asleep()

        assert sleeping.has_looked(before + 1)


def test_a_scheduler_without_timers_continues_to_sleep(calls: Calls, lost_notifications: None) -> None:
    with sleeper() as sleeping:
        before = sleeping.fall_asleep()

        assert not sleeping.has_looked(before + 1, A_WHILE)


def test_a_timer_that_is_due_earlier_ends_the_sleep(calls: Calls) -> None:
    with sleeper() as sleeping:
        sleeping.fall_asleep()

        set_timer("works", "a", now_ms())

        assert becomes_true(lambda: calls.keys == ["a"])


def test_a_timer_that_is_due_after_the_next_look_ends_no_sleep(calls: Calls) -> None:
    with sleeper() as sleeping:
        before = sleeping.fall_asleep()

        set_timer("works", "a", now_ms() + services.QUIET_MS + 5_000)

        assert not sleeping.has_looked(before + 1, A_WHILE)


def test_an_e_mail_about_an_account_ends_the_sleep(calls: Calls) -> None:
    with sleeper() as sleeping:
        before = sleeping.fall_asleep()

        recovery_request(address="somebody@example.org")

        assert sleeping.has_looked(before + 1)


def test_a_timer_whose_notification_is_lost_fires_at_the_next_look(
    calls: Calls, lost_notifications: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "QUIET_MS", 2_000)
    with sleeper():
        set_timer("works", "a", now_ms())

        assert becomes_true(lambda: calls.keys == ["a"])


def test_a_scheduler_that_cannot_listen_goes_on(calls: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "listening_parameters", lambda: {"host": "/nowhere", "connect_timeout": 1})
    with sleeper():
        set_timer("works", "a", now_ms() + 500)

        assert becomes_true(lambda: calls.keys == ["a"])


def test_a_lost_connection_is_restored_and_ends_the_sleep(calls: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "RETRY_SECONDS", 0.1)
    with sleeper() as sleeping:
        before = sleeping.fall_asleep()
        with psycopg.connect(**listening_parameters(), autocommit=True) as other:
            other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%%'")
        assert sleeping.has_looked(before + 1)
        before = sleeping.fall_asleep()
        assert becomes_true(lambda: sleeping.scheduler.listener.is_listening)

        publishing.wake_scheduler()

        assert sleeping.has_looked(before + 1)


def test_a_signal_ends_the_sleep_at_once(calls: Calls) -> None:
    with sleeper() as sleeping:
        sleeping.fall_asleep()  # the end of the block stops it, and fails if that takes long


def becomes_true(state: Callable[[], Any]) -> bool:
    until = time.monotonic() + SECONDS
    while not state() and time.monotonic() < until:
        time.sleep(0.02)
    return bool(state())


# Matches


def test_a_deadline_whose_match_is_busy_is_tried_again_after_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    tries = []
    monkeypatch.setattr("events.matches.timers.overdue_handle", lambda **item: bool(tries.append(item)))
    seconds = iter(range(10**9))
    with standing_clock() as hands:
        match = dalmuti(clock={"per_move": 60})
        MatchTimer.objects.exclude(kind="deadline").delete()
        hands.go(61)
        begun_ms = hands.now_ms
        with clock(lambda: begun_ms + next(seconds)):  # time passes during the tick
            run_due()

    assert tries
    assert MatchTimer.objects.get(match=match.pk).due_ms >= begun_ms + RETRY_MS


def test_a_damaged_match_keeps_no_timers() -> None:
    with standing_clock() as hands:
        match = dalmuti(clock={"per_move": 60})
        hands.go(61)
        Match.objects.filter(pk=match.pk).update(damaged_seq=0)

        run_all()

        assert not MatchTimer.objects.filter(match=match.pk).exists()
