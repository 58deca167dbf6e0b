"""The wake-ups of the scheduler: a connection that listens for new timers (`wake_scheduler`), and a pipe
for signals.
"""

from __future__ import annotations

import os
import select
import time
from contextlib import suppress

import psycopg
import structlog

from events.base.hub import listening_parameters
from events.base.publishing import TIMERS

LISTEN = f"LISTEN {TIMERS}"
RETRY_SECONDS = 5.0  # the pause between two attempts to listen

log = structlog.get_logger()


class Listener:
    """A listener that waits for notifications without polling, for use by one thread.

    If it cannot listen, `wait` only waits, and `is_listening` is false.
    """

    def __init__(self) -> None:
        self._connection: psycopg.Connection | None = None
        self._retry_at = 0.0
        self._stopped, self._stop = os.pipe()
        self.is_stopped = False

    @property
    def is_listening(self) -> bool:
        return self._connection is not None

    def stop(self) -> None:
        """Ends the present wait and all later waits. Signal handlers may call it."""
        self.is_stopped = True
        os.write(self._stop, b"x")

    def listen(self) -> None:
        """Connects, unless the connection still works.

        After a failure it waits RETRY_SECONDS before it connects again.
        """
        try:
            if self._connection is not None:
                self._connection.execute("SELECT 1")
            elif time.monotonic() >= self._retry_at:
                fresh = psycopg.Connection.connect(**listening_parameters(), autocommit=True)
                fresh.add_notify_handler(lambda _: None)  # otherwise the connection stores all notifications
                self._connection = fresh
                fresh.execute(LISTEN)
        except (OSError, ValueError, psycopg.Error) as error:
            self._lose(error)

    def wait(self, seconds: float) -> bool:
        """Waits at most `seconds` for a notification; returns whether one arrived or the connection was lost."""
        files: list[int] = [self._stopped]
        if self._connection is not None:
            files.append(self._connection.fileno())
        readable, _, _ = select.select(files, [], [], max(0.0, seconds))
        return any(file != self._stopped for file in readable) and self._received()

    def pause(self, seconds: float) -> None:
        """Waits `seconds`, or until `stop` is called."""
        select.select([self._stopped], [], [], max(0.0, seconds))

    def close(self) -> None:
        """Closes the connection."""
        if self._connection is not None:
            with suppress(psycopg.Error):
                self._connection.close()
            self._connection = None

    def _received(self) -> bool:
        """Discards all notifications that have arrived; returns whether there were any."""
        assert self._connection is not None
        try:
            self._connection.pgconn.consume_input()
        except psycopg.Error as error:
            self._lose(error)
            return True
        received = False
        while self._connection.pgconn.notifies() is not None:
            received = True
        return received

    def _lose(self, error: Exception) -> None:
        log.warning("scheduler_cannot_listen", reason=type(error).__name__)
        self._retry_at = time.monotonic() + RETRY_SECONDS
        self.close()
