"""Publishes changes to the processes that listen, after the commit, from its own thread, which also runs jobs.

No trigger and no function notifies: a transaction over several nodes of a distributed database could not commit then. A
publication is a hint that is lost with its process: streams and the scheduler also look on their own now and then.
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
from events.base.error_reports import OUTAGES, report_error
from events.base.hot_cursor import hot_cursor

CHANNEL = "comptoir"  # the topics of streams that have changed: matches, and players' notices
TIMERS = "comptoir_timers"  # only for the scheduler: a timer was set
MOST_WAITING = 10_000  # notifications; more are dropped while the database does not answer
RETRY_SECONDS = 1.0
IDLE_SECONDS = 30.0  # after which the thread gives its connection back
GAP_SECONDS = 0.005  # from one batch of notifications to the next: a busy process sends many in one
JOBS_SECONDS = 0.1  # how long jobs are collected: many commits share one, which does not slow the next request
END_SECONDS = 2.0  # how long the end of a process waits for unsent notifications

Notification = tuple[str, str]

# The notification is no promise, so its commit does not wait for the disk.
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
    """Tells the scheduler, once the transaction is committed, that a timer may be due earlier than it knows."""
    _after_commit(TIMERS, "")


def _after_commit(channel: str, payload: str) -> None:
    def committed() -> None:  # a function with a name, which Django logs if it fails
        publisher.send(channel, payload)

    transaction.on_commit(committed, robust=True)


def notify(notifications: Sequence[Notification]) -> None:
    """Sends notifications on the connection of this thread."""
    with hot_cursor() as cursor:
        cursor.execute(_NOTIFY, [list(column) for column in zip(*notifications, strict=True)])
        cursor.fetchall()


class Publisher:
    """Sends notifications from a thread, many in one statement, each of several equal ones once."""

    def __init__(self, notify: Callable[[Sequence[Notification]], object] = notify) -> None:
        self._notify = notify
        self.forget()

    def forget(self) -> None:
        """Starts again, as in a child of the process: a fork copies no threads."""
        self._waiting: dict[Notification, None] = {}
        self._jobs: dict[Callable[[], object], None] = {}
        self._changed = threading.Condition()
        self._is_sending = self._is_running = self._is_ending = False
        self._jobs_at = self._next_batch_at = 0.0

    def send(self, channel: str, payload: str) -> None:
        """Sends a notification soon, and returns at once."""
        with self._awake():
            if len(self._waiting) < MOST_WAITING:
                self._waiting[channel, payload] = None

    def run(self, job: Callable[[], object]) -> None:
        """Runs a job soon, after the notifications, and returns at once; equal jobs run once."""
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
        """Has all sent and done now, and waits for it, but no longer; returns whether it is."""
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
        """Sends the waiting notifications and runs the jobs that are due, as soon as there are any."""
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

    def _sent(self, batch: Sequence[Notification]) -> None:
        """Sends a batch; after a failure it waits with what has come meanwhile."""
        close_old_connections()
        try:
            self._notify(batch)
        except (Error, *OUTAGES) as error:
            log.warning("publish_failed", error=type(error).__name__, notifications=len(batch))
            with self._changed:
                self._waiting = dict.fromkeys([*batch, *self._waiting][:MOST_WAITING])
            time.sleep(RETRY_SECONDS)
        finally:
            close_old_connections()


def _done(job: Callable[[], object]) -> None:
    """Runs a job; the scheduler repeats a failed one."""
    close_old_connections()
    try:
        job()
    except Exception as error:  # no failure may stop the thread
        log.warning("job_failed", job=job.__name__, error=type(error).__name__)
        report_error("task_failed", error, job.__name__)
    finally:
        close_old_connections()


publisher = Publisher()
atexit.register(publisher.flush)
os.register_at_fork(after_in_child=publisher.forget)
