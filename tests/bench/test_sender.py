"""The sender measures what it sent, whatever the server does with connections that are done."""

from __future__ import annotations

import base64
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from tests.bench import sender

RESPONSE = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"


def encoded(*kinds: str) -> list[list[str]]:
    return [[kind, base64.b64encode(b"GET / HTTP/1.1\r\n\r\n").decode()] for kind in kinds]


@contextmanager
def answering(answer: Callable[[list[socket.socket]], None], connections: int) -> Iterator[int]:
    """A server that accepts connections, then answers them all; yields its port."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=lambda: answer([listening.accept()[0] for _ in range(connections)]))
        thread.start()
        yield listening.getsockname()[1]
        thread.join()


def test_a_client_that_is_done_may_be_disconnected_while_others_wait():
    def answer(connections: list[socket.socket]) -> None:
        first, second = connections
        first.recv(100)
        first.sendall(RESPONSE)
        first.close()
        second.recv(100)
        time.sleep(0.1)  # in which the sender sees the end of the first connection
        second.sendall(RESPONSE[:30])
        second.sendall(RESPONSE[30:])

    with answering(answer, 2) as port:
        measured = sender.run(port, 10, False, [encoded("view"), encoded("view")])

    assert measured["statuses"] == {"view 200": 2}
    assert measured["size"] == {"view": 2 * len(RESPONSE)}
    assert len(measured["taken"]["view"]) == 2


def test_a_response_that_ends_too_early_is_an_error():
    def answer(connections: list[socket.socket]) -> None:
        [only] = connections
        only.recv(100)
        only.sendall(RESPONSE[:-1])
        only.close()

    with answering(answer, 1) as port, pytest.raises(ConnectionError, match="expected a response to view"):
        sender.run(port, 10, False, [encoded("view")])
