"""Messages to workers, sent from a separate thread, so that timers, requests and tasks never wait for the broker.

The work of a task is stored in the database. If the broker blocks, refuses the login or is down, messages are lost. A
lost message delays the work by seconds, because timers send new messages.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Hashable
from contextlib import suppress
from typing import Any, NamedTuple

import structlog
from celery import Celery, Task

from events.base import threads
from events.base.caches import LeastRecentlyUsed
from events.base.clock import now_ms

SECONDS = 2.0  # the limit for connecting, for sending a message, and for its confirmation
RETRY_SECONDS = 1.0  # the pause between two attempts while the broker is lost
IDLE_SECONDS = 30.0  # an idle connection is closed after this time, before the broker expects heartbeats
MOST_REMINDERS = 10_000  # the most messages whose times are remembered
MOST_WAITING = 10_000  # the most queued messages; while the broker blocks, further messages are dropped

log = structlog.get_logger()


class TaskMessage(NamedTuple):
    """A message to a worker. expires: its lifetime in seconds; queue: the queue; None: the queue of the task."""

    task: Task[Any, Any]
    args: tuple[Any, ...]
    expires: float
    queue: str | None = None


class BrokerConnection:
    """The broker connection of the publishing thread. The first message opens the connection; a failure closes it."""

    def __init__(self) -> None:
        self._connection: Any = None
        self._producer: Any = None

    def publish(self, message: TaskMessage) -> None:
        """Publishes a message. Replaces a lost connection once. Raises the errors of the broker's transport."""
        was_open = self._connection is not None
        try:
            self._publish(message)
        except Exception:
            self.close()
            if not was_open:
                raise
            self._publish(message)

    def close(self) -> None:
        """Closes the connection without telling the broker, which may not respond."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):
                connection.collect()

    def _publish(self, message: TaskMessage) -> None:
        task, args, expires, queue = message
        if self._connection is None:
            self._connection = opened(task.app)
            self._producer = task.app.amqp.Producer(self._connection, auto_declare=False)
        options: dict[str, Any] = {"queue": queue, "timeout": SECONDS, "confirm_timeout": SECONDS}
        task.apply_async(args, expires=expires, retry=False, producer=self._producer, **options)


def opened(app: Celery) -> Any:
    """Returns a connection to the broker whose operations time out after SECONDS.

    Raises the errors of the transport.
    """
    connection = app.connection_for_write(connect_timeout=SECONDS)
    try:
        connection.connect()
        if connection.transport.driver_type == "amqp":  # the transport has no option for this
            connection.connection.sock.settimeout(SECONDS)
    except BaseException:
        with suppress(Exception):
            connection.collect()
        raise
    return connection


class MessagePublisher:
    """A thread that publishes messages. losses: how often it has dropped messages.

    It merges equal queued messages, but keeps the largest requested number of copies.
    """

    def __init__(self, connection: BrokerConnection | None = None) -> None:
        self._connection = connection or BrokerConnection()
        self._is_lost = False
        self.forget()

    def forget(self) -> None:
        """Resets the publisher, in a new child process: a fork copies no threads, and must not share the connection."""
        self.losses, self._waiting = 0, dict[TaskMessage, int]()
        self._changed = threading.Condition()
        self._is_running = False
        self._connection = type(self._connection)()

    def send(self, message: TaskMessage, copies: int = 1) -> None:
        """Queues a message for sending, and returns at once."""
        with self._changed:
            if len(self._waiting) < MOST_WAITING:
                self._waiting[message] = max(copies, self._waiting.get(message, 0))
            else:
                self.losses += 1
            if not self._is_running:
                self._is_running = True
                threads.begin("messages", self._step)
            self._changed.notify_all()

    def _step(self) -> None:
        """Waits for queued messages and publishes them."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._waiting, IDLE_SECONDS):
                self._connection.close()
                self._changed.wait_for(lambda: self._waiting)
            waiting, self._waiting = self._waiting, {}
        if not self._published(waiting):
            time.sleep(RETRY_SECONDS)

    def _published(self, waiting: dict[TaskMessage, int]) -> bool:
        """Publishes messages. After the first lost message it returns False and drops the rest."""
        try:
            for message, copies in waiting.items():
                for _ in range(copies):
                    self._connection.publish(message)
        except Exception as error:  # each transport raises different errors, and the thread must go on
            if not self._is_lost:
                log.warning("broker_lost", error=type(error).__name__)
            self._is_lost = True
            self.losses += 1
            return False
        if self._is_lost:
            log.warning("broker_back")
        self._is_lost = False
        return True


class Reminders:
    """Decides when this process repeats messages about waiting work.

    Otherwise busy workers would get more and more messages about the same work. Each pause is twice the last one, up to
    the lifetime of a message. Once the publisher has dropped messages, every message is due again.
    """

    def __init__(self, first_pause: float, expires: float) -> None:
        """first_pause: the seconds between the first two messages; expires: the lifetime of a message in seconds."""
        self._first_ms, self._longest_ms = int(1000 * first_pause), int(1000 * expires)
        self._sent: LeastRecentlyUsed[tuple[int, int]] = LeastRecentlyUsed(MOST_REMINDERS)

    def is_due(self, work: Hashable) -> bool:
        """Returns whether to send a message about the work now; the caller then sends it."""
        key, now = (work, messages.losses), now_ms()
        sent_ms, pause_ms = self._sent.get(key) or (now, 0)
        if sent_ms <= now < sent_ms + pause_ms:
            return False
        self._sent.put(key, (now, min(2 * pause_ms or self._first_ms, self._longest_ms)))
        return True


messages = MessagePublisher()
os.register_at_fork(after_in_child=messages.forget)


def send(task: Task[Any, Any], *args: Any, expires: float, queue: str | None = None, copies: int = 1) -> None:
    """Queues messages to workers, and returns at once. A message may be lost. expires: its lifetime in seconds."""
    messages.send(TaskMessage(task, args, expires, queue), copies)
