"""Wake-ups for streams: one LISTEN connection in each process serves all its subscriptions.

A subscription holds neither a thread nor a database connection. The payload of a notification is a topic: the id of a
match, or `player:<id>`. While the connection is lost, every subscription wakes up every two seconds. All code of this
module runs on one event loop.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import structlog
from django.conf import settings
from django.db import connection

from events.base.publishing import CHANNEL

POLL_SECONDS = 2.0
HEARTBEAT_SECONDS = 15.0  # after this time without a notification, the connection is tested
ANSWER_SECONDS = 5.0

log = structlog.get_logger()


class Subscription:
    """A subscription to topics. It wakes its owner when one of the topics may have changed."""

    def __init__(self, topics: Iterable[str]) -> None:
        self.topics = frozenset(topics)
        self._woken = asyncio.Event()
        self.is_closed = False

    async def next(self) -> None:
        """Waits until one of the topics may have changed since the last call, or the subscription `is_closed`."""
        await self._woken.wait()
        self._woken.clear()

    def wake(self) -> None:
        """Wakes the owner, because one of the topics may have changed."""
        self._woken.set()

    def close(self) -> None:
        """Wakes the owner for the last time, because the process stops."""
        self.is_closed = True
        self._woken.set()


class Hub:
    """The subscriptions of a process, and the task that listens for them, which the first subscription starts."""

    def __init__(self) -> None:
        self._by_topic: defaultdict[str, set[Subscription]] = defaultdict(set)
        self._task: asyncio.Task[None] | None = None
        self._is_closed = False
        self.is_listening = False

    @contextmanager
    def subscribe(self, *topics: str) -> Iterator[Subscription]:
        """Yields a subscription to the topics, until the block ends."""
        self._start_listening()
        subscription = Subscription(topics)
        for topic in topics:
            self._by_topic[topic].add(subscription)
        if self._is_closed:
            subscription.close()
        try:
            yield subscription
        finally:
            self.follow(subscription)

    def follow(self, subscription: Subscription, *topics: str) -> None:
        """Replaces the topics of a subscription.

        Wakes it if a topic is new, because the topic may have changed before.
        """
        before, subscription.topics = subscription.topics, frozenset(topics)
        for topic in before - subscription.topics:
            self._forget(topic, subscription)
        for topic in subscription.topics - before:
            self._by_topic[topic].add(subscription)
            subscription.wake()

    def __len__(self) -> int:
        """Returns the number of subscriptions."""
        return len(self._all())

    def wake(self, topic: str) -> None:
        """Wakes the subscribers of a topic."""
        for subscription in self._by_topic.get(topic, ()):
            subscription.wake()

    async def close(self) -> None:
        """Ends all subscriptions, including later ones, and stops listening."""
        self._is_closed = True
        for subscription in self._all():
            subscription.close()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _all(self) -> set[Subscription]:
        return set().union(*self._by_topic.values())

    def _forget(self, topic: str, subscription: Subscription) -> None:
        self._by_topic[topic].discard(subscription)
        if not self._by_topic[topic]:
            del self._by_topic[topic]

    def _start_listening(self) -> None:
        if self._task is None and not self._is_closed:
            self._task = asyncio.get_running_loop().create_task(self._run(), name="hub")

    async def _run(self) -> None:
        while True:
            try:
                await self._listen()
            except Exception as error:  # the task must go on, because it is not started again
                log.warning("cannot listen; looking every two seconds", reason=type(error).__name__)
            finally:
                self.is_listening = False
            self._wake_all()
            await asyncio.sleep(POLL_SECONDS)

    async def _listen(self) -> None:
        async with await psycopg.AsyncConnection.connect(**listening_parameters(), autocommit=True) as listening:
            await listening.execute(f"LISTEN {CHANNEL}")
            self.is_listening = True
            self._wake_all()  # for changes before LISTEN
            while True:
                async for notice in listening.notifies(timeout=HEARTBEAT_SECONDS):
                    self.wake(notice.payload)
                async with asyncio.timeout(ANSWER_SECONDS):
                    await listening.execute("SELECT 1")

    def _wake_all(self) -> None:
        for subscription in self._all():
            subscription.wake()


def listening_parameters() -> dict[str, Any]:
    """Returns the parameters of a connection for LISTEN, which bypasses Django's connections and poolers."""
    if settings.LISTEN_DATABASE_URL:
        return {"conninfo": settings.LISTEN_DATABASE_URL, "connect_timeout": int(ANSWER_SECONDS)}
    parameters = connection.get_connection_params()
    own = {name: value for name, value in parameters.items() if name not in ("context", "cursor_factory")}
    return {**own, "connect_timeout": int(ANSWER_SECONDS)}


hub = Hub()
