"""The task queue inside PostgreSQL, used unless another broker is configured.

kombu's pgmq transport looks for messages again and again. Ours is asynchronous, like those of RabbitMQ and Redis: the
event loop of a worker sleeps until PostgreSQL sends a notification, a task ends, or a signal arrives.
"""

import os
import signal
from contextlib import suppress
from queue import Empty
from typing import Any

import pgmq as pgmq_client
import psycopg
from kombu.transport import pgmq

LONGEST_WAIT = 0.5  # seconds of a blocking call, for those who have no event loop
LOOK_SECONDS = 30.0  # between two looks at the queue: for messages of workers that have died, or a lost notification


class Channel(pgmq.Channel):
    """A channel that tells its transport when messages may come, and when there is room for more."""

    def basic_consume(self, *args: Any, **options: Any) -> Any:
        """Consumes a queue."""
        result = super().basic_consume(*args, **options)
        self.connection.watch()
        return result

    def basic_ack(self, *args: Any, **options: Any) -> None:
        """Acknowledges a message; a thread of a pool does, too."""
        super().basic_ack(*args, **options)
        self.connection.look_if_full()

    def basic_reject(self, *args: Any, **options: Any) -> None:
        """Rejects a message; a thread of a pool does, too."""
        super().basic_reject(*args, **options)
        self.connection.look_if_full()


class Transport(pgmq.Transport):
    """kombu's pgmq transport, on the event loop of a worker; without one, with short blocking calls."""

    Channel = Channel
    implements = pgmq.Transport.implements.extend(asynchronous=True)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._loop: Any = None
        self._is_full = False
        self._signals: tuple[int, int] | None = None

    def drain_events(self, connection: Any, timeout: float | None = None) -> None:
        """Delivers waiting messages. Raises socket.timeout after at most LONGEST_WAIT seconds."""
        super().drain_events(connection, timeout=LONGEST_WAIT if timeout is None else min(timeout, LONGEST_WAIT))

    def register_with_event_loop(self, connection: Any, loop: Any) -> None:
        """Has the loop of a worker call us now and then, and stop sleeping when a signal arrives."""
        self._loop = loop
        self._signals = os.pipe()
        for end in self._signals:
            os.set_blocking(end, False)
        loop.add_reader(self._signals[0], os.read, self._signals[0], 4096)
        loop.call_repeatedly(LOOK_SECONDS, self._receive)
        with suppress(ValueError):  # only the main thread receives signals
            signal.set_wakeup_fd(self._signals[1], warn_on_full_buffer=False)

    def watch(self) -> None:
        """Has the loop call us when PostgreSQL sends something, and takes what waits already."""
        if self._loop is not None:
            waiter = self._get_notify_waiter()
            self._loop.add_reader(waiter._conn.fileno(), self._on_notification, waiter._conn)
            self._loop.call_soon(self._receive)

    def look_if_full(self) -> None:
        """Has the loop look at the queue, if it had no room for what waits there."""
        if self._is_full and self._loop is not None:
            self._loop.call_soon(self._receive)

    def close_connection(self, connection: Any) -> None:
        """Closes everything."""
        if self._signals is not None:
            with suppress(ValueError):
                signal.set_wakeup_fd(-1)
            self._loop.remove_reader(self._signals[0])
            for end in self._signals:
                os.close(end)
            self._signals = None
        super().close_connection(connection)

    def _on_notification(self, listening: psycopg.Connection) -> None:
        """Takes the notifications, which say only that something waits. Raises OperationalError if it is lost."""
        listening.pgconn.consume_input()
        while listening.pgconn.notifies() is not None:
            pass
        self._receive()

    def _receive(self) -> None:
        """Delivers messages until none is left, or the worker has enough."""
        try:
            while True:
                self.cycle.get(self._deliver)
        except Empty:
            self._is_full = not all(channel.qos.can_consume() for channel in self.channels)


def install(url: str) -> bool:
    """Installs PGMQ's SQL if its schema is missing; returns whether it did.

    PGMQ does not support running that SQL twice.
    """
    with psycopg.connect(url) as connection:
        (schema,) = connection.execute("SELECT to_regnamespace('pgmq')").fetchone() or (None,)
        if schema is None:
            pgmq_client.install_pgmq_from_sql(conn=connection)
    return schema is None
