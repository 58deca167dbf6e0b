"""A caller over HTTP, and how long a bot takes for its turn."""

from __future__ import annotations

import http.client
import json
import time
import uuid
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
        self.token = token
        if token:
            self._headers["Authorization"] = f"Bearer {token}"

    def response(self, method: str, path: str, body: Any = None) -> http.client.HTTPResponse:
        """Sends a request; the caller reads the response."""
        if time.monotonic() - self._used > IDLE_SECONDS:
            self._connection.close()  # the server has closed it, or is about to
        self._used = time.monotonic()
        self._connection.request(method, path, None if body is None else json.dumps(body), self._headers)
        return self._connection.getresponse()

    def call(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """Returns the status and the body of a response."""
        answer = self.response(method, path, body)
        return answer.status, answer.read()

    def json(self, method: str, path: str, body: Any = None) -> Any:
        return json.loads(self.call(method, f"/api/v1{path}", body)[1])


def _latency(name: str, clients: int, times: list[float], elapsed: float) -> Latency:
    if len(times) < 2:
        return Latency(name, clients, 0.0, 0.0, 0.0)
    return Latency(name, clients, len(times) / elapsed, median(times) * 1000, quantiles(times, n=100)[98] * 1000)


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
