"""1,000 streams in one process: the delay of events, the resources that the streams need, and missed events.

The readers follow 250 open tables, four readers each, in a server process that serves only streams. Messages are posted
through another process. The delay of an event is the time from its `at` until its reader receives it. Then 50 more
streams of one busy table are opened and never read. Then the process is killed and restarted, and each reader resumes
after its last id. Raises AssertionError if a reader misses an event, or receives an event twice.
"""

from __future__ import annotations

import asyncio
import json
import resource
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import datetime
from itertools import cycle
from random import Random
from statistics import median, quantiles
from typing import Any

import psutil

from tests.bench.records import LESS, Cell, Column, Record, Rounds, Sheet, add
from tests.bench.scenarios import Options
from tests.caller import Caller
from tests.chaos.crowds import Stream, followed
from tests.stack import Stack, free_port, wait_for_port

TABLES, READERS, UNREAD = 250, 4, 50
STREAMS = TABLES * READERS
SECONDS, EACH_SECOND = 20.0, 20.0
TEXT = "I have salt and want silk. " * 15
PATIENCE = 60.0  # seconds until each reader has every event
UNLIMITED = {"COMPTOIR_LIMITS": "off", "COMPTOIR_STREAMS_PER_ADDRESS": "5000", "COMPTOIR_MATCHES_PER_PLAYER": "0"}


class Reader:
    """One stream of lines, resumed after each break. seen: the last event; late: delays in ms; fault: a wrong event."""

    def __init__(self, port: int, match: str, seen: int) -> None:
        self._port, self.match = port, match
        self.seen, self.late, self.opened, self.fault = seen, list[float](), 0, ""

    async def run(self) -> None:
        """Reads until it is cancelled, or an event is missing or repeated."""
        while not self.fault:
            with suppress(OSError, asyncio.IncompleteReadError, ValueError):
                await self._read()
            await asyncio.sleep(0.5)

    async def _read(self) -> None:
        source, target = await asyncio.open_connection("127.0.0.1", self._port, limit=2**20)
        with closing(target):
            head = f"GET /api/v1/matches/{self.match}/stream?after={self.seen} HTTP/1.1"
            target.write(f"{head}\r\nHost: localhost\r\nAccept: application/x-ndjson\r\n\r\n".encode())
            while not self.fault and (line := await source.readline()):
                if line.startswith(b'{"event":"open"'):
                    self.opened += 1
                elif line.startswith(b'{"event":"event"'):
                    self._have(json.loads(line)["data"])

    def _have(self, row: dict[str, Any]) -> None:
        if row["seq"] != self.seen + 1:
            self.fault = f"expected row {self.seen + 1}, got {row['seq']}"
        self.seen = row["seq"]
        self.late.append((time.time() - datetime.fromisoformat(row["at"]).timestamp()) * 1000)


Readers = list[Reader]


def seconds_until(readers: Readers, holds: Callable[[Reader], bool]) -> float:
    """Waits until a condition holds for every reader; returns the seconds that this took."""
    began = time.monotonic()
    while not all(map(holds, readers)):
        faults = [reader.fault for reader in readers if reader.fault]
        assert not faults, faults[0]
        assert time.monotonic() - began < PATIENCE, "a reader has not got every row"
        time.sleep(0.05)
    return time.monotonic() - began


@contextmanager
def streaming(stack: Stack, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Starts a process for streams beside a stack, and yields it."""
    command = [sys.executable, "-m", "project.serving.server", "--kind", "streams", "--port", str(port)]
    process = subprocess.Popen(command, cwd=stack.root, env=stack.environment_inside())
    try:
        wait_for_port(port)
        yield process
    finally:
        process.kill()
        process.wait()


def measure(options: Options) -> Record:
    """Runs a stack with its tables through all phases in each round."""
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    rows, rounds = defaultdict[str, dict[str, Cell]](dict), Rounds(options.rounds)
    stack = Stack(environment=UNLIMITED)
    try:
        stack.start()
        options.say(f"opening {TABLES} tables")
        writer = Caller(stack.port).sign_up()
        wish = {"game": "great_dalmuti", "seats": [{"kind": "me"}, *[{"kind": "open"}] * 3]}
        heads = {head["id"]: head["seq"] for head in (writer.json("POST", "/matches", wish) for _ in range(TABLES))}
        for round_ in rounds:
            options.say(f"round {round_ + 1} of {options.rounds}")
            for name, value in _round(stack, writer, heads):
                add(rows[name], "now", value)
    finally:
        stack.stop()
    note = f"{STREAMS:,} streams of {TABLES} tables, {EACH_SECOND:.0f} rows a second, each sent to {READERS}"
    return Record(rounds.run(note=note), [Sheet("streams", "figure", (Column("now", "now", better=LESS),), dict(rows))])


def _round(stack: Stack, writer: Caller, heads: dict[str, int]) -> Iterator[tuple[str, float]]:
    port = free_port()
    readers = [Reader(port, match, seq) for match, seq in heads.items() for _ in range(READERS)]
    busy = min(heads)
    unread = [Stream(port, busy, Caller(port), "?core=1", reads=False) for _ in range(UNREAD)]
    with ExitStack() as opened:
        with streaming(stack, port) as process:
            empty = _memory(process)
            opened.enter_context(followed(readers))
            yield "seconds until all are open", seconds_until(readers, lambda reader: reader.opened > 0)
            yield from _written(readers, writer, heads, [*heads], "")
            yield "kB a stream", (_memory(process) - empty) / STREAMS / 1024
            with followed(unread):
                tables = [*heads, *[busy] * TABLES]
                yield from _written(readers, writer, heads, tables, f"beside {UNREAD} that nobody reads, ")
        for match in heads:
            _write(writer, heads, match)
        with streaming(stack, port):
            taken = seconds_until(readers, lambda reader: reader.seen == heads[reader.match])
            yield "seconds from a restart until each has every row", taken
            opened.close()


def _written(
    readers: Readers, writer: Caller, heads: dict[str, int], tables: Sequence[str], when: str
) -> Iterator[tuple[str, float]]:
    for reader in readers:
        reader.late = []
    chosen = cycle(Random(len(tables)).sample(tables, len(tables)))
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        began = time.monotonic()
        _write(writer, heads, next(chosen))
        time.sleep(max(0.0, 1 / EACH_SECOND - (time.monotonic() - began)))
    seconds_until(readers, lambda reader: reader.seen == heads[reader.match])
    late = [each for reader in readers for each in reader.late]
    yield f"{when}row to wire, p50, ms", median(late)
    yield f"{when}row to wire, p99, ms", quantiles(late, n=100)[98]
    yield f"{when}row to wire, slowest, ms", max(late)


def _write(writer: Caller, heads: dict[str, int], match: str) -> None:
    heads[match] = writer.json("POST", f"/matches/{match}/messages", {"text": TEXT})["seq"]


def _memory(process: subprocess.Popen[bytes]) -> int:
    """Returns the memory of a process that no other process shares, in bytes."""
    return int(psutil.Process(process.pid).memory_full_info().uss)
