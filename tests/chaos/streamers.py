"""Callers who open streams, all at once and again when they end, and read them or do not."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

AGAIN_SECONDS = 2.0
ADDRESS = ("127.0.0.1", 0)


class Asked(NamedTuple):
    """A stream that somebody asks for. address: of this machine, from which they do."""

    address: str
    token: str
    path: str


class Streamers:
    """The streams of a `with` block. statuses: how often each was answered; None: not at all."""

    def __init__(self, port: int, asked: Sequence[tuple[str, str, str]], reads: bool = True) -> None:
        self.statuses = Counter[bytes | None]()
        self._port, self._asked, self._reads = port, [Asked(*one) for one in asked], reads
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Streamers:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._all.cancel)
        self._thread.join()

    def _run(self) -> None:
        self._all = self._loop.create_task(self._open())
        with suppress(asyncio.CancelledError):
            self._loop.run_until_complete(self._all)

    async def _open(self) -> None:
        await asyncio.gather(*map(self._follow, self._asked))

    async def _follow(self, asked: Asked) -> None:
        while True:
            status = None
            with suppress(OSError, asyncio.IncompleteReadError):
                status = await self._once(asked)
            self.statuses[status] += 1
            await asyncio.sleep(AGAIN_SECONDS)

    async def _once(self, asked: Asked) -> bytes | None:
        connection = socket.socket()
        connection.setblocking(False)
        if not self._reads:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.bind((asked.address, 0))
        await asyncio.get_running_loop().sock_connect(connection, ("127.0.0.1", self._port))
        reader, writer = await asyncio.open_connection(sock=connection, limit=1024)
        lines = [f"GET {asked.path} HTTP/1.1", "Host: localhost", f"Authorization: Bearer {asked.token}", "", ""]
        writer.write("\r\n".join(lines).encode())
        try:
            status = (await reader.readline()).split(b" ")[1:2]
            if status == [b"200"]:
                await self._stay(reader)
            return status[0] if status else None
        finally:
            writer.close()

    async def _stay(self, reader: asyncio.StreamReader) -> None:
        if not self._reads:
            await asyncio.sleep(3600)
        while await reader.read(65_536):
            pass
