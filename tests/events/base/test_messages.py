"""Messages to workers: no caller waits for a failing broker, and the publishing thread continues."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import amqp
import kombu
import psycopg
import pytest
import redis
from celery import Celery

from events.base import messages
from events.base.messages import BrokerConnection, MessagePublisher, TaskMessage, opened

SECONDS = 60  # longer than a busy machine needs
ERRORS = [
    OSError("gone"),
    TimeoutError("a memory alarm: no confirmation"),
    kombu.exceptions.OperationalError("gone"),
    kombu.exceptions.LimitExceeded("the pool is empty"),
    amqp.exceptions.AccessRefused("the password is wrong"),
    amqp.exceptions.NotAllowed("no such virtual host"),
    amqp.exceptions.ConnectionForced("the broker stops"),
    amqp.exceptions.PreconditionFailed("the queue has another type"),
    amqp.exceptions.MessageNacked(),
    amqp.exceptions.RecoverableConnectionError("timed out"),
    redis.exceptions.AuthenticationError("the password is wrong"),
    redis.exceptions.OutOfMemoryError("command not allowed"),
    redis.exceptions.ReadOnlyError("a replica"),
    psycopg.OperationalError("the queue's database is gone"),
    AttributeError("amqp sometimes raises it if the connection is lost"),
]

app = Celery("test", broker="memory://", set_as_current=False)


@app.task
def turn() -> None:
    """A task."""


@app.task
def mail() -> None:
    """Another task."""


TURN, MAIL = TaskMessage(turn, (), 60), TaskMessage(mail, (), 60)


class Slow(BrokerConnection):
    """A connection that publishes once the test allows it; first it raises `raises`."""

    raises: Exception | None = None
    may_publish = threading.Semaphore(0)
    begun = threading.Semaphore(0)
    names: list[str] = []

    def publish(self, message: TaskMessage) -> None:
        if error := type(self).raises:
            type(self).raises = None
            raise error
        self.begun.release()
        assert self.may_publish.acquire(timeout=SECONDS)
        self.names.append(message.task.name.rpartition(".")[2])


@pytest.fixture
def broker() -> type[Slow]:
    class Fresh(Slow):
        may_publish, begun, names = threading.Semaphore(0), threading.Semaphore(0), []

    return Fresh


def test_sending_returns_while_the_broker_blocks(broker: type[Slow]) -> None:
    sender = MessagePublisher(broker())

    sender.send(TURN)

    assert broker.begun.acquire(timeout=SECONDS)
    assert broker.names == []
    broker.may_publish.release()


def test_repeated_calls_while_the_broker_blocks_send_the_messages_of_one_call(broker: type[Slow]) -> None:
    sender = MessagePublisher(broker())
    sender.send(TURN)
    assert broker.begun.acquire(timeout=SECONDS)

    for _ in range(1_000):
        sender.send(TURN)
        sender.send(MAIL, copies=2)
    broker.may_publish.release(4)

    for _ in range(3):
        assert broker.begun.acquire(timeout=SECONDS)
    assert sender._waiting == {}
    sender.send(TURN)
    assert broker.begun.acquire(timeout=SECONDS)
    assert broker.names == ["turn", "turn", "mail", "mail"]
    broker.may_publish.release()


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_the_thread_continues_after_every_error_of_a_transport(
    error: Exception, broker: type[Slow], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(messages, "RETRY_SECONDS", 0.0)
    broker.raises = error
    broker.may_publish.release(1_000)
    sender = MessagePublisher(broker())

    sender.send(TURN)
    while not broker.begun.acquire(timeout=0.01):
        sender.send(TURN)

    assert (broker.raises, sender.losses) == (None, 1)


def test_a_connection_closed_by_the_broker_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    connection = BrokerConnection()
    tried: list[bool] = []

    def publish(message: TaskMessage) -> None:
        tried.append(connection._connection is None)
        if tried == [False]:
            raise ConnectionResetError
        connection._connection = opened(app)

    monkeypatch.setattr(connection, "_publish", publish)
    connection._connection = opened(app)

    connection.publish(TURN)

    assert tried == [False, True]


@pytest.fixture
def silent_port() -> Iterator[int]:
    """Yields the port of a server that accepts connections and never responds."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.mark.parametrize("scheme", ["amqp", "redis"])
def test_a_connection_to_a_broker_that_never_responds_times_out(
    scheme: str, silent_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(messages, "SECONDS", 0.2)
    options = {"socket_timeout": 0.2} if scheme == "redis" else {}
    mute = Celery("mute", broker=f"{scheme}://guest:guest@127.0.0.1:{silent_port}//", set_as_current=False)
    mute.conf.broker_transport_options = options

    with pytest.raises(Exception, match=r"(?i)time"):
        opened(mute)
