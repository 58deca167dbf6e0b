"""Guests with their own matches, streams that are reopened, and connections that never read."""

from __future__ import annotations

import asyncio
import re
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache

from tests.caller import Caller

LARGE = re.compile(r'src="(/static/[^"]*swagger-ui-bundle\.js)"')  # 1.4 MB
LONGEST = 30.0  # the maximum number of seconds to wait for an answer


class Guest(Caller):
    """A player with an open match of their own."""

    def __init__(self, port: int, source: str = "127.0.0.1") -> None:
        super().__init__(port, source)
        self.port = port
        self.sign_up()
        seats = [{"kind": "me"}, *[{"kind": "open"}] * 3]
        self.match = self.json("POST", "/matches", {"game": "great_dalmuti", "seats": seats})["id"]
        self.path = f"/api/v1/matches/{self.match}"

    def streaming(self) -> socket.socket:
        """Opens a connection with a stream of the match."""
        lines = (f"GET {self.path}/stream HTTP/1.1", "Host: localhost", f"Authorization: Bearer {self.token}", "", "")
        return _sent(self.port, lines, self.source)


def unread(port: int, source: str = "127.0.0.1") -> socket.socket:
    """Opens a connection that requests more bytes than it reads and than the system buffers."""
    return _sent(port, (*(f"GET {_large_file(port)} HTTP/1.1", "Host: localhost", "") * 8, ""), source)


@cache
def _large_file(port: int) -> str:
    """Returns the address of a large static file."""
    _, page = Caller(port).send("GET", "/api/docs")
    return LARGE.findall(page.decode())[0]


def _sent(port: int, lines: tuple[str, ...], source: str) -> socket.socket:
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.settimeout(LONGEST)
    connection.bind((source, 0))
    connection.connect(("127.0.0.1", port))
    connection.sendall("\r\n".join(lines).encode())
    return connection


def livez_ms(port: int) -> float:
    """Measures /livez; returns LONGEST if it does not answer."""
    began = time.perf_counter()
    with suppress(OSError):
        Caller(port).send("GET", "/livez")
        return (time.perf_counter() - began) * 1000
    return LONGEST * 1000


class Stream:
    """A stream of a match that is reopened whenever it ends. reads: whether the client reads the data."""

    def __init__(self, port: int, match: str, guest: Caller, query: str = "", reads: bool = True) -> None:
        lines = (
            f"GET /api/v1/matches/{match}/stream{query} HTTP/1.1",
            "Host: localhost",
            f"Authorization: Bearer {guest.token}",
            "",
            "",
        )
        self._request, self._port, self._source, self._reads = "\r\n".join(lines).encode(), port, guest.source, reads
        self._retry = 1.0

    async def run(self) -> None:
        """Follows the stream until it is cancelled."""
        while True:
            with suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
                await self._follow()
            await asyncio.sleep(self._retry)

    async def _follow(self) -> None:
        connection = socket.socket()
        connection.setblocking(False)
        if not self._reads:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.bind((self._source, 0))
        await asyncio.get_running_loop().sock_connect(connection, ("127.0.0.1", self._port))
        reader, writer = await asyncio.open_connection(sock=connection, limit=2**20 if self._reads else 1024)
        writer.write(self._request)
        status = await reader.readline()
        try:
            if b" 200 " in status:
                await (self._read(reader) if self._reads else asyncio.sleep(3600))
        finally:
            writer.close()

    async def _read(self, reader: asyncio.StreamReader) -> None:
        while line := await reader.readline():
            if line.startswith(b"retry: "):
                self._retry = int(line[7:]) / 1000


@contextmanager
def followed(streams: Sequence[Stream]) -> Iterator[None]:
    """Follows streams in a thread until the block ends."""
    loop = asyncio.new_event_loop()

    async def follow() -> None:
        await asyncio.gather(*(stream.run() for stream in streams))

    task = loop.create_task(follow())

    def run() -> None:
        with suppress(asyncio.CancelledError):
            loop.run_until_complete(task)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    yield
    loop.call_soon_threadsafe(task.cancel)
    thread.join()
