"""The hub: a change in the database wakes its subscribers and nobody else, and the hub restores lost connections."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import psycopg
import pytest

from events.base import hub as hubs
from events.base.hub import Hub, Subscription
from events.base.publishing import CHANNEL

SECONDS = 20  # longer than a busy machine needs

pytestmark = pytest.mark.django_db(transaction=True)


def during(scene: Callable[[Hub], Awaitable[Any]]) -> Any:
    """Runs a coroutine with its own hub, closes the hub, and returns the result."""

    async def played() -> Any:
        own = Hub()
        try:
            async with asyncio.timeout(SECONDS):
                return await scene(own)
        finally:
            await own.close()

    return asyncio.run(played())


async def listening(own: Hub, subscription: Subscription) -> None:
    """Waits until the hub listens, and consumes its first notification."""
    while not own.is_listening:
        await subscription.next()


async def execute(statement: str) -> list[tuple[Any, ...]]:
    """Runs a statement on its own connection, as another process would."""
    async with await psycopg.AsyncConnection.connect(**hubs.listening_parameters(), autocommit=True) as other:
        cursor = await other.execute(statement)
        return await cursor.fetchall() if cursor.description else []


async def notify(payload: str) -> None:
    await execute(f"SELECT pg_notify('{CHANNEL}', '{payload}')")


def test_a_change_wakes_its_subscribers_and_nobody_else() -> None:
    async def scene(own: Hub) -> bool:
        with own.subscribe("a") as first, own.subscribe("b") as second:
            await listening(own, first)
            await second.next()
            await notify("a")
            await first.next()
            return second._woken.is_set()

    assert during(scene) is False


def test_a_subscription_can_follow_other_topics_and_is_woken_for_what_it_may_have_missed() -> None:
    async def scene(own: Hub) -> list[bool]:
        with own.subscribe("a") as one:
            await listening(own, one)
            own.follow(one, "a", "b")
            woken = [one._woken.is_set()]
            await one.next()
            own.follow(one, "b")
            for topic in ("a", "b"):
                own.wake(topic)
                woken.append(one._woken.is_set())
            return [*woken, "a" in own._by_topic]

    assert during(scene) == [True, False, True, False]


def test_nothing_is_left_of_a_subscription_that_has_ended() -> None:
    async def scene(own: Hub) -> tuple[int, int]:
        with own.subscribe("a", "b"):
            before = len(own)
        return before, len(own._by_topic)

    assert during(scene) == (1, 0)


def test_a_connection_that_is_lost_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "POLL_SECONDS", 0.05)

    async def scene(own: Hub) -> Any:
        with own.subscribe("a") as subscription:
            await listening(own, subscription)
            await execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                f"WHERE query = 'LISTEN {CHANNEL}' AND datname = current_database()"
            )
            await subscription.next()
            await listening(own, subscription)
            subscription._woken.clear()
            await notify("a")
            await subscription.next()
            return own.is_listening

    assert during(scene)


def test_without_a_connection_every_subscriber_is_woken_now_and_then(
    monkeypatch: pytest.MonkeyPatch, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(hubs, "POLL_SECONDS", 0.05)
    settings.LISTEN_DATABASE_URL = "postgresql://nobody@127.0.0.1:1/none"

    async def scene(own: Hub) -> bool:
        with own.subscribe("a") as subscription:
            for _ in range(3):
                await subscription.next()
            return own.is_listening

    assert during(scene) is False


def test_when_the_process_stops_every_subscription_ends() -> None:
    async def scene(own: Hub) -> list[bool]:
        with own.subscribe("a") as before:
            await own.close()
            await before.next()
            with own.subscribe("a") as after:
                await after.next()
                return [before.is_closed, after.is_closed]

    assert during(scene) == [True, True]
