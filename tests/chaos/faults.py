"""Faults: killed and stopped processes, dropped responses, closed connections, and wrong clocks."""

from __future__ import annotations

import random
import signal
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

import psutil
import psycopg

from project.embedded.postgres import QUEUE_DATABASE
from tests.chaos.proxy import DroppingProxy
from tests.stack import Stack

STOPPED_SECONDS = 3.0
DROPPING_SECONDS = 2.0
TURNED_SECONDS = 4.0
AN_HOUR_MS = 3_600_000
CLOCKED = ("web", "worker_child", "scheduler")
DATABASE = ("postmaster", "background", "backend")


class Fault(NamedTuple):
    """A fault that took effect, with its time."""

    kind: str
    at: float


class Faults:
    """Injects faults, chosen by a seed, and counts those that take effect. only: the beginning of their names."""

    def __init__(self, stack: Stack, proxy: DroppingProxy, clocks: Path, seed: int, only: str = "") -> None:
        self.stack, self.proxy, self.clocks, self.chance = stack, proxy, clocks, random.Random(seed)
        self.injected: list[Fault] = []
        self._tried: Counter[str] = Counter()
        self.kinds: dict[str, Callable[[], bool]] = {
            "kill_web": partial(self._kill, "web"),
            "kill_worker": partial(self._kill, "worker"),
            "kill_worker_child": partial(self._kill, "worker_child"),
            "kill_scheduler": partial(self._kill, "scheduler"),
            "kill_backend": partial(self._kill, "backend"),
            "kill_postmaster": partial(self._kill, "postmaster"),
            "kill_database": self._kill_database,
            "stop_web": partial(self._stop, "web"),
            "stop_worker": partial(self._stop, "worker"),
            "stop_backend": partial(self._stop, "backend"),
            "drop_answers": self._drop_answers,
            "reset_connections": lambda: bool(self.proxy.reset()),
            "cut_broker": self._cut_broker,
            "clock_forward": partial(self._turn_clock, AN_HOUR_MS),
            "clock_back": partial(self._turn_clock, -AN_HOUR_MS),
        }
        self.kinds = {kind: inject for kind, inject in self.kinds.items() if kind.startswith(only)}

    def one(self) -> str:
        """Injects a fault; tries every kind once before repeating any."""
        fewest = min(self._tried[kind] for kind in self.kinds)
        kind = self.chance.choice([kind for kind in self.kinds if self._tried[kind] == fewest])
        self._tried[kind] += 1
        at = time.monotonic()
        if self.kinds[kind]():
            self.injected.append(Fault(kind, at))
        return kind

    def _chosen(self, *parts: str) -> psutil.Process | None:
        living = self.stack.processes(*parts)
        return self.chance.choice(living) if living else None

    def _kill(self, part: str) -> bool:
        with suppress(psutil.NoSuchProcess):
            if (process := self._chosen(part)) is not None:
                process.kill()
                return True
        return False

    def _kill_database(self) -> bool:
        """Simulates a power failure: no process can write anything more."""
        processes = self.stack.processes(*DATABASE)
        for process in processes:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        return bool(processes)

    def _stop(self, part: str) -> bool:
        with suppress(psutil.NoSuchProcess):
            if (process := self._chosen(part)) is not None:
                process.send_signal(signal.SIGSTOP)
                time.sleep(STOPPED_SECONDS)
                process.send_signal(signal.SIGCONT)
                return True
        return False

    def _drop_answers(self) -> bool:
        before, self.proxy.drops = self.proxy.dropped, 0.3
        time.sleep(DROPPING_SECONDS)
        self.proxy.drops = 0.0
        return self.proxy.dropped > before

    def _cut_broker(self) -> bool:
        """Closes all connections to the queue, including the worker's; those to the game database stay."""
        with suppress(psycopg.OperationalError), psycopg.connect(self.stack.database("postgres")) as connection:
            cut = connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [QUEUE_DATABASE]
            )
            return bool(cut.fetchall())
        return False

    def _turn_clock(self, ms: int) -> bool:
        """Sets the clock of one process wrong for a while."""
        process = self._chosen(*CLOCKED)
        if process is None:
            return False
        file = self.clocks / str(process.pid)
        file.write_text(str(ms))
        time.sleep(TURNED_SECONDS)
        file.unlink()
        return True


def recoveries(faults: list[Fault], moves: list[tuple[float, float]]) -> dict[str, list[float]]:
    """Returns, by kind of fault, the times until the next move was answered; moves: pairs (sent, answered)."""
    times: dict[str, list[float]] = {}
    moves, place, first = sorted(moves), len(moves), float("inf")
    for kind, at in sorted(faults, key=lambda one: one.at, reverse=True):
        while place and moves[place - 1][0] >= at:
            place -= 1
            first = min(first, moves[place][1])
        times.setdefault(kind, []).append(first - at)
    return times
