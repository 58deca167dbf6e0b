"""Measures how long a bot takes for its turn."""

from __future__ import annotations

import time
from itertools import pairwise
from statistics import median, quantiles
from typing import NamedTuple

from tests.caller import Caller

SEATS = 4


class Latency(NamedTuple):
    """Requests of one kind, with their total rate per second and their latency in milliseconds."""

    name: str
    clients: int
    per_second: float
    p50: float
    p99: float


def _latency(name: str, clients: int, times: list[float], elapsed: float) -> Latency:
    if len(times) < 2:
        return Latency(name, clients, 0.0, 0.0, 0.0)
    return Latency(name, clients, len(times) / elapsed, median(times) * 1000, quantiles(times, n=100)[98] * 1000)


def bots_latency(port: int, hands: int) -> Latency:
    """Measures the time from the event that prompts a bot to the bot's event, by the times in the log."""
    me, waits = Caller(port).sign_up(), []
    wish = {
        "game": "great_dalmuti",
        "options": {"end": {"hands": hands}},
        "seats": [{"kind": "me"}, *[{"kind": "bot", "policy": "greedy"}] * SEATS],
    }
    match = me.json("POST", "/matches", wish)["id"]
    started = time.perf_counter()
    while me.json("GET", f"/matches/{match}")["status"] == "running":
        legal = me.json("GET", f"/matches/{match}/legal-moves?limit=1")
        if legal["moves"]:
            me.json("POST", f"/matches/{match}/moves", {"prompt": legal["prompt"], **legal["moves"][0]})
        time.sleep(0.02)
    page = me.json("GET", f"/matches/{match}/events?limit=200")
    rows = page["items"]
    while page["next"]:
        page = me.json("GET", f"/matches/{match}/events?limit=200&after={rows[-1]['seq']}")
        rows += page["items"]
    for before, row in pairwise(rows):
        if row["by"] == "bot" and row["type"] == "move" and row["seat"] is not None:
            waits.append(_ms(row["at"]) - _ms(before["at"]))
    elapsed = time.perf_counter() - started
    return _latency("a bot's turn, prompted to written", 1, [wait / 1000 for wait in waits], elapsed)


def _ms(at: str) -> float:
    hours, minutes, seconds = at[11:-1].split(":")
    return (int(hours) * 60 + int(minutes)) * 60_000 + float(seconds) * 1000
