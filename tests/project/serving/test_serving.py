"""The server of `make run` with real sockets: streams, clients that disconnect or never read, forged addresses."""

from __future__ import annotations

import http.client
import json
import signal
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from project.serving.server import limit_writing
from tests.chaos.crowds import Guest, livez_ms, unread
from tests.stack import Stack

MOST = 6  # connections of one kind
LONGEST = 60  # seconds on a busy machine
AT_ONCE_MS = 20_000  # these tests do not measure speed

pytestmark = [pytest.mark.timeout(400), pytest.mark.xdist_group("stack")]


@pytest.fixture
def guest(stack: Stack) -> Guest:
    return Guest(stack.port)


def until(truth: Callable[[], bool], claim: str) -> None:
    end = time.monotonic() + LONGEST
    while not truth():
        assert time.monotonic() < end, f"not {claim}"
        time.sleep(0.05)


def answer(connection: socket.socket) -> http.client.HTTPResponse:
    """Returns the response on a connection."""
    connection.settimeout(LONGEST)
    response = http.client.HTTPResponse(connection)
    response.begin()
    return response


def log_of(stack: Stack) -> str:
    return (Path(stack.folder) / "up.log").read_text(errors="replace")


def test_clients_that_never_read_do_not_delay_other_requests(stack: Stack) -> None:
    crowd = [unread(stack.port) for _ in range(40)]
    time.sleep(1)

    slowest = max(livez_ms(stack.port) for _ in range(20))

    for connection in crowd:
        connection.close()
    assert slowest < AT_ONCE_MS


def test_a_connection_whose_reader_takes_nothing_is_closed() -> None:
    with socket.socket() as listening:
        limit_writing(listening, seconds=1)
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        with socket.create_connection(listening.getsockname()) as _:
            accepted, _ = listening.accept()
            accepted.settimeout(LONGEST)
            with pytest.raises(TimeoutError) as error, accepted:
                while True:
                    accepted.send(b"x" * 65_536)

    assert error.value.errno is not None  # the system's buffers are full, not the server's


@pytest.mark.parametrize("header", ["X-Forwarded-For", "X_Forwarded_For"])
def test_an_address_in_a_header_of_a_client_does_not_lift_a_limit(stack: Stack, header: str) -> None:
    statuses = []
    for number in range(23):
        connection = http.client.HTTPConnection("127.0.0.1", stack.port, timeout=LONGEST)
        headers = {"Content-Type": "application/json", header: f"198.51.100.{number}", "X-Forwarded-Proto": "https"}
        connection.request("POST", "/api/v1/tokens", json.dumps({"name": "nobody", "password": "wrong"}), headers)
        statuses.append(connection.getresponse().status)
        connection.close()

    assert statuses[20:] == [429] * 3


def test_a_client_cannot_claim_that_it_came_by_https(stack: Stack) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", stack.port, timeout=LONGEST)
    connection.request("GET", "/api/v1/games?limit=1", headers={"X-Forwarded-Proto": "https"})

    assert connection.getresponse().headers.get("Strict-Transport-Security") is None


def test_a_query_of_raw_bytes_is_answered(stack: Stack) -> None:
    with socket.create_connection(("127.0.0.1", stack.port), timeout=LONGEST) as connection:
        connection.sendall(b"GET /api/v1/games?\xc3\xa9=1 HTTP/1.1\r\nHost: localhost\r\n\r\n")

        assert answer(connection).status == 400


def test_clients_that_disconnect_during_a_response_leave_no_traceback(stack: Stack, guest: Guest) -> None:
    for opened in (guest.streaming, lambda: unread(stack.port)):
        for _ in range(MOST):
            opened().close()
    with socket.create_connection(("127.0.0.1", stack.port)) as half:
        half.sendall(b"POST /api/v1/players HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20\r\n\r\n{")
    time.sleep(1)
    livez_ms(stack.port)

    assert "Traceback" not in log_of(stack)


def test_a_process_that_stops_ends_its_streams_and_leaves_no_traceback(stack: Stack) -> None:
    streams = [answer(guest.streaming()) for guest in [Guest(stack.port) for _ in range(2)] for _ in range(MOST)]
    processes = stack.processes("web")

    for process in processes:
        process.send_signal(signal.SIGTERM)

    assert all(b'"reason":"shutdown"' in stream.read() for stream in streams)
    until(lambda: not any(process.is_running() for process in processes), "stopped")
    assert stack.answers_within(LONGEST)
    with suppress(OSError):
        livez_ms(stack.port)
    log = log_of(stack)
    assert "Traceback" not in log
    assert "timeout graceful shutdown exceeded" not in log
