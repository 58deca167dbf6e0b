"""The check that the broker accepts messages. An accepted connection alone does not prove this."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from amqp.exceptions import AccessRefused, NotAllowed

from events.base.messages import SECONDS, opened
from project.celery import app

PROBE = "comptoir-probe"  # no queue of RabbitMQ has this name, so it drops the message after confirming it


class BrokerUnavailable(Exception):
    """The broker accepts no messages. The text contains the reason, without addresses or passwords."""


@contextmanager
def connected() -> Iterator[Any]:
    """Yields a connection to the broker that waits at most a few seconds for an answer. Raises BrokerUnavailable."""
    try:
        connection = opened(app)
    except Exception as error:  # each transport raises its own exceptions
        raise BrokerUnavailable("refuses the login" if _is_refusal(error) else "does not answer") from error
    try:
        yield connection
    finally:
        with suppress(Exception):
            connection.collect()


def _is_refusal(error: Exception) -> bool:
    """Returns whether the broker has refused the user or the password."""
    from redis.exceptions import AuthenticationError  # slow to import, and only needed here

    return isinstance(error, (AccessRefused, NotAllowed, AuthenticationError))


def probe() -> None:
    """Sends a message without a receiver.

    Raises BrokerUnavailable, also if the broker accepts connections but no messages.
    """
    with connected() as connection:
        try:
            if connection.transport.driver_type == "amqp":
                producer = connection.Producer(connection.default_channel)
                for _ in range(2):  # under a memory alarm, RabbitMQ blocks a connection only after its first message
                    producer.publish("", exchange="", routing_key=PROBE, timeout=SECONDS, confirm_timeout=SECONDS)
            elif connection.transport.driver_type == "redis":
                connection.default_channel.client.set(PROBE, "", ex=1)
        except Exception as error:
            raise BrokerUnavailable("takes no messages") from error
