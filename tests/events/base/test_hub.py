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


def run_with_hub(scene: Callable[[Hub], Awaitable[Any]]) -> Any:
    """Runs a coroutine with its own hub, closes the hub, and returns the result."""

    async def limited() -> Any:
        own = Hub()
        try:
            async with asyncio.timeout(SECONDS):
                return await scene(own)
        finally:
            await own.close()

    return asyncio.run(limited())


async def wait_until_listening(own: Hub, subscription: Subscription) -> None:
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


def test_a_change_wakes_only_the_subscribers_of_its_topic() -> None:
    async def scene(own: Hub) -> bool:
        with own.subscribe("a") as first, own.subscribe("b") as second:
            await wait_until_listening(own, first)
            await second.next()
            await notify("a")
            await first.next()
            return second._woken.is_set()

    assert run_with_hub(scene) is False


def test_a_subscription_that_adds_a_topic_is_woken_as_it_may_have_missed_changes() -> None:
    async def scene(own: Hub) -> list[bool]:
        with own.subscribe("a") as one:
            await wait_until_listening(own, one)
            own.follow(one, "a", "b")
            woken = [one._woken.is_set()]
            await one.next()
            own.follow(one, "b")
            for topic in ("a", "b"):
                own.wake(topic)
                woken.append(one._woken.is_set())
            return [*woken, "a" in own._by_topic]

    assert run_with_hub(scene) == [True, False, True, False]


def test_a_hub_forgets_the_topics_of_an_ended_subscription() -> None:
    async def scene(own: Hub) -> tuple[int, int]:
        with own.subscribe("a", "b"):
            before = len(own)
        return before, len(own._by_topic)

    assert run_with_hub(scene) == (1, 0)


def test_a_hub_restores_a_lost_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "POLL_SECONDS", 0.05)

    async def scene(own: Hub) -> Any:
        with own.subscribe("a") as subscription:
            await wait_until_listening(own, subscription)
            await execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                f"WHERE query = 'LISTEN {CHANNEL}' AND datname = current_database()"
            )
            await subscription.next()
            await wait_until_listening(own, subscription)
            subscription._woken.clear()
            await notify("a")
            await subscription.next()
            return own.is_listening

    assert run_with_hub(scene)


def test_a_hub_without_a_connection_wakes_all_subscribers_periodically(
    monkeypatch: pytest.MonkeyPatch, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(hubs, "POLL_SECONDS", 0.05)
    settings.LISTEN_DATABASE_URL = "postgresql://nobody@127.0.0.1:1/none"

    async def scene(own: Hub) -> bool:
        with own.subscribe("a") as subscription:
            for _ in range(3):
                await subscription.next()
            return own.is_listening

    assert run_with_hub(scene) is False


def test_closing_the_hub_ends_all_subscriptions() -> None:
    async def scene(own: Hub) -> list[bool]:
        with own.subscribe("a") as before:
            await own.close()
            await before.next()
            with own.subscribe("a") as after:
                await after.next()
                return [before.is_closed, after.is_closed]

    assert run_with_hub(scene) == [True, True]
