"""Guests who wait for their match in long polls, and connections that never read."""

from __future__ import annotations

import socket
import time
from collections.abc import Sequence
from contextlib import suppress

from tests.chaos.clients import Caller

STATIC = "/static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js"  # 1.4 MB
LONGEST = 30.0  # seconds that somebody waits for an answer


class Guest(Caller):
    """A player with an open match of their own, whose head had an etag when they arrived."""

    def __init__(self, port: int, source: str = "127.0.0.1") -> None:
        super().__init__(port, source)
        self.port = port
        self.sign_up()
        seats = [{"kind": "me"}, *[{"kind": "open"}] * 3]
        self.match = self.json("POST", "/matches", {"game": "great_dalmuti", "seats": seats})["id"]
        self.path = f"/api/v1/matches/{self.match}"
        response = self.response("GET", self.path)
        self.etag = response.headers["ETag"]
        response.read()

    def polled(self, seconds: int | str = 30, method: str = "GET") -> socket.socket:
        """Opens a connection with a long poll of the match."""
        lines = (
            f"{method} {self.path}?wait={seconds} HTTP/1.1", "Host: localhost", f"Authorization: Bearer {self.token}",
            f"If-None-Match: {self.etag}", "", "",
        )  # fmt: skip
        return _sent(self.port, lines, self.source)


def unread(port: int, source: str = "127.0.0.1") -> socket.socket:
    """Opens a connection that requests more than it reads and more than the system buffers."""
    return _sent(port, (*(f"GET {STATIC} HTTP/1.1", "Host: localhost", "") * 8, ""), source)


def _sent(port: int, lines: tuple[str, ...], source: str) -> socket.socket:
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.settimeout(LONGEST)
    connection.bind((source, 0))
    connection.connect(("127.0.0.1", port))
    connection.sendall("\r\n".join(lines).encode())
    return connection


def waiting(crowd: Sequence[socket.socket]) -> int:
    """Returns how many connections have no response yet."""
    count = 0
    for connection in crowd:
        connection.setblocking(False)
        try:
            connection.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            count += 1
    return count


def livez_ms(port: int) -> float:
    """Measures /livez; returns LONGEST if it does not answer."""
    began = time.perf_counter()
    with suppress(OSError):
        Caller(port).send("GET", "/livez")
        return (time.perf_counter() - began) * 1000
    return LONGEST * 1000
