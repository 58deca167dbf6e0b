"""Turns: a few at once, and of each caller one at a time, so a crowd that one caller sends delays nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary


class Turns:
    """The turns of one kind of work on the event loop. at_once: how many there are."""

    def __init__(self, at_once: int) -> None:
        self._free = asyncio.Semaphore(at_once)
        self._lines = WeakValueDictionary[str, asyncio.Lock]()

    @asynccontextmanager
    async def turn(self, caller: str) -> AsyncIterator[None]:
        """Waits for the caller's turn, which lasts until the block ends."""
        line = self._lines.get(caller)
        if line is None:
            line = self._lines[caller] = asyncio.Lock()
        async with line, self._free:
            yield
