"""The scheduler: it calls the functions of due timers, then sleeps until the next timer is due.

Several schedulers may run. A scheduler leases a timer for LEASE_MS, so that the timer fires again if the scheduler
dies. A failed function is called again after a growing pause; it does not delay other timers.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from uuid import UUID

import structlog
from django.db import connection

from events.base.clock import follow, now_ms, own_ms
from events.base.error_reports import is_outage, report_error
from events.base.exceptions import Problem
from events.timers import statements
from events.timers.listener import Listener
from events.timers.registry import TimerKind, kinds
from events.timers.services import QUIET_MS
from events.timers.statements import LeasedTimer, UpcomingTimer
from games.kernel.errors import RulesError

LEASE_MS = 10_000
RETRY_MS, LONGEST_RETRY_MS = 1_000, 300_000
QUERIES, PRECISE_MS = 3, 1_000  # queries for the time at most, and the duration above which a query is repeated
COLLECT_SECONDS = 0.2  # how long notifications are collected before the table is read

log = structlog.get_logger()


class Scheduler:
    """A scheduler that runs timers until it is stopped. worked: called after each round of due timers."""

    def __init__(self, worked: Callable[[], None] = lambda: None) -> None:
        self._worked = worked
        self._is_prepared = False
        self.listener = Listener()

    def run(self) -> None:
        """Runs due timers and sleeps, in a loop, until it is stopped."""
        try:
            while not self.listener.is_stopped:
                self.listener.listen()  # before the table is read, which then contains all earlier timers
                self._sleep(self.step())
        finally:
            self.listener.close()

    def step(self) -> float:
        """Runs the due timers; returns the seconds until the next timer is due."""
        try:
            drop_lost_connection()
            follow_database()
            if not self._is_prepared:
                ensure_timers()
                self._is_prepared = True
            next_ms = run_due()
        except Exception as error:
            log.warning("scheduler_failed", error=type(error).__name__)
            report_error("timer_failed", error, "scheduler")
            return RETRY_MS / 1000
        self._worked()
        return (min(next_ms or now_ms() + QUIET_MS, now_ms() + QUIET_MS) - now_ms()) / 1000

    def _sleep(self, seconds: float) -> None:
        if not self.listener.is_listening:
            seconds = min(seconds, RETRY_MS / 1000)
        until = time.monotonic() + seconds
        if self.listener.wait(seconds):
            self.listener.pause(min(COLLECT_SECONDS, until - time.monotonic()))


def ensure_timers() -> None:
    """Sets the missing housekeeping timers; they are due at once."""
    statements.ensure_timers([name for name, kind in kinds().items() if kind.every_ms is not None], now_ms())


def drop_lost_connection() -> None:
    """Closes the connection if it is lost or too old; the next statement opens a new connection."""
    if not connection.in_atomic_block:
        connection.close_if_unusable_or_obsolete()


def follow_database() -> None:
    """Synchronises the clock of this process with the clock of the database.

    A slow query is repeated, because its time is not precise.
    """
    for _ in range(QUERIES):
        asked_ms = own_ms()
        follow(asked_ms, statements.database_ms())
        if own_ms() - asked_ms <= PRECISE_MS:
            return


def run_due() -> int | None:
    """Runs a batch of due timers; returns the time of the next batch, in ms; None if no timer is set."""
    registered, has_run = kinds(), False
    for timer in statements.upcoming([*registered]):
        if timer.due_ms > now_ms():
            return now_ms() if has_run else timer.due_ms
        taken = statements.take(timer, now_ms(), now_ms() + LEASE_MS)
        if taken is not None:
            run(registered[timer.kind], timer, taken)
        has_run = True
    return now_ms() if has_run else None


def run(kind: TimerKind, timer: UpcomingTimer, taken: LeasedTimer) -> None:
    """Calls the function of a leased timer, then sets the timer again or deletes it."""
    try:
        next_ms, attempts = _called(kind, timer), 0
    except Exception as error:
        attempts = taken.attempts
        next_ms = now_ms() + min(RETRY_MS * 2 ** min(attempts - 1, 20), LONGEST_RETRY_MS)
        _report(timer, error)
        drop_lost_connection()
    if next_ms is None:
        statements.end(timer, taken)
    else:
        statements.repeat(timer, taken, next_ms, attempts)


def _report(timer: UpcomingTimer, error: Exception) -> None:
    """Logs a failure.

    Writes an error report unless it is an outage, a problem (such as a busy match) or a rules error.
    """
    if is_outage(error) or isinstance(error, (Problem, RulesError)):
        log.info("timer_postponed", kind=timer.kind, key=str(timer.key), error=type(error).__name__)
        return
    log.exception("timer_failed", kind=timer.kind, key=str(timer.key))
    report_error("timer_failed", error, f"timer {timer.kind}", timer.key if isinstance(timer.key, UUID) else None)


def _called(kind: TimerKind, timer: UpcomingTimer) -> int | None:
    """Calls the function; returns the time of the next call. If due work remains, it is RETRY_MS from now."""
    began_ms = now_ms()
    if kind.every_ms is None:
        next_ms: int | None = kind.run(timer.key)
    else:
        regular_ms = began_ms + kind.every_ms
        next_ms = min(kind.run() or regular_ms, regular_ms)
    return now_ms() + RETRY_MS if next_ms is not None and next_ms <= began_ms else next_ms
