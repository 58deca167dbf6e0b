"""Players at several tables who load a server, and the checks of their logs."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Sequence
from statistics import quantiles
from typing import Any

from tests.chaos.clients import Client, Insistent, Kind, Slow, Table
from tests.chaos.verdict import COUNTED, verdict

END_SECONDS = 240.0
BAD = (*COUNTED, "unexpected_answers", "clients_stuck")


class Load:
    """Tables of these kinds, each at its own address, because a server limits requests by address."""

    def __init__(self, port: int, kinds: Sequence[Kind], seed: int) -> None:
        self.stopping, self.halt = threading.Event(), threading.Event()
        self.tables, self.clients = list[Table](), list[Client]()
        for number, kind in enumerate(kinds):
            source = f"127.0.1.{number + 1}"
            seeds = [seed + 10 * number + client for client in range(kind.clients)]
            callers = [Insistent(port, one, self.halt, source) for one in seeds]
            self.tables.append(Table(kind, callers[0], self.stopping))
            self.clients += [Client(self.tables[-1], caller) for caller in callers]

    def start(self) -> None:
        """Starts the players."""
        self.began = time.monotonic()
        for client in self.clients:
            client.start()

    def sent_again(self) -> Counter[str]:
        """Returns the reasons for retries: a status, or the class of the error."""
        return sum((client.caller.reasons for client in self.clients), Counter[str]())

    def slow(self) -> list[Slow]:
        """Returns the slow requests, in order."""
        return sorted(slow for client in self.clients for slow in client.caller.slow)

    @property
    def moves(self) -> list[tuple[float, float]]:
        """Returns the times of the acknowledged moves, as sent and answered."""
        played = [played for table in self.tables for played in table.played]
        return [(one.invoked, one.returned) for match in played for one in match.acknowledged]

    def speed(self) -> dict[str, Any]:
        """Returns moves per second, latencies in ms, and the fewest moves of a table divided by the most."""
        moves, seconds = self.moves, time.monotonic() - self.began
        cuts = quantiles((returned - invoked for invoked, returned in moves), n=100)
        alone = [
            sum(len(played.acknowledged) for played in table.played) for table in self.tables if not table.kind.bots
        ]
        return {
            "moves": len(moves),
            "a_second": round(len(moves) / seconds, 1),
            "p50_ms": round(cuts[49] * 1000),
            "p99_ms": round(cuts[98] * 1000),
            "fairness": round(min(alone) / max(alone), 2),
        }

    def finish(self, address: str, seconds: float = END_SECONDS) -> Counter[str]:
        """Lets all matches end, and compares their logs with the acknowledged moves; counts what is `BAD`."""
        self.stopping.set()
        until = time.monotonic() + seconds
        for client in self.clients:
            client.join(max(0.0, until - time.monotonic()))
        stuck = sum(client.is_alive() for client in self.clients)
        self.halt.set()  # a move played while its log is read would seem lost
        for client in self.clients:
            client.join()
        counted = verdict(address, [played for table in self.tables for played in table.played])
        counted["clients_stuck"] = stuck
        counted["unexpected_answers"] = sum(client.caller.unexpected for client in self.clients)
        return counted
