"""Sends messages to workers from a thread of its own, so that no clock, request or task waits for the broker.

What a task has to do waits in the database, which is the truth. A broker that blocks, refuses the login or is gone
loses messages. That costs seconds, because timers send others.
"""

from __future__ import annotations

import os
import threading
import time
from contextlib import suppress
from typing import Any, NamedTuple

import structlog
from celery import Celery, Task

from events.base import threads

SECONDS = 2.0  # for the broker to accept a connection, to take a message, and to confirm it
RETRY_SECONDS = 1.0  # between two attempts while messages are lost
IDLE_SECONDS = 30.0  # after which the connection is closed; the broker would soon expect heartbeats
MOST_WAITING = 10_000  # messages; more are dropped while the broker blocks

log = structlog.get_logger()


class TaskMessage(NamedTuple):
    """A message to a worker. expires: seconds after which it is useless; queue: if it is not the task's own."""

    task: Task[Any, Any]
    args: tuple[Any, ...]
    expires: float
    queue: str | None = None


class BrokerConnection:
    """The connection of the thread that publishes: the first message opens it, a failure closes it."""

    def __init__(self) -> None:
        self._connection: Any = None
        self._producer: Any = None

    def publish(self, message: TaskMessage) -> None:
        """Publishes a message; raises what the broker's transport raises. A lost connection is replaced once."""
        was_open = self._connection is not None
        try:
            self._publish(message)
        except Exception:
            self.close()
            if not was_open:
                raise
            self._publish(message)

    def close(self) -> None:
        """Closes the connection without a word to the broker, which may not listen."""
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
    """Returns a connection to the broker that waits no longer than SECONDS for anything.

    Raises what the transport raises.
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
    """A thread that publishes messages. It merges equal ones that wait into one, or as many as one call wanted."""

    def __init__(self, connection: BrokerConnection | None = None) -> None:
        self._connection = connection or BrokerConnection()
        self._is_lost = False
        self.forget()

    def forget(self) -> None:
        """Starts again, as in a child of the process: a fork copies no threads, and shares no connection."""
        self._waiting: dict[TaskMessage, int] = {}
        self._changed = threading.Condition()
        self._is_running = False
        self._connection = type(self._connection)()

    def send(self, message: TaskMessage, copies: int = 1) -> None:
        """Sends a message soon, and returns at once."""
        with self._changed:
            if len(self._waiting) < MOST_WAITING:
                self._waiting[message] = max(copies, self._waiting.get(message, 0))
            if not self._is_running:
                self._is_running = True
                threads.begin("messages", self._step)
            self._changed.notify_all()

    def _step(self) -> None:
        """Publishes what waits, as soon as something does."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._waiting, IDLE_SECONDS):
                self._connection.close()
                self._changed.wait_for(lambda: self._waiting)
            waiting, self._waiting = self._waiting, {}
        if not self._published(waiting):
            time.sleep(RETRY_SECONDS)

    def _published(self, waiting: dict[TaskMessage, int]) -> bool:
        """Publishes messages; False if one is lost, after which the others are not tried."""
        try:
            for message, copies in waiting.items():
                for _ in range(copies):
                    self._connection.publish(message)
        except Exception as error:  # each transport has errors of its own, and the thread has to go on
            if not self._is_lost:
                log.warning("broker_lost", error=type(error).__name__)
            self._is_lost = True
            return False
        if self._is_lost:
            log.warning("broker_back")
        self._is_lost = False
        return True


messages = MessagePublisher()
os.register_at_fork(after_in_child=messages.forget)


def send(task: Task[Any, Any], *args: Any, expires: float, queue: str | None = None, copies: int = 1) -> None:
    """Sends messages to workers soon, and returns at once; a message may be lost. expires: seconds."""
    messages.send(TaskMessage(task, args, expires, queue), copies)
