"""A full database against an empty one: `python -m tests.bench.behind FOLDER [--rounds 200] [--json FILE]`.

FOLDER: made by `tests.chaos.seeded`. One PostgreSQL with two databases, a server on each, and players with the same
matches on both. In each round every kind of request goes to one and then the other, so that the ratios hold on a busy
machine. Printed are medians in milliseconds, and the ratio of the full database to the empty one: the median of the
ratios of neighbours.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from rich.console import Console
from rich.table import Table as Printed

from project.production import places
from tests.chaos.clusters import Server
from tests.chaos.requests import request
from tests.chaos.seeded import EMPTY, environment, running
from tests.stack import ROOT, free_port

SEATS, MATCHES = 4, 20
GOAL = 1.2
IDLE_SECONDS = 2
START_SECONDS = 300  # on a machine with much other work
READS = {
    "view": "/matches/{match}/view",
    "legal-moves": "/matches/{match}/legal-moves?limit=20",
    "match": "/matches/{match}",
    "events": "/matches/{match}/events?limit=50",
    "/matches": "/matches?limit=20",
    "/matches, running": "/matches?status=running&limit=20",
    "/matches, of a game": "/matches?game=great_dalmuti&limit=20",
    "/matches, open seats": "/matches?open_seats=true&limit=20",
    "/matches, mine": "/matches?seat=me&limit=20",
    "/matches, waiting for me": "/matches?to_act=me&limit=20",
    "/me/decisions": "/me/decisions",
}
console = Console(width=120)


class Side:
    """One database: its server, its players with running matches, and a process for the sweeper and the auditor."""

    def __init__(self, folder: Path, server: Server, database: str, stack: ExitStack) -> None:
        self.port, settings = free_port(), environment(folder, server, database)
        self.environment = {**settings, "COMPTOIR_MATCHES_PER_PLAYER": "0"}
        words = [sys.executable, "-m", "project.serving.server", "--port", str(self.port)]
        stack.enter_context(_running(words, self.environment))
        worker = [sys.executable, "-m", "tests.bench.behind_worker"]
        self.worker = stack.enter_context(_running(worker, self.environment, pipes=True))
        self._wait()
        self.tokens = [self._call("POST", "/players", body={"name": _name()})["token"] for _ in range(SEATS)]
        self.matches = [self._match() for _ in range(MATCHES)]
        self._used = 0.0
        self._sealed: set[tuple[str, int, int]] = set()
        self.chance, self._connection = random.Random(1), http.client.HTTPConnection("127.0.0.1", self.port, 60)

    def timed(self, kind: str) -> float:
        """Milliseconds of one request of a kind."""
        if kind == "POST move":
            return self._move()
        if kind in ("sweeper's round", "audit of a match"):
            return self._ask(kind)
        match = self.chance.choice(self.matches)
        return self._request("GET", READS[kind].format(match=match), self.tokens[self._seat(match)])[0]

    def _move(self) -> float:
        """Plays a move in one of the matches; one that is over is replaced by a new one."""
        place = self.chance.randrange(MATCHES)
        match = self.matches[place]
        seat = self._seat(match)
        legal = self._request("GET", f"/matches/{match}/legal-moves?limit=20", self.tokens[seat])[1]
        body = {"prompt": legal["prompt"], **self.chance.choice(legal["moves"])}
        milliseconds, answer = self._request("POST", f"/matches/{match}/moves", self.tokens[seat], body)
        if answer.get("accepted"):
            self._sealed.add((match, seat, legal["prompt"]))
            return self._move()  # an answer that waits for others is no event
        if self._request("GET", f"/matches/{match}", self.tokens[0])[1]["status"] != "running":
            self.matches[place] = self._match()
        return milliseconds

    def _seat(self, match: str) -> int:
        """A seat that the match waits for."""
        for seat in self._request("GET", f"/matches/{match}", self.tokens[0])[1]["to_act"]:
            legal = self._request("GET", f"/matches/{match}/legal-moves?limit=1", self.tokens[seat])[1]
            if legal["moves"] and (match, seat, legal["prompt"]) not in self._sealed:
                return int(seat)
        raise AssertionError(f"expected a seat of {match} that can move")

    def _match(self) -> str:
        seats = [{"kind": "me"}, *[{"kind": "open"}] * (SEATS - 1)]
        wish = {
            "game": "great_dalmuti",
            "options": {"end": {"hands": 3}},
            "seats": seats,
            "clock": {"per_move": 259200},
        }
        match = str(self._call("POST", "/matches", self.tokens[0], wish)["id"])
        for token in self.tokens[1:]:
            self._call("POST", f"/matches/{match}/seats", token, {})
        return match

    def _call(self, method: str, path: str, token: str = "", body: Any = None) -> Any:
        return request(self.port, method, path, token, body)[1]

    def _request(self, method: str, path: str, token: str, body: Any = None) -> tuple[float, Any]:
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        text = None if body is None else json.dumps(body)
        if time.monotonic() - self._used > IDLE_SECONDS:
            self._connection.close()  # before the server does
            self._connection.connect()
        began = time.perf_counter()
        self._connection.request(method, f"/api/v1{path}", text, headers)
        response = self._connection.getresponse()
        content, self._used = response.read(), time.monotonic()
        milliseconds = 1000 * (time.perf_counter() - began)
        assert response.status in (200, 201), f"{method} {path}: {response.status} {content[:300]!r}"
        return milliseconds, json.loads(content)

    def _ask(self, kind: str) -> float:
        assert self.worker.stdin and self.worker.stdout
        self.worker.stdin.write(json.dumps({"kind": kind, "match": self.chance.choice(self.matches)}) + "\n")
        self.worker.stdin.flush()
        return float(self.worker.stdout.readline())

    def _wait(self) -> None:
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            try:
                self._call("GET", "/games")
                return
            except (OSError, RuntimeError):
                time.sleep(0.2)
        raise RuntimeError("expected the server to answer")


def _name() -> str:
    return f"behind {random.SystemRandom().randrange(10**9)}"


@contextmanager
def _running(words: list[str], settings: dict[str, str], pipes: bool = False) -> Iterator[subprocess.Popen[str]]:
    pipe = subprocess.PIPE if pipes else None
    process = subprocess.Popen(words, cwd=ROOT, env=settings, text=True, stdin=pipe, stdout=pipe)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(20)


def measured(sides: dict[str, Side], rounds: int) -> dict[str, dict[str, list[float]]]:
    """Milliseconds by kind and side; neighbours in the lists were measured together."""
    kinds = ("POST move", *READS, "sweeper's round", "audit of a match")
    taken: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for number in range(rounds):
        for kind in kinds:
            if kind == "audit of a match" and number % 10:
                continue
            order = list(sides) if number % 2 else list(reversed(sides))
            for name in order:
                taken[kind][name].append(sides[name].timed(kind))
    return taken


def figures(taken: dict[str, dict[str, list[float]]]) -> dict[str, dict[str, float]]:
    """What is printed of each kind."""
    found = {}
    for kind, by_side in taken.items():
        full, empty = by_side["full"], by_side["empty"]
        found[kind] = {
            "full": round(median(full), 2), "empty": round(median(empty), 2),
            "full p95": round(quantiles(full, n=20)[18], 2), "empty p95": round(quantiles(empty, n=20)[18], 2),
            "ratio": round(median(a / b for a, b in zip(full, empty, strict=True)), 2), "pairs": len(full),
        }  # fmt: skip
    return found


def main() -> int:
    """Measures, prints and records; returns 1 if a ratio is above the goal."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.behind", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    with running(folder) as server, ExitStack() as stack:
        rows = server.in_database("SELECT count(*), count(DISTINCT match_id) FROM events_actionevent")[0]
        sides = {"full": Side(folder, server, places.DATABASE, stack), "empty": Side(folder, server, EMPTY, stack)}
        measured(sides, 2)  # to warm caches
        began, found = os.getloadavg(), figures(measured(sides, arguments.rounds))
    report = {"rows": rows[0], "matches": rows[1], "load": [began, os.getloadavg()], "figures": found}
    table = Printed("kind", "full, ms", "p95", "empty, ms", "p95", "ratio", "pairs")
    for kind, each in found.items():
        names = ("full", "full p95", "empty", "empty p95", "ratio", "pairs")
        table.add_row(kind, *(str(each[name]) for name in names), style="red" if each["ratio"] > GOAL else None)
    console.print(f"{rows[0]:,} rows of {rows[1]:,} matches; load average {began[0]:.1f} to {os.getloadavg()[0]:.1f}")
    console.print(table)
    if arguments.json:
        arguments.json.write_text(json.dumps(report, indent=1))
    return int(any(each["ratio"] > GOAL for each in found.values()))


if __name__ == "__main__":
    sys.exit(main())
