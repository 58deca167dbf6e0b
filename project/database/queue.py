"""The task queue inside PostgreSQL, used unless another broker is configured.

kombu's pgmq transport has no event loop, as those of RabbitMQ and Redis have. Without one the processes of a worker
wait at one pipe, and a worker whose waiting process is killed (kill -9, no memory) starts no task any more, as
`tests/project/database/test_broker.py` shows. So ours has one, and adds nothing else.
"""

from typing import Any

import pgmq as pgmq_client
import psycopg
from kombu.transport import pgmq
from psycopg import sql
from psycopg.conninfo import make_conninfo

LOOK_SECONDS = 30.0  # between two looks at the queue: for messages of workers that have died, or a lost notification
WAKE_SECONDS = 1.0  # between two moments when a worker notices that a signal stops it


class Channel(pgmq.Channel):
    """A channel that tells its transport when messages may come, and when there is room for more."""

    def basic_consume(self, *args: Any, **options: Any) -> Any:
        """Consumes a queue."""
        result = super().basic_consume(*args, **options)
        self.connection.watch()
        return result

    def basic_ack(self, *args: Any, **options: Any) -> None:
        """Acknowledges a message."""
        super().basic_ack(*args, **options)
        self.connection.look_if_full()

    def basic_reject(self, *args: Any, **options: Any) -> None:
        """Rejects a message."""
        super().basic_reject(*args, **options)
        self.connection.look_if_full()

    def receive(self) -> None:
        """Delivers messages while the worker has room for them, those of the queue that is named first before others.

        kombu's way to drain queues reads each of them twice more before a worker begins with a message.
        """
        for queue in self._active_queues:
            while self.qos.can_consume():
                most = self._get_message_estimate()
                messages = self._receive_messages(queue, qty=most)
                for payload in self._pgmq_messages_to_python(messages, queue):
                    self.connection._deliver(payload, queue)
                if len(messages) < most:
                    break


class Transport(pgmq.Transport):
    """kombu's pgmq transport on the event loop of a worker, which sleeps until PostgreSQL sends a notification."""

    Channel = Channel
    implements = pgmq.Transport.implements.extend(asynchronous=True)
    _loop: Any = None
    _is_full = False

    def register_with_event_loop(self, connection: Any, loop: Any) -> None:
        """Has the loop of a worker call us now and then."""
        self._loop = loop
        loop.call_repeatedly(LOOK_SECONDS, self._receive)
        loop.call_repeatedly(WAKE_SECONDS, lambda: None)

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

    def _on_notification(self, listening: psycopg.Connection) -> None:
        """Takes the notifications, which say only that something waits. Raises OperationalError if it is lost."""
        listening.pgconn.consume_input()
        while listening.pgconn.notifies() is not None:
            pass
        self._receive()

    def _receive(self) -> None:
        """Delivers messages until none is left, or the worker has enough."""
        for channel in self.channels:
            channel.receive()
        self._is_full = not all(channel.qos.can_consume() for channel in self.channels)


def install(url: str, owner: str | None = None) -> bool:
    """Installs PGMQ's SQL if its schema is missing; returns whether it did.

    url: with the role that sends and receives. owner: a URL with the role that installs, which then grants the other
    one its rights; None: the role of `url` installs. PGMQ does not support running that SQL twice.
    """
    with psycopg.connect(url) as connection:
        role, database, can_create = connection.execute(_FACTS).fetchone() or ("", "", False)
        if owner is None or can_create:
            return _install(connection)
    with psycopg.connect(make_conninfo(owner, dbname=database)) as connection:
        is_new = _install(connection)
        for statement in _GRANTS:
            connection.execute(sql.SQL(statement).format(role=sql.Identifier(role)))
    return is_new


def _install(connection: psycopg.Connection) -> bool:
    (schema,) = connection.execute("SELECT to_regnamespace('pgmq')").fetchone() or (None,)
    if schema is None:
        pgmq_client.install_pgmq_from_sql(conn=connection)
    return schema is None


_FACTS = "SELECT current_user, current_database(), has_database_privilege(current_database(), 'CREATE')"
_GRANTS = (
    "GRANT USAGE, CREATE ON SCHEMA pgmq TO {role}",  # a queue is a table, which its first sender or receiver creates
    "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA pgmq TO {role}",
    "GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA pgmq TO {role}",
)
