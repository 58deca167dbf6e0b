"""Receivers of webhooks that never finish their responses."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any


class Dribblers:
    """Servers on this machine, each with its own host, that send one byte a second and never finish a response.

    hosts: their addresses; open: the number of open requests by host; ended: the number of aborted requests.
    """

    def __init__(self, number: int) -> None:
        self.hosts: list[str] = []
        self.open, self.ended = Counter[str](), 0
        self._loop = asyncio.new_event_loop()
        self._stopping = asyncio.Event()
        self._listening = threading.Event()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._serve(number),))
        self._thread.start()
        self._listening.wait()

    def close(self) -> None:
        """Ends all requests, and the servers."""
        self._loop.call_soon_threadsafe(self._stopping.set)
        self._thread.join()

    async def _serve(self, number: int) -> None:
        servers = [await asyncio.start_server(self._hold, f"127.0.2.{place}", 0) for place in range(1, number + 1)]
        self.hosts = [_host(server.sockets[0].getsockname()) for server in servers]
        self._listening.set()
        await self._stopping.wait()
        for server in servers:
            server.close()
        holding = asyncio.all_tasks() - {asyncio.current_task()}
        for task in holding:
            task.cancel()
        await asyncio.gather(*holding, return_exceptions=True)

    async def _hold(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        host = _host(writer.get_extra_info("sockname"))
        self.open[host] += 1
        try:
            writer.write(b"HTTP/1.1 200 ")
            with suppress(ConnectionError):
                while not reader.at_eof():
                    writer.write(b"O")
                    with suppress(TimeoutError):
                        async with asyncio.timeout(1):
                            await reader.read(65_536)
            self.ended += 1
        finally:
            self.open[host] -= 1
            writer.close()


def _host(address: tuple[str, int]) -> str:
    return f"{address[0]}:{address[1]}"


@contextmanager
def dribbling(settings: Any, number: int) -> Iterator[Dribblers]:
    """Yields dribblers to which the server may post."""
    dribblers = Dribblers(number)
    settings.COMPTOIR_WEBHOOK_HOSTS = [*settings.COMPTOIR_WEBHOOK_HOSTS, *dribblers.hosts]
    try:
        yield dribblers
    finally:
        dribblers.close()
