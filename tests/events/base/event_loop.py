"""Helpers that run coroutines on an event loop, for tests of hubs and feeds."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from events.base.hub import Hub

SECONDS = 60  # longer than a busy machine needs


class Quiet(Hub):
    """A hub that only the test notifies."""

    def _start_listening(self) -> None:
        pass


def run_scene(scene: Callable[[], Awaitable[Any]]) -> Any:
    """Runs a coroutine on a new event loop and returns its result; fails if it takes too long."""

    async def limited() -> Any:
        async with asyncio.timeout(SECONDS):
            return await scene()

    return asyncio.run(limited())
