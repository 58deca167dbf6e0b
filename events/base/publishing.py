"""Notifications of changes to listening processes, sent after the commit from a separate thread, which also runs jobs.

SQL triggers and functions do not notify, because a transaction over several nodes could not commit then. A notification
is a hint and is lost if its process ends; streams and the scheduler therefore also poll.
"""

from __future__ import annotations

import atexit
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from uuid import UUID

import structlog
from django.db import Error, close_old_connections, connection, transaction

from events.base import threads
from events.base.error_reports import report_error
from events.base.hot_cursor import hot_cursor

CHANNEL = "comptoir"  # carries changed topics of streams: matches, and players' notifications
TIMERS = "comptoir_timers"  # tells the scheduler that a timer was set
MOST_WAITING = 10_000  # the most queued notifications; more are dropped while the database does not respond
RETRY_SECONDS = 1.0
IDLE_SECONDS = 30.0  # the idle time after which the thread closes its connection
GAP_SECONDS = 0.005  # the time between two batches, so that a busy process sends many at once
JOBS_SECONDS = 0.1  # how long jobs are collected, so that many commits share one run
END_SECONDS = 2.0  # how long an ending process waits for unsent notifications

Notification = tuple[str, str]

# Notifications may be lost, so their commit does not wait for the disk.
_NOTIFY = """
    SELECT pg_notify(channel, payload)
    FROM set_config('synchronous_commit', 'off', true), unnest(%s::text[], %s::text[]) AS part (channel, payload)
"""

log = structlog.get_logger()


def publish(topic: str | UUID) -> None:
    """Wakes the streams of a topic, once the transaction is committed: the id of a match, or `player:<id>`."""
    _after_commit(CHANNEL, str(topic))


def after_commit(job: Callable[[], object]) -> None:
    """Runs a job on the publishing thread, once the transaction is committed; a failure is logged."""

    def committed() -> None:
        publisher.run(job)

    transaction.on_commit(committed, robust=True)


def wake_scheduler() -> None:
    """Wakes the scheduler once the transaction is committed, because a timer may be due earlier than it expects."""
    _after_commit(TIMERS, "")


def _after_commit(channel: str, payload: str) -> None:
    def committed() -> None:  # a named function, because Django logs its name if it fails
        publisher.send(channel, payload)

    transaction.on_commit(committed, robust=True)


def notify(notifications: Sequence[Notification]) -> None:
    """Sends notifications on the connection of this thread."""
    with hot_cursor() as cursor:
        cursor.execute(_NOTIFY, [list(column) for column in zip(*notifications, strict=True)])
        cursor.fetchall()


class Publisher:
    """A thread that sends notifications, many in one statement; it merges equal notifications."""

    def __init__(self, notify: Callable[[Sequence[Notification]], object] = notify) -> None:
        self._notify = notify
        self.forget()

    def forget(self) -> None:
        """Resets the publisher, in a new child process: a fork copies no threads."""
        self._waiting: dict[Notification, None] = {}
        self._jobs: dict[Callable[[], object], None] = {}
        self._changed = threading.Condition()
        self._is_sending = self._is_running = self._is_ending = False
        self._jobs_at = self._next_batch_at = 0.0

    def send(self, channel: str, payload: str) -> None:
        """Queues a notification, and returns at once."""
        with self._awake():
            if len(self._waiting) < MOST_WAITING:
                self._waiting[channel, payload] = None

    def run(self, job: Callable[[], object]) -> None:
        """Queues a job to run after the notifications, and returns at once. Equal jobs run once."""
        with self._awake():
            if not self._jobs:
                self._jobs_at = time.monotonic() + JOBS_SECONDS
            self._jobs[job] = None

    @contextmanager
    def _awake(self) -> Iterator[None]:
        """Wakes the thread after the block, or starts it."""
        with self._changed:
            yield
            if not self._is_running:
                self._is_running = True
                threads.begin("publisher", self._step)
            self._changed.notify_all()

    @property
    def _is_waiting(self) -> bool:
        return bool(self._waiting or self._jobs)

    def flush(self, seconds: float = END_SECONDS) -> bool:
        """Sends all notifications and runs all jobs now.

        Waits at most `seconds`; returns whether everything is done.
        """
        with self._changed:
            self._is_ending = True
            self._changed.notify_all()
            is_done = self._changed.wait_for(lambda: not (self._is_waiting or self._is_sending), seconds)
            self._is_ending = False
            return is_done

    def _jobs_in(self) -> float:
        """Returns the seconds until the waiting jobs run."""
        return self._until(self._jobs_at)

    def _due_in(self) -> float:
        """Returns the seconds until the thread has something to do."""
        return self._until(self._next_batch_at if self._waiting else self._jobs_at)

    def _until(self, at: float) -> float:
        return 0.0 if self._is_ending else max(at - time.monotonic(), 0.0)

    def _step(self) -> None:
        """Waits for notifications and due jobs, then sends and runs them."""
        with self._changed:
            self._is_sending = False
            self._changed.notify_all()
            if not self._changed.wait_for(lambda: self._is_waiting, IDLE_SECONDS):
                connection.close()
                self._changed.wait_for(lambda: self._is_waiting)
            while (seconds := self._due_in()) > 0:
                self._changed.wait(seconds)
            batch, self._waiting, self._is_sending = list(self._waiting), {}, True
            jobs = [] if self._jobs_in() > 0 else list(self._jobs)
            self._jobs = self._jobs if not jobs else {}
        if batch:
            self._sent(batch)
            self._next_batch_at = time.monotonic() + GAP_SECONDS
        for job in jobs:
            _done(job)
        close_old_connections()  # once for all, because the next statement tests the connection again

    def _sent(self, batch: Sequence[Notification]) -> None:
        """Sends a batch. After a failure, the batch is queued again before newer notifications."""
        try:
            self._notify(batch)
        except Error as error:
            close_old_connections()
            log.warning("publish_failed", error=type(error).__name__, notifications=len(batch))
            with self._changed:
                self._waiting = dict.fromkeys([*batch, *self._waiting][:MOST_WAITING])
            time.sleep(RETRY_SECONDS)


def _done(job: Callable[[], object]) -> None:
    """Runs a job. The scheduler repeats a failed job."""
    try:
        job()
    except Exception as error:  # no failure may stop the thread
        close_old_connections()
        log.warning("job_failed", job=job.__name__, error=type(error).__name__)
        report_error("task_failed", error, job.__name__)


publisher = Publisher()
atexit.register(publisher.flush)
os.register_at_fork(after_in_child=publisher.forget)
