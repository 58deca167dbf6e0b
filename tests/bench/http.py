"""The API under load: moves, legal moves and views by one client and by eight, beside a plain response."""

from __future__ import annotations

import http.client
import json
import threading
import time
import uuid
from collections.abc import Callable
from itertools import pairwise
from statistics import median, quantiles
from typing import Any, NamedTuple

SEATS = 4
IDLE_SECONDS = 3.0


class Latency(NamedTuple):
    """Requests of one kind: the total rate per second, and the latency in milliseconds."""

    name: str
    clients: int
    per_second: float
    p50: float
    p99: float


class Connection:
    """One keep-alive connection of one caller."""

    def __init__(self, port: int, token: str | None = None) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self._headers = {"Content-Type": "application/json"}
        self._used = time.monotonic()
        if token:
            self._headers["Authorization"] = f"Bearer {token}"

    def call(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        if time.monotonic() - self._used > IDLE_SECONDS:
            self._connection.close()  # the server has closed it, or is about to
        self._used = time.monotonic()
        self._connection.request(method, path, None if body is None else json.dumps(body), self._headers)
        answer = self._connection.getresponse()
        return answer.status, answer.read()

    def json(self, method: str, path: str, body: Any = None) -> Any:
        return json.loads(self.call(method, f"/api/v1{path}", body)[1])


class Table:
    """A match in which one client holds all seats, and so never waits for others."""

    def __init__(self, port: int) -> None:
        first = Connection(port)
        tokens = [
            first.json("POST", "/players", {"name": f"bench {uuid.uuid4().hex[:12]}"})["token"] for _ in range(SEATS)
        ]
        self.seats = [Connection(port, token) for token in tokens]
        self.open()

    def open(self) -> None:
        """Opens another match with the same seats."""
        wish = {"game": "great_dalmuti", "seats": [{"kind": "me"}, *[{"kind": "open"}] * (SEATS - 1)]}
        self.match = self.seats[0].json("POST", "/matches", wish)["id"]
        for seat in self.seats[1:]:
            seat.json("POST", f"/matches/{self.match}/seats")

    def turn(self) -> tuple[Connection, dict[str, Any], float]:
        """Returns the seat to move, a legal move of that seat, and how long its request took."""
        head = self.seats[0].json("GET", f"/matches/{self.match}")
        if head["status"] != "running":
            self.open()
            return self.turn()
        seat = self.seats[head["to_act"][int(time.time_ns()) % len(head["to_act"])]]
        started = time.perf_counter()
        legal = seat.json("GET", f"/matches/{self.match}/legal-moves?limit=20")
        took = time.perf_counter() - started
        if not legal["moves"]:
            return self.turn()
        chosen = legal["moves"][time.time_ns() % len(legal["moves"])]
        return seat, {"prompt": legal["prompt"], **chosen}, took


def moves(port: int, clients: int, seconds: float) -> list[Latency]:
    """All clients play at their own tables: the cost of moves and of legal moves."""
    posted, lookups = [], []

    def run(until: float) -> None:
        table = Table(port)
        while time.perf_counter() < until:
            seat, move, took = table.turn()
            started = time.perf_counter()
            status, _ = seat.call("POST", f"/api/v1/matches/{table.match}/moves", move)
            if status == 201:
                posted.append(time.perf_counter() - started)
                lookups.append(took)

    elapsed = _together(clients, seconds, run)
    return [_latency("POST /moves", clients, posted, elapsed), _latency("GET /legal-moves", clients, lookups, elapsed)]


def reads(port: int, clients: int, seconds: float, name: str, path: Callable[[Table], str]) -> Latency:
    """All clients repeatedly read the same resource of their own table."""
    taken: list[float] = []

    def run(until: float) -> None:
        table = Table(port)
        resource_path = path(table)
        while time.perf_counter() < until:
            started = time.perf_counter()
            table.seats[0].call("GET", resource_path)
            taken.append(time.perf_counter() - started)

    return _latency(name, clients, taken, _together(clients, seconds, run))


def _together(clients: int, seconds: float, run: Callable[[float], None]) -> float:
    until = time.perf_counter() + seconds
    threads = [threading.Thread(target=run, args=(until,)) for _ in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return seconds


def _latency(name: str, clients: int, taken: list[float], elapsed: float) -> Latency:
    if len(taken) < 2:
        return Latency(name, clients, 0.0, 0.0, 0.0)
    return Latency(name, clients, len(taken) / elapsed, median(taken) * 1000, quantiles(taken, n=100)[98] * 1000)


def bots_latency(port: int, hands: int) -> Latency:
    """Measures the time from the event that prompts a bot to the bot's event, by the times in the log."""
    caller = Connection(port)
    token = caller.json("POST", "/players", {"name": f"bench {uuid.uuid4().hex[:12]}"})["token"]
    me, waits = Connection(port, token), []
    wish = {
        "game": "great_dalmuti", "options": {"end": {"hands": hands}},
        "seats": [{"kind": "me"}, *[{"kind": "bot", "policy": "greedy"}] * SEATS],
    }  # fmt: skip
    match = me.json("POST", "/matches", wish)["id"]
    started = time.perf_counter()
    while me.json("GET", f"/matches/{match}")["status"] == "running":
        legal = me.json("GET", f"/matches/{match}/legal-moves?limit=1")
        if legal["moves"]:
            me.json("POST", f"/matches/{match}/moves", {"prompt": legal["prompt"], **legal["moves"][0]})
        time.sleep(0.02)
    status, lines = me.call("GET", f"/api/v1/matches/{match}/events?limit=200")
    rows = json.loads(lines)["items"]
    while json.loads(lines)["next"]:
        status, lines = me.call("GET", f"/api/v1/matches/{match}/events?limit=200&after={rows[-1]['seq']}")
        rows += json.loads(lines)["items"]
    for before, row in pairwise(rows):
        if row["by"] == "bot" and row["type"] == "move" and row["seat"] is not None:
            waits.append(_ms(row["at"]) - _ms(before["at"]))
    elapsed = time.perf_counter() - started
    return _latency("a bot's turn, prompted to written", 1, [wait / 1000 for wait in waits], elapsed)


def _ms(at: str) -> float:
    hours, minutes, seconds = at[11:-1].split(":")
    return (int(hours) * 60 + int(minutes)) * 60_000 + float(seconds) * 1000
