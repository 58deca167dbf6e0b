"""What clients add to a request costs nothing: `python -m tests.bench.clients OLD [--rounds 10] [--turns 30]`.

OLD is a directory, such as a git worktree of an earlier commit. Its server and that of this checkout run on one
database and take turns with every request. A turn is a move, what the next seat reads after it, and the same again. For
each client and request it prints the medians of the latency and of the server's CPU, and of their ratio new / old in a
round, with the lowest and the highest round.

`--limits` counts requests and logs them, as an installation does.
"""

from __future__ import annotations

import argparse
import os
import socket
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median

import psutil
from rich.console import Console
from rich.table import Table

from tests.bench.prepared import PreparedMove, Request, Seated, prepared_moves
from tests.bench.server import another_server
from tests.stack import ROOT, Stack

BROWSER = {
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Accept": "*/*",
    "Accept-Language": "en", "Accept-Encoding": "gzip, deflate, br, zstd", "Referer": "http://127.0.0.1/tables",
    "Connection": "keep-alive", "Sec-Fetch-Dest": "empty", "Sec-Fetch-Mode": "cors", "Sec-Fetch-Site": "same-origin",
    "Priority": "u=4", "Cookie": "theme=dark; csrftoken=0123456789abcdefghijklmnopqrstuv",
}  # fmt: skip
CLIENTS: dict[str, dict[str, str]] = {
    "bare": {},
    "browser with a cookie": BROWSER,
    "axios": {
        "Accept": "application/json, text/plain, */*", "User-Agent": "axios/1.9.0",
        "Accept-Encoding": "gzip, compress, deflate, br", "Content-Type": "application/json;charset=utf-8",
    },
    "behind a proxy": {
        "X-Forwarded-For": "203.0.113.9", "X-Forwarded-Host": "play.example", "X-Request-Id": "7b2f",
        "traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    },
}  # fmt: skip
COUNTED = {
    "COMPTOIR_LIMITS": "on", "LOG_LEVEL": "INFO",
    **{f"COMPTOIR_LIMIT_{scope}": "1000000/10" for scope in ("GENERAL", "MOVES", "LEGAL_MOVES", "SIGN_UP")},
}  # fmt: skip
READS = {"view": "/view", "legal-moves": "/legal-moves", "match": ""}
KINDS = ("move", "sealed", *(f"{kind}{when}" for kind in READS for when in (", new", "")))

Samples = Mapping[tuple[str, str], Sequence[list[float]]]
"""By client and request: the milliseconds at the old server and at the new one."""


class Server:
    """A server, and the milliseconds of CPU that its threads have taken for each request so far."""

    def __init__(self, port: int, process: psutil.Process) -> None:
        self.port, self._tasks = port, Path(f"/proc/{process.pid}/task")

    def cpu(self) -> float:
        """Milliseconds of CPU until now."""
        return sum(int((task / "schedstat").read_text().split()[0]) for task in self._tasks.iterdir()) / 1e6


class Client:
    """A kind of client at one of the two servers, in a match of its own."""

    def __init__(self, name: str, server: Server, script: list[PreparedMove]) -> None:
        self._server, self._script = server, script
        self._table = Seated(server.port, CLIENTS[name])
        self._socket = socket.create_connection(("127.0.0.1", server.port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def turn(self, number: int) -> Iterator[Request]:
        """The requests of a turn."""
        yield self._table.post(self._script[number])
        seat = self._script[number + 1].seat
        for when in (", new", ""):
            for kind, path in READS.items():
                yield self._table.get(kind + when, seat, path)

    def ask(self, request: Request) -> tuple[float, float]:
        """Sends a request; returns the milliseconds that it took, and those of the server's CPU until the response."""
        cpu, begin = self._server.cpu(), time.perf_counter()
        self._socket.sendall(request.data)
        head, body = b"", b""
        while not head or len(body) < _length(head):
            part = self._socket.recv(262_144)
            assert part, "expected a response, got the end of the connection"
            body += part
            if not head and b"\r\n\r\n" in body:
                head, _, body = body.partition(b"\r\n\r\n")
        taken = (time.perf_counter() - begin) * 1000
        assert head[9:12] in (b"200", b"201"), head + body
        return taken, self._server.cpu() - cpu


def _length(head: bytes) -> int:
    return int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])


def main() -> int:
    """Measures and prints."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.clients", description=__doc__)
    parser.add_argument("old", type=Path)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--turns", type=int, default=30)
    parser.add_argument("--limits", action="store_true")
    options = parser.parse_args()
    script, settings = prepared_moves(options.rounds * options.turns + 1), COUNTED if options.limits else {}
    with ExitStack() as stack:
        installation = Stack()
        stack.callback(installation.stop)
        installation.start()
        servers = [
            Server(*stack.enter_context(another_server(installation, root, **settings)))
            for root in (options.old.resolve(), ROOT)
        ]
        pairs = {name: [Client(name, server, script) for server in servers] for name in CLIENTS}
        rounds, loads = [], list[float]()
        for begin in range(0, len(script) - 1, options.turns):
            rounds.append(_round(pairs, range(begin, begin + options.turns)))
            loads.append(os.getloadavg()[0])
    show(rounds, f"{options.rounds} rounds of {options.turns} turns, load {min(loads):.1f} to {max(loads):.1f}")
    return 0


def _round(pairs: Mapping[str, list[Client]], turns: range) -> tuple[Samples, Samples]:
    """Some turns of all clients: latency, and CPU."""
    latency: dict[tuple[str, str], list[list[float]]] = defaultdict(lambda: [[], []])
    cpu: dict[tuple[str, str], list[list[float]]] = defaultdict(lambda: [[], []])
    for number in turns:
        for name, clients in pairs.items():
            for requests in zip(*(client.turn(number) for client in clients), strict=True):
                for which in (0, 1) if number % 2 else (1, 0):
                    taken, worked = clients[which].ask(requests[which])
                    latency[name, requests[which].kind][which].append(taken)
                    cpu[name, requests[which].kind][which].append(worked)
    return latency, cpu


def show(rounds: Sequence[tuple[Samples, Samples]], title: str) -> None:
    """Prints the figures."""
    table = Table(
        "client", "request", "old ms", "new ms", "new / old", "CPU, old ms", "new ms", "new / old", title=title
    )
    for name in CLIENTS:
        for kind in KINDS:
            table.add_row(name, kind, *(cell for of in zip(*rounds, strict=True) for cell in _cells(of, (name, kind))))
    Console(width=130).print(table)


def _cells(rounds: Sequence[Samples], key: tuple[str, str]) -> list[str]:
    """The medians of both servers over all rounds, and the median, the lowest and the highest of the rounds' ratios."""
    medians = [[median(one) for one in samples[key]] for samples in rounds if key in samples]
    if not medians:
        return ["-"] * 3
    ratios = [new / old for old, new in medians]
    old, new = (median(each) for each in zip(*medians, strict=True))
    return [f"{old:.2f}", f"{new:.2f}", f"{median(ratios):.2f} ({min(ratios):.2f}–{max(ratios):.2f})"]


if __name__ == "__main__":
    raise SystemExit(main())
