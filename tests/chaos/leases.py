"""`python -m tests.chaos.leases`: how long a match stalls after a worker is killed during a bot's turn.

Each bot thinks for a second. During a turn, all children of the worker are killed. Two times are measured from there:
until the dead worker's lease expires, and until the log has the next row. Fails if a lease lives too long.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from statistics import median

import psutil
import psycopg
from rich.console import Console
from rich.table import Table as Printed

from tests.chaos.clients import Caller
from tests.chaos.fairness import new_match, new_player
from tests.stack import Stack

LONGEST_LEASE_SECONDS = 5.0
PATIENCE = 90.0
HELD = "SELECT lease_token FROM events_pending WHERE match_id = %s AND bot AND lease_ms > %s"
STILL_HELD = "SELECT 1 FROM events_pending WHERE lease_token = %s AND lease_ms > %s"
HEAD = "SELECT head_seq FROM events_match WHERE id = %s"

console = Console()


def main() -> int:
    """Prints the figures; returns 0 if every lease of a dead worker expired in time."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.leases", description=__doc__)
    parser.add_argument("--kills", type=int, default=10)
    options = parser.parse_args()
    clocks = tempfile.mkdtemp(prefix="comptoir-clocks-")
    stack = Stack("tests.chaos.settings", {"COMPTOIR_CHAOS_CLOCKS": clocks, "COMPTOIR_MUTANT": "slow_bots"})
    try:
        stack.start()
        caller = Caller(stack.port, 1, threading.Event())
        match = new_match(caller, new_player(caller), [{"kind": "bot", "policy": "uniform"}] * 5)
        with psycopg.connect(stack.database(), autocommit=True) as database:
            times = [_killed(stack, database, match) for _ in range(options.kills)]
    finally:
        stack.stop()
        shutil.rmtree(Path(clocks), ignore_errors=True)
    return _report(times)


def _killed(stack: Stack, database: psycopg.Connection, match: str) -> tuple[float, float]:
    """Kills the worker's children during a turn; returns the seconds until the lease expires and to the next event."""
    token = _until(lambda: _one(database, HELD, match, _now_ms()))
    seq = _one(database, HEAD, match)
    began = time.monotonic()
    for child in stack.processes("worker_child"):
        with suppress(psutil.NoSuchProcess):
            child.kill()
    _until(lambda: _one(database, STILL_HELD, token, _now_ms()) is None)
    freed = time.monotonic() - began
    _until(lambda: _one(database, HEAD, match) != seq)
    return freed, time.monotonic() - began


def _one(database: psycopg.Connection, query: str, *values: object) -> object:
    row = database.execute(query, values).fetchone()
    return row and row[0]


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


def _until(truth: Callable[[], object]) -> object:
    """Waits until a function returns something true, and returns it."""
    end = time.monotonic() + PATIENCE
    while not (result := truth()):
        if time.monotonic() > end:
            raise TimeoutError(f"expected it within {PATIENCE:g} seconds")
        time.sleep(0.02)
    return result


def _report(times: list[tuple[float, float]]) -> int:
    table = Printed("seconds from the kill", "kills", "median", "worst")
    for name, values in zip(("until the lease is gone", "until the next row"), zip(*times, strict=True), strict=True):
        table.add_row(name, str(len(values)), f"{median(values):.1f}", f"{max(values):.1f}")
    console.print(table)
    return int(max(freed for freed, _ in times) > LONGEST_LEASE_SECONDS)


if __name__ == "__main__":
    sys.exit(main())
