"""Sends prepared requests over raw sockets, in a separate process: `python -m tests.bench.sender`, one slice per line.

A slice is a line of JSON: `{"port", "seconds", "loop", "clients": [[[kind, data], …], …]}`, with data in base64. Each
client sends its requests in order on one connection, each after the response to the previous request; with `loop` it
starts again at the end. The response is a line of JSON: milliseconds and bytes on the wire by kind, the duration in
seconds, and the number of responses by status.
"""

from __future__ import annotations

import base64
import json
import selectors
import socket
import sys
import time
from collections import Counter, defaultdict
from typing import Any


class Client:
    """One connection and its requests."""

    def __init__(self, port: int, requests: list[tuple[str, bytes]], loop: bool) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._requests, self._loop, self._next, self._received = requests, loop, 0, b""

    def send(self) -> bool:
        """Sends the next request; returns False if there is none."""
        if self._next == len(self._requests):
            if not self._loop:
                return False
            self._next = 0
        self.kind, data = self._requests[self._next]
        self._next, self._received, self.sent = self._next + 1, b"", time.perf_counter()
        self.socket.sendall(data)
        return True

    def receive(self) -> str | None:
        """Reads available data; returns the status once the response is complete."""
        part = self.socket.recv(262_144)
        if not part:
            got = f"the end of the connection after {self._received!r}"
            raise ConnectionError(f"expected a response to {self.kind} ({self._next} sent), got {got}")
        self._received += part
        head, found, body = self._received.partition(b"\r\n\r\n")
        if not found or len(body) < _length(head):
            return None
        return head[9:12].decode()

    @property
    def size(self) -> int:
        """Returns the number of bytes of the last response, including its head."""
        return len(self._received)


def _length(head: bytes) -> int:
    for line in head.split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            return int(value)
    return 0


def run(port: int, seconds: float, loop: bool, clients: list[list[list[str]]]) -> dict[str, Any]:
    """Runs one slice."""
    selector, taken, statuses = selectors.DefaultSelector(), defaultdict[str, list[float]](list), Counter[str]()
    active, size = 0, Counter[str]()
    made = [Client(port, [(kind, base64.b64decode(data)) for kind, data in requests], loop) for requests in clients]
    started = time.perf_counter()
    for client in made:
        selector.register(client.socket, selectors.EVENT_READ, client)
        active += client.send()
    until = started + seconds
    while active:
        for key, _ in selector.select():
            client = key.data
            status = client.receive()
            if status is None:
                continue
            now = time.perf_counter()
            taken[client.kind].append((now - client.sent) * 1000)
            statuses[f"{client.kind} {status}"] += 1
            size[client.kind] += client.size
            if now >= until or not client.send():
                selector.unregister(client.socket)  # the server closes the connection before the slice ends
                active -= 1
    elapsed = time.perf_counter() - started
    for client in made:
        client.socket.close()
    return {"taken": taken, "size": size, "seconds": elapsed, "statuses": statuses}


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(run(**json.loads(line))), flush=True)
