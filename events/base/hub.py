"""Wake-ups for long polls and streams: one LISTEN connection in each process serves all subscriptions of the process.

A wait holds neither a thread nor a database connection. A notification is `<topic>:<seq>`; the topic is a match's id,
or `player:<id>`. While the connection is lost, every subscription wakes up every two seconds to poll. Everything here
runs on one event loop.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import psycopg
import structlog
from django.conf import settings
from django.db import connection

from events.base.publishing import CHANNEL

SEATS = "seats"  # the topic of all changes of seats, for those who wait for a list
POLL_SECONDS = 2.0
HEARTBEAT_SECONDS = 15.0  # a connection that is silent for this long is tested
ANSWER_SECONDS = 5.0

log = structlog.get_logger()


class Subscription:
    """Wake-ups for some topics that their owner has not seen yet; of each topic only the newest event counts."""

    def __init__(self) -> None:
        self._news: dict[str, int] = {}
        self._is_anything = False
        self._woken = asyncio.Event()
        self.is_closed = False

    async def next(self) -> Mapping[str, int]:
        """Waits for a change; returns what changed since the last call: topic -> newest `seq`, -1 if none is known.

        Empty if any of the topics may have changed, or if the subscription `is_closed`.
        """
        await self._woken.wait()
        self._woken.clear()
        news = {} if self._is_anything else self._news
        self._news, self._is_anything = {}, False
        return news

    def wake(self, topic: str | None = None, seq: int = -1) -> None:
        """Records a change of a topic; None: of any topic."""
        if topic is None:
            self._is_anything = True
        else:
            self._news[topic] = max(seq, self._news.get(topic, -1))
        self._woken.set()

    def close(self) -> None:
        """Wakes the owner for the last time: the process stops."""
        self.is_closed = self._is_anything = True
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
        """A subscription to the topics, until the block ends."""
        self._start_listening()
        subscription = Subscription()
        for topic in topics:
            self._by_topic[topic].add(subscription)
        if self._is_closed:
            subscription.close()
        try:
            yield subscription
        finally:
            for topic in topics:
                self._forget(topic, subscription)

    def __len__(self) -> int:
        """The number of subscriptions."""
        return len(self._all())

    def wake(self, topic: str, seq: int = -1) -> None:
        """Wakes the subscribers of a topic."""
        for subscription in self._by_topic.get(topic, ()):
            subscription.wake(topic, seq)

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
            except (OSError, ValueError, psycopg.Error) as error:
                log.warning("cannot listen; looking every two seconds", reason=type(error).__name__)
            finally:
                self.is_listening = False
            self._wake_all()
            await asyncio.sleep(POLL_SECONDS)

    async def _listen(self) -> None:
        async with await psycopg.AsyncConnection.connect(**listening_parameters(), autocommit=True) as listening:
            await listening.execute(f"LISTEN {CHANNEL}")
            self.is_listening = True
            self._wake_all()  # for changes before this moment
            while True:
                async for notice in listening.notifies(timeout=HEARTBEAT_SECONDS):
                    topic, _, seq = notice.payload.rpartition(":")
                    self.wake(topic, int(seq) if seq else -1)
                    if not seq:
                        self.wake(SEATS)
                async with asyncio.timeout(ANSWER_SECONDS):
                    await listening.execute("SELECT 1")

    def _wake_all(self) -> None:
        for subscription in self._all():
            subscription.wake()


def listening_parameters() -> dict[str, Any]:
    """The parameters of a connection for LISTEN, outside Django's connections and any pooler."""
    if settings.LISTEN_DATABASE_URL:
        return {"conninfo": settings.LISTEN_DATABASE_URL, "connect_timeout": int(ANSWER_SECONDS)}
    parameters = connection.get_connection_params()
    own = {name: value for name, value in parameters.items() if name not in ("context", "cursor_factory")}
    return {**own, "connect_timeout": int(ANSWER_SECONDS)}


hub = Hub()
