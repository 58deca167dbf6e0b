"""The task queue inside PostgreSQL, used unless another broker is configured.

kombu's pgmq transport does not support the event loop of a worker, unlike its transports for RabbitMQ and Redis.
Without the event loop, the processes of a worker share one pipe. If the waiting process is killed (kill -9, out of
memory), the worker starts no further task, as `tests/project/database/test_broker.py` shows. This transport adds the
event loop, lets several processes create a queue at the same time, and keeps all parameters of the connection.
"""

from typing import Any

import pgmq as pgmq_client
import psycopg
from kombu.transport import pgmq
from psycopg import sql
from psycopg.conninfo import make_conninfo
from psycopg_pool import ConnectionPool

LOOK_SECONDS = 30.0  # the time between two reads of the queue, for messages of dead workers and lost notifications
WAKE_SECONDS = 1.0  # the longest time until a worker reacts to a signal that stops it
LOCK_CREATION = "SET LOCAL lock_timeout = '2s'; SELECT pg_advisory_xact_lock(hashtextextended('creates a queue', 0))"
SOON_SECONDS = 0.001  # a timer ends the sleep of the loop; `call_soon` does not, if the loop has just begun to sleep


class Client(pgmq_client.PGMQueue):
    """A client whose connections have all parameters; PGMQ's keep host, port, database, user and password only."""

    def _init_pool(self) -> None:
        self.pool = ConnectionPool(self.conn_string, min_size=1, max_size=self.pool_size, open=True)


class Channel(pgmq.Channel):
    """A channel that informs its transport when messages can arrive, and when the worker has room for more messages."""

    def _new_queue(self, *args: Any, **options: Any) -> None:
        """Creates a queue unless it exists. Processes do so one after another; otherwise pgmq's functions deadlock."""
        with psycopg.connect(self.connection.client.transport_options["conn_string"]) as connection:
            connection.execute(LOCK_CREATION)
            super()._new_queue(*args, **options)

    def basic_consume(self, *args: Any, **options: Any) -> Any:
        """Begins to consume a queue."""
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
        """Delivers messages while the worker has room, in the order in which the queues are named.

        kombu's own method reads each queue twice more before a worker begins with a message.
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
    """kombu's pgmq transport on the event loop of a worker. The loop sleeps until PostgreSQL sends a notification."""

    Channel = Channel
    implements = pgmq.Transport.implements.extend(asynchronous=True)
    _loop: Any = None
    _is_full = False

    def _create_pgmq_client(self) -> Client:
        options = self.client.transport_options
        client = Client(
            conn_string=options["conn_string"],
            vt=options["visibility_timeout"],
            init_extension=False,
            pool_size=options["pool_size"],
        )
        self._apply_pool_timeout(client, options)
        return client

    def _get_notify_waiter(self) -> Any:
        if self._notify_waiter is None:
            self._notify_waiter = pgmq._NotifyWaiter(self.client.transport_options["conn_string"])
        return self._notify_waiter

    def register_with_event_loop(self, connection: Any, loop: Any) -> None:
        """Registers the periodic calls on the loop of a worker."""
        self._loop = loop
        loop.call_repeatedly(LOOK_SECONDS, self._receive)
        loop.call_repeatedly(WAKE_SECONDS, lambda: None)

    def watch(self) -> None:
        """Registers the call for notifications from PostgreSQL, and schedules a read of the waiting messages."""
        if self._loop is not None:
            waiter = self._get_notify_waiter()
            self._loop.add_reader(waiter._conn.fileno(), self._on_notification, waiter._conn)
            self._loop.call_soon(self._receive)

    def look_if_full(self) -> None:
        """Schedules a read of the queues if the worker had no room for all waiting messages."""
        if self._is_full and self._loop is not None:
            self._loop.call_later(SOON_SECONDS, self._receive)

    def _on_notification(self, listening: psycopg.Connection) -> None:
        """Consumes the notifications, which only indicate waiting messages, and delivers the messages.

        Raises OperationalError if the connection is lost.
        """
        listening.pgconn.consume_input()
        while listening.pgconn.notifies() is not None:
            pass
        self._receive()

    def _receive(self) -> None:
        """Delivers messages until the queues are empty or the worker has no room.

        The worker acknowledges an expired message by `call_soon`. A timer ends its sleep, so that a backlog of expired
        messages is gone in seconds.
        """
        for channel in self.channels:
            channel.receive()
        self._is_full = not all(channel.qos.can_consume() for channel in self.channels)
        if self._is_full and self._loop is not None:
            self._loop.call_later(SOON_SECONDS, lambda: None)


def install(url: str, owner: str | None = None) -> bool:
    """Installs the SQL of PGMQ if its schema is missing. Returns whether the SQL was installed.

    PGMQ does not support a second run of its SQL. url: a URL with the role that sends and receives. owner: a URL with
    the role that installs the SQL and grants the rights to the other role; None: the role of `url` installs it.
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
    "GRANT USAGE, CREATE ON SCHEMA pgmq TO {role}",  # the first sender or receiver of a queue creates its table
    "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA pgmq TO {role}",
    "GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA pgmq TO {role}",
)
