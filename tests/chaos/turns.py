"""`python -m tests.chaos.turns`: many turns of bots that are due at once, and how fast people's moves are meanwhile.

In duels of Monopoly Deal a person ends their turn while the workers are held; then they are let go. Measured are the
time until each bot has made its first move and until all have ended their turns, and the latency of POST /moves of
people at other tables, before and meanwhile. Fails if a first move takes more than a minute or people's p99 doubles.

    --policy strong       bots that search
    --beside 20           among them, duels with greedy bots, whose turns must not wait for those that search
"""

from __future__ import annotations

import argparse
import os
import sys
import threading
import time
import uuid
from statistics import median, quantiles
from typing import NamedTuple

import psutil
import psycopg
from rich.console import Console
from rich.table import Table

from tests.bench.http import Connection
from tests.stack import Stack

HELD = ("worker", "worker_child", "search", "sweeper")
LONGEST, PATIENCE = 60.0, 600.0
HANDS, SEATS = 40, 4
MOVED = "SELECT id FROM events_match WHERE id = ANY(%s) AND head_seq > %s[array_position(%s, id)]"
DUE = "SELECT count(DISTINCT match_id) FROM events_pending WHERE match_id = ANY(%s) AND bot AND required"
console = Console(width=140)


class People(threading.Thread):
    """The players of one table who move all the time. taken: when each POST was sent, and its milliseconds."""

    def __init__(self, port: int) -> None:
        super().__init__(daemon=True)
        self.seats = [_guest(port) for _ in range(SEATS)]
        self.port, self.halt, self.taken = port, threading.Event(), list[tuple[float, float]]()

    def run(self) -> None:
        while not self.halt.is_set():
            seats = [{"kind": "me"}, *[{"kind": "open"}] * (SEATS - 1)]
            wish = {"game": "great_dalmuti", "options": {"end": {"hands": HANDS}}, "seats": seats}
            match = self.seats[0].json("POST", "/matches", wish)["id"]
            for seat in self.seats[1:]:
                seat.json("POST", f"/matches/{match}/seats")
            while not self.halt.is_set() and (waiting := self.seats[0].json("GET", f"/matches/{match}")["to_act"]):
                for seat in waiting:
                    self._move(self.seats[seat], match)

    def _move(self, seat: Connection, match: str) -> None:
        legal = seat.json("GET", f"/matches/{match}/legal-moves?limit=1")
        if legal["moves"]:
            started = time.monotonic()
            seat.call("POST", f"/api/v1/matches/{match}/moves", {"prompt": legal["prompt"], **legal["moves"][0]})
            self.taken.append((started, (time.monotonic() - started) * 1000))


class Wave(NamedTuple):
    """One crowd of turns. quick, thinking: seconds until each bot's first move; ended: until all turns had ended."""

    quick: list[float]
    thinking: list[float]
    ended: float
    began: float


def _guest(port: int) -> Connection:
    name = {"name": f"turns {uuid.uuid4().hex[:12]}"}
    return Connection(port, Connection(port).json("POST", "/players", name)["token"])


class Crowd:
    """Duels of one person with bots. policies: by duel."""

    def __init__(self, stack: Stack, policies: list[str]) -> None:
        self.stack, self.person = stack, _guest(stack.port)
        self.database = psycopg.connect(stack.database(), autocommit=True)
        self.duels = {self._open(policy): policy for policy in policies}

    def _open(self, policy: str) -> uuid.UUID:
        seats = [{"kind": "me"}, {"kind": "bot", "policy": policy}]
        return uuid.UUID(self.person.json("POST", "/matches", {"game": "monopoly_deal", "seats": seats})["id"])

    def wave(self) -> Wave:
        """Ends the person's turn in all duels, lets the workers go, and waits for the bots."""
        self.settle()
        held = self.stack.processes(*HELD)
        for process in held:
            process.suspend()
        duels = [duel for duel in self.duels if self._ends_turn(duel)]
        heads = [self._head(duel) for duel in duels]
        for process in held:
            process.resume()
        began, first = time.monotonic(), dict[uuid.UUID, float]()
        while len(first) < len(duels):
            assert time.monotonic() < began + PATIENCE, f"{len(duels) - len(first)} bots have not moved"
            for (duel,) in self.database.execute(MOVED, [duels, heads, duels]).fetchall():
                first.setdefault(duel, time.monotonic() - began)
            time.sleep(0.02)
        self.settle()
        of = {
            kind: sorted(t for duel, t in first.items() if (self.duels[duel] == "greedy") is kind)
            for kind in (True, False)
        }
        return Wave(of[True], of[False], time.monotonic() - began, began)

    def _head(self, duel: uuid.UUID) -> int:
        row = self.database.execute("SELECT head_seq FROM events_match WHERE id = %s", [duel]).fetchone()
        assert row is not None
        return int(row[0])

    def settle(self) -> None:
        """Waits until no bot has a turn."""
        until = time.monotonic() + PATIENCE
        while (row := self.database.execute(DUE, [list(self.duels)]).fetchone()) and row[0]:
            assert time.monotonic() < until, f"{row[0]} bots do not end their turns"
            time.sleep(0.05)

    def _ends_turn(self, duel: uuid.UUID) -> bool:
        """Plays the person's turn to its end; whether the bot's turn has come."""
        for _ in range(12):
            legal = self.person.json("GET", f"/matches/{duel}/legal-moves")
            if not legal.get("moves"):
                break
            move = next((m for m in legal["moves"] if m["verb"] == "end_turn"), legal["moves"][0])
            self.person.json("POST", f"/matches/{duel}/moves", {"prompt": legal["prompt"], **move})
        return bool(self.person.json("GET", f"/matches/{duel}")["to_act"] == [1])


def show(waves: list[Wave], people: People, since: float) -> bool:
    """Prints the figures; returns whether they are good."""
    first = waves[0].began - 1
    spans = [(wave.began, wave.began + wave.ended) for wave in waves]
    before = [ms for at, ms in people.taken if since < at < first]
    during = [ms for at, ms in people.taken if any(start < at < end for start, end in spans)]
    table = Table("", "count", "median", "p99", "worst")
    high = {}
    for name, times in (("people's POST before, ms", before), ("people's POST meanwhile, ms", during)):
        high[name] = quantiles(times, n=100, method="inclusive")[98]
        table.add_row(name, str(len(times)), f"{median(times):.1f}", f"{high[name]:.1f}", f"{max(times):.1f}")
    for name, kind in (("first move of quick bots, s", "quick"), ("first move of bots that search, s", "thinking")):
        if times := sorted(t for wave in waves for t in getattr(wave, kind)):
            worst = f"{times[int(len(times) * 0.99)]:.1f}", f"{times[-1]:.1f}"
            table.add_row(name, str(len(times)), f"{median(times):.1f}", *worst)
    ended = [wave.ended for wave in waves]
    table.add_row("all turns ended, s", str(len(ended)), f"{median(ended):.1f}", "", f"{max(ended):.1f}")
    console.print(table, f"load {os.getloadavg()[0]:.1f}, {psutil.cpu_count()} cores")
    slow = high["people's POST meanwhile, ms"] >= 2 * high["people's POST before, ms"]
    return not slow and max(t for wave in waves for t in (*wave.quick, *wave.thinking)) <= LONGEST


def main() -> int:
    """Runs the command line; returns 0 if the figures are good."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.turns", description=__doc__)
    parser.add_argument("--turns", type=int, default=200)
    parser.add_argument("--policy", default="greedy")
    parser.add_argument("--beside", type=int, default=0, help="duels with greedy bots beside them")
    parser.add_argument("--waves", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=20, help="how long people are measured before")
    arguments = parser.parse_args()
    stack = Stack(environment={"COMPTOIR_MATCHES_PER_PLAYER": "0"})
    try:
        stack.start()
        crowd = Crowd(stack, [arguments.policy] * arguments.turns + ["greedy"] * arguments.beside)
        crowd.settle()
        people = People(stack.port)
        people.start()
        time.sleep(2)
        since = time.monotonic()
        time.sleep(arguments.seconds)
        waves = [crowd.wave() for _ in range(arguments.waves)]
        people.halt.set()
        return int(not show(waves, people, since))
    finally:
        stack.stop()


if __name__ == "__main__":
    sys.exit(main())
