"""`python -m tests.chaos.crowds`: clients that wait, disconnect or never read, and the response times of others.

Against the stack of `make run`, and against gunicorn as in the Dockerfile. Exits with 1 if other clients were blocked.
"""

from __future__ import annotations

import argparse
import http.client
import json
import re
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from email.message import Message
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table as Printed

from tests.chaos.requests import request
from tests.stack import ROOT, Stack, free_port

LIMITS = {"COMPTOIR_WAITS_PER_ADDRESS": "2000"}  # the whole crowd is on this machine
STATIC = "/static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js"  # 1.4 MB
PROBE_SECONDS = 4.0
LONGEST = 30.0  # seconds that a probe waits for its answer
SLOWEST_MS = 1_000  # a client that waits longer for /livez or a POST counts as blocked

console = Console()


class Figures(NamedTuple):
    """Milliseconds: /livez at the median and at worst, a POST at worst, from a POST to the end of another's poll."""

    livez_p50: float
    livez_p99: float
    livez_max: float
    post_max: float
    wake_max: float

    @property
    def is_good(self) -> bool:
        return max(self.livez_max, self.post_max, self.wake_max) < SLOWEST_MS


class Guest:
    """A player with an open match of their own. polled: long polls of it; posts: messages to it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.token = ""
        self.token = self.call("POST", "/players", {"name": f"crowd {uuid.uuid4().hex[:12]}"})[1]["token"]
        seats = [{"kind": "me"}, *[{"kind": "open"}] * 3]
        self.match = self.call("POST", "/matches", {"game": "great_dalmuti", "seats": seats})[1]["id"]
        self.path = f"/api/v1/matches/{self.match}"
        self.etag = self.call("GET", f"/matches/{self.match}")[0]["ETag"]

    def call(self, method: str, path: str, body: Any = None) -> tuple[Message, Any]:
        return request(self.port, method, path, self.token, body, LONGEST)

    def post_ms(self) -> float:
        """Measures how long writing an event takes."""
        begin = time.perf_counter()
        try:
            self.call("POST", f"/matches/{self.match}/messages", {"text": "hello"})
        except OSError:
            return LONGEST * 1000
        return (time.perf_counter() - begin) * 1000

    def wake_ms(self) -> float:
        """Measures how long after an event its long poll is answered."""
        self.etag = self.call("GET", f"/matches/{self.match}")[0]["ETag"]
        with self.polled() as polled:
            time.sleep(0.3)
            self.post_ms()
            begin = time.perf_counter()
            with suppress(TimeoutError):
                polled.recv(1)
            return (time.perf_counter() - begin) * 1000

    def polled(self, seconds: int | str = 30, method: str = "GET") -> socket.socket:
        """Opens a connection with a long poll of the match."""
        lines = (
            f"{method} {self.path}?wait={seconds} HTTP/1.1", "Host: localhost", f"Authorization: Bearer {self.token}",
            f"If-None-Match: {self.etag}", "", "",
        )  # fmt: skip
        return _sent(self.port, lines)


def unread(port: int) -> socket.socket:
    """Opens a connection that requests more than it reads and more than the system buffers."""
    return _sent(port, (*(f"GET {STATIC} HTTP/1.1", "Host: localhost", "") * 8, ""))


def _sent(port: int, lines: tuple[str, ...]) -> socket.socket:
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.settimeout(LONGEST)
    connection.connect(("127.0.0.1", port))
    connection.sendall("\r\n".join(lines).encode())
    return connection


def livez_ms(port: int) -> float:
    """Measures /livez; returns LONGEST if it does not answer."""
    begin = time.perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LONGEST)
    try:
        connection.request("GET", "/livez")
        connection.getresponse().read()
    except OSError:
        return LONGEST * 1000
    finally:
        connection.close()
    return (time.perf_counter() - begin) * 1000


def probed(port: int, guest: Guest, seconds: float = PROBE_SECONDS) -> Figures:
    """Measures the response times of a client outside the crowd."""
    livez, posts, until = [livez_ms(port)], [guest.post_ms()], time.monotonic() + seconds
    while time.monotonic() < until:
        livez.append(livez_ms(port))
        if len(livez) % 10 == 0:
            posts.append(guest.post_ms())
    livez.sort()
    wake = max(guest.wake_ms() for _ in range(3))
    return Figures(livez[len(livez) // 2], livez[int(len(livez) * 0.99)], livez[-1], max(posts), wake)


class Crowd(NamedTuple):
    """Connections of several guests that wait, or, without guests, that do not read."""

    name: str
    size: int
    guests: int


CROWDS = (
    Crowd("16 long polls", 16, 1),
    Crowd("32 long polls", 32, 1),
    Crowd("260 long polls of one guest", 260, 1),
    Crowd("500 long polls of 20 guests", 500, 20),
    Crowd("40 sockets that never read", 40, 0),
)


def gathered(port: int, crowd: Crowd) -> Iterator[socket.socket]:
    """Opens the connections of a crowd."""
    guests = [Guest(port) for _ in range(crowd.guests)]
    for number in range(crowd.size):
        yield guests[number % crowd.guests].polled() if guests else unread(port)


def waiting(crowd: list[socket.socket]) -> int:
    """Returns how many connections have no response yet."""
    count = 0
    for connection in crowd:
        connection.setblocking(False)
        try:
            connection.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            count += 1
    return count


def gunicorn_words(port: int) -> list[str]:
    """Returns the command of the Dockerfile, with another address."""
    command = re.search(r"^CMD (\[.*\])", (ROOT / "Dockerfile").read_text().replace("\\\n", ""), re.MULTILINE)
    assert command, "expected CMD [...] in the Dockerfile"
    words = json.loads(command[1])
    assert words[0] == "gunicorn"
    return [sys.executable, "-m", *words, "--bind", f"127.0.0.1:{port}", "--log-level", "error"]


@contextmanager
def gunicorn(stack: Stack) -> Iterator[int]:
    """Runs gunicorn as in compose.yaml, on the stack's database; yields its port."""
    port = free_port()
    environment = {**stack.environment_inside(), "DATABASE_POOL_SIZE": "10"}
    process = subprocess.Popen(gunicorn_words(port), cwd=ROOT, env=environment)
    try:
        until = time.monotonic() + 60
        while livez_ms(port) >= LONGEST * 1000:
            if time.monotonic() > until:
                raise RuntimeError("gunicorn does not answer")
            time.sleep(0.2)
        yield port
    finally:
        process.terminate()
        process.wait(30)


def measured(server: str, port: int, crowds: tuple[Crowd, ...]) -> int:
    """Prints a line for each crowd, and one after it disconnects; returns how many crowds blocked others."""
    printed = Printed("ms", "waiting", "livez p50", "livez p99", "livez max", "POST max", "wake max", title=server)
    guest, bad = Guest(port), 0
    try:
        for crowd in (Crowd("nobody", 0, 0), *crowds):
            with ExitStack() as cleanup:
                connections = [cleanup.enter_context(one) for one in gathered(port, crowd)]
                time.sleep(0.5 + crowd.size / 40)  # until each of them waits
                during, left = probed(port, guest), waiting(connections)
            after = probed(port, guest, 2.0)
            for name, count, figures in ((crowd.name, str(left), during), ("  after hanging up", "", after)):
                bad += not figures.is_good
                style = "green" if figures.is_good else "red"
                printed.add_row(name, count, *(f"{figure:.1f}" for figure in figures), style=style)
    except OSError as error:
        console.print(f"{server}, {crowd.name}: no answer in {LONGEST:g} s ({error})", style="red")
        bad += 1
    console.print(printed)
    return bad


def main() -> int:
    """Measures all crowds; returns 0 if none blocked others."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.crowds", description=__doc__)
    parser.add_argument("--server", choices=("run", "gunicorn", "both"), default="both")
    parser.add_argument("--only", default="", help="crowds whose names contain this")
    arguments = parser.parse_args()
    crowds = tuple(crowd for crowd in CROWDS if arguments.only in crowd.name)
    stack, bad = Stack(environment=LIMITS), 0
    try:
        stack.start()
        if arguments.server != "gunicorn":
            bad += measured("make run", stack.port, crowds)
        if arguments.server != "run":
            with gunicorn(stack) as port:
                bad += measured("gunicorn, past the proxy", port, tuple(crowd for crowd in crowds if crowd.size <= 32))
        log = (stack.folder / "up.log").read_text()
        before, traceback, after = log.partition("Traceback")
        console.print(f"{before[-500:]}{traceback}{after[:3000]}" if traceback else "no traceback in the log")
    finally:
        stack.stop()
    return int(bool(bad or traceback))


if __name__ == "__main__":
    sys.exit(main())
