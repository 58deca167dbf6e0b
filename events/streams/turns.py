"""A limit on simultaneous work: a few callers at once, and one task of each caller at a time.

So many requests of one caller delay no other caller.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary


class Turns:
    """The turns of one kind of work on the event loop. at_once: the number of simultaneous turns."""

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
