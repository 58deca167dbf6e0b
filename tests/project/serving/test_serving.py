"""The server of `make run` with real sockets: long polls, clients that disconnect or never read, forged addresses."""

from __future__ import annotations

import http.client
import json
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from events.http.waits import LOOKS_AT_ONCE
from project.serving.server import limit_writing
from tests.chaos.crowds import Guest, livez_ms, unread, waiting
from tests.stack import Stack

MOST = 6  # the limit of waits for one player in one process
PROCESSES = 2
LONGEST = 60  # seconds on a busy machine
AT_ONCE_MS = 20_000  # these tests do not measure speed, but a poll that lasts its thirty seconds was not woken

pytestmark = [pytest.mark.timeout(400), pytest.mark.xdist_group("serving")]


@pytest.fixture(scope="module")
def stack() -> Iterator[Stack]:
    running = Stack(environment={"COMPTOIR_WAITS_PER_PLAYER": str(MOST), "COMPTOIR_LIMITS": "on"})
    running.start()
    try:
        yield running
    finally:
        running.stop()


@pytest.fixture
def guest(stack: Stack) -> Guest:
    return Guest(stack.port)


def until(truth: Callable[[], bool], claim: str) -> None:
    end = time.monotonic() + LONGEST
    while not truth():
        assert time.monotonic() < end, f"not {claim}"
        time.sleep(0.05)


def answer(connection: socket.socket) -> http.client.HTTPResponse:
    """Returns the response to a poll."""
    connection.settimeout(LONGEST)
    response = http.client.HTTPResponse(connection)
    response.begin()
    return response


def log_of(stack: Stack) -> str:
    return (Path(stack.folder) / "up.log").read_text(errors="replace")


def test_a_move_of_somebody_else_wakes_a_poll_at_once(guest: Guest) -> None:
    with guest.polled() as polled:
        time.sleep(1)
        assert waiting([polled]) == 1
        begin = time.perf_counter()
        guest.json("POST", f"/matches/{guest.match}/messages", {"text": "hello"})

        response = answer(polled)

    assert (time.perf_counter() - begin) * 1000 < AT_ONCE_MS
    assert (response.status, response.headers["ETag"] == guest.etag) == (200, False)


def test_a_poll_whose_time_is_up_is_answered_that_nothing_changed(guest: Guest) -> None:
    begin = time.perf_counter()
    with guest.polled(seconds=1) as polled:
        response = answer(polled)

    assert (response.status, response.headers["ETag"]) == (304, guest.etag)
    assert time.perf_counter() - begin >= 1


@pytest.mark.parametrize(("method", "status"), [("HEAD", 304), ("OPTIONS", 400)])
def test_head_waits_and_options_takes_no_parameter(guest: Guest, method: str, status: int) -> None:
    with guest.polled(seconds=1, method=method) as polled:
        assert answer(polled).status == status


@pytest.mark.parametrize("wait", ["31", "x", "1&wait=1"])
def test_a_wait_that_is_none_is_refused(guest: Guest, wait: str) -> None:
    with guest.polled(seconds=wait) as polled:
        assert answer(polled).status == 400


def test_a_caller_with_too_many_polls_is_answered_at_once_and_closed_polls_are_forgotten(guest: Guest) -> None:
    for _ in range(2):
        polls = [guest.polled() for _ in range(MOST * PROCESSES + 4)]
        until(lambda polls=polls: waiting(polls) <= MOST * PROCESSES, "answered those that are too many")
        time.sleep(0.5)
        assert 0 < waiting(polls) <= MOST * PROCESSES  # spread over the processes by the kernel
        response = answer(next(poll for poll in polls if not waiting([poll])))
        assert (response.status, response.headers["Retry-After"]) == (304, "5")
        for poll in polls:
            poll.close()
        time.sleep(0.5)


def test_a_poll_holds_no_database_connection(stack: Stack, guest: Guest) -> None:
    def sessions() -> int:
        with psycopg.connect(stack.database()) as connection:
            counted = connection.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
            return int(counted.fetchone()[0])  # type: ignore[index]

    guests = [guest, *(Guest(stack.port) for _ in range(9))]
    before = sessions()
    polls = [one.polled() for one in guests for _ in range(4)]
    time.sleep(2)
    assert waiting(polls) == 40
    assert sessions() <= before + PROCESSES * (2 * LOOKS_AT_ONCE + 1)  # of the first looks, and of the hubs
    for poll in polls:
        poll.close()


def test_readers_that_never_read_keep_nobody_out(stack: Stack) -> None:
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

    assert error.value.errno is not None  # buffers of the system, not of the server


@pytest.mark.parametrize("header", ["X-Forwarded-For", "X_Forwarded_For"])
def test_an_address_that_a_client_claims_does_not_lift_a_limit(stack: Stack, header: str) -> None:
    statuses = []
    for number in range(45):
        connection = http.client.HTTPConnection("127.0.0.1", stack.port, timeout=LONGEST)
        headers = {"Content-Type": "application/json", header: f"198.51.100.{number}", "X-Forwarded-Proto": "https"}
        connection.request("POST", "/api/v1/tokens", json.dumps({"name": "nobody", "password": "wrong"}), headers)
        statuses.append(connection.getresponse().status)
        connection.close()

    assert statuses[20:] == [429] * 25


def test_a_client_cannot_claim_that_it_came_by_https(stack: Stack) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", stack.port, timeout=LONGEST)
    connection.request("GET", "/api/v1/games?limit=1", headers={"X-Forwarded-Proto": "https"})

    assert connection.getresponse().headers.get("Strict-Transport-Security") is None


def test_a_query_of_raw_bytes_is_an_ordinary_request(stack: Stack) -> None:
    with socket.create_connection(("127.0.0.1", stack.port), timeout=LONGEST) as connection:
        connection.sendall(b"GET /api/v1/games?\xc3\xa9=1 HTTP/1.1\r\nHost: localhost\r\n\r\n")

        assert answer(connection).status == 400


def test_clients_that_hang_up_in_the_middle_leave_no_traceback(stack: Stack, guest: Guest) -> None:
    for opened in (guest.polled, lambda: unread(stack.port)):
        for _ in range(MOST):
            opened().close()
    with socket.create_connection(("127.0.0.1", stack.port)) as half:
        half.sendall(b"POST /api/v1/players HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20\r\n\r\n{")
    time.sleep(1)
    livez_ms(stack.port)

    assert "Traceback" not in log_of(stack)


def test_a_process_that_stops_answers_its_polls_and_leaves_no_traceback(stack: Stack) -> None:
    guests = [Guest(stack.port) for _ in range(2)]
    polls = [one.polled() for one in guests for _ in range(MOST)]
    time.sleep(1)
    processes = stack.processes("web")

    for process in processes:
        process.send_signal(signal.SIGTERM)

    assert {answer(poll).status for poll in polls} == {304}
    until(lambda: not any(process.is_running() for process in processes), "stopped")
    assert stack.answers_within(LONGEST)
    with suppress(OSError):
        livez_ms(stack.port)
    log = log_of(stack)
    assert "Traceback" not in log
    assert "timeout graceful shutdown exceeded" not in log
