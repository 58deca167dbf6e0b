"""The check of the broker: whether it answers, confirms messages, and keeps confirmed messages."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from kombu import Exchange, Queue

from project.doctor.finding import Finding, fault, ok, one, warning
from project.observability.broker import BrokerUnavailable, connected, probe

QUEUES = ("celery", "bots", "search", "background", "notices", "mails")


def keeps_messages() -> Iterator[Finding]:
    """Checks that the broker of CELERY_BROKER_URL answers, and reports its guarantees for messages."""
    kind = settings.CELERY_BROKER_URL.partition("://")[0]
    try:
        probe()
        with connected() as connection:
            yield from {"amqp": _rabbitmq, "amqps": _rabbitmq, "redis": _redis, "rediss": _redis}.get(kind, _pgmq)(
                connection
            )
    except BrokerUnavailable as error:
        yield fault(f"the broker {error}", f"{ADVICE[str(error)]}; meanwhile the scheduler plays the bots, slowly")


ADVICE = {
    "does not answer": "start it, or correct CELERY_BROKER_URL",
    "refuses the login": "correct the user and the password in CELERY_BROKER_URL",
    "takes no messages": "read its log, and free memory or disk space",
}


def _rabbitmq(connection: Any) -> Iterator[Finding]:
    if connection.transport_options.get("confirm_publish"):
        name = f"doctor-{uuid.uuid4().hex[:12]}"
        queue = Queue(name, Exchange(""), name, exclusive=True, durable=False, auto_delete=True)
        with connection.channel() as channel:
            queue(channel).declare()
            connection.Producer(channel).publish("probe", routing_key=name, exchange="")
            arrived = queue(channel).get(no_ack=True) is not None
        yield (
            ok("messages are confirmed") if arrived else fault("a confirmed message is gone", "look at RabbitMQ's log")
        )
    else:
        yield fault("messages are not confirmed", "set confirm_publish in CELERY_BROKER_TRANSPORT_OPTIONS")
    for name in QUEUES:
        yield _queue_type(connection, name)


def _queue_type(connection: Any, name: str) -> Finding:
    from amqp.exceptions import PreconditionFailed

    try:
        with connection.clone() as own, own.channel() as channel:
            Queue(name, Exchange(name), name, queue_arguments={"x-queue-type": "quorum"})(channel).queue_declare()
    except PreconditionFailed:
        return fault(
            f"the queue {name} is of another type", f"stop the workers, rabbitmqctl delete_queue {name}, start them"
        )
    return ok(f"the queue {name} is replicated")


def _redis(connection: Any) -> Iterator[Finding]:
    client = connection.default_channel.client
    facts = {**client.config_get("appendonly"), **client.config_get("maxmemory-policy")}
    if facts.get("appendonly") == "yes":
        yield ok("Redis keeps an append-only file")
    else:
        yield warning(
            "Redis keeps no append-only file: a restart loses messages, which delays bots by up to 4 seconds",
            "CONFIG SET appendonly yes, and in redis.conf",
        )
    if facts.get("maxmemory-policy") != "noeviction":
        yield fault("Redis evicts keys when its memory is full", "CONFIG SET maxmemory-policy noeviction")


def _pgmq(connection: Any) -> Iterator[Finding]:
    if settings.QUEUE_DATABASE_URL and one("SELECT to_regnamespace('pgmq') IS NULL") and settings.DATABASE_IS_NAMED:
        yield warning(
            "the queue is in the database, and its schema is not in this one",
            "run `manage.py prepare`; in production prefer RabbitMQ or Redis",
        )
    else:
        yield ok("the queue is in the database")
