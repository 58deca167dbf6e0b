"""`python -m tests.chaos.streams`: streams of many matches while rows are written and the web process is killed.

Runs against the stack of `make run`. A share of the rows are moves, the others are messages, which cost less to write.
Prints how many rows each stream missed or received twice, how many streams differ from `/events` for the same viewer,
the time from a row's timestamp to its delivery, the memory of a stream, and how long after the kill all streams are
restored. Exits with 1 if a row was missed or doubled, or is not as its viewer may see it.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import http.client
import multiprocessing
import random
import re
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import Any, NamedTuple

from rich.console import Console

from tests.chaos.clients import Caller
from tests.stack import Stack

ENVIRONMENT = {"COMPTOIR_STREAMS_PER_ADDRESS": "10000", "COMPTOIR_STREAMS_PER_PLAYER": "10000"}
WRITERS = 4
PLAYERS = 20
SEATS = 4
AT_ONCE = 50  # connections that are opened at the same time
AT = re.compile(rb'"at":"([^"]+)"')

console = Console()


class Place(NamedTuple):
    """A match and the tokens of its players, by seat."""

    match: str
    tokens: tuple[str, ...]


def places(caller: Caller, count: int) -> list[Place]:
    """Creates running matches that outlast every run."""
    tokens, running = [caller.sign_up().token for _ in range(min(PLAYERS, SEATS * count))], []
    seats = [{"kind": "me"}, *[{"kind": "open"}] * (SEATS - 1)]
    for number in range(count):
        seated = [tokens[(SEATS * number + seat) % len(tokens)] for seat in range(SEATS)]
        caller.token = seated[0]
        wish = {"game": "great_dalmuti", "options": {"end": {"hands": 100}}, "seats": seats}
        match = caller.json("POST", "/matches", wish)["id"]
        for token in seated[1:]:
            caller.token = token
            caller.json("POST", f"/matches/{match}/seats", {})
        running.append(Place(match, tuple(seated)))
    return running


def write(port: int, where: list[Place], rate: float, seconds: float, share: float, written: Any) -> None:
    """Plays and posts messages in random matches at a rate; counts the rows. share: of moves."""
    caller, begin, count = Caller(port), time.monotonic(), 0
    while (now := time.monotonic()) < begin + seconds:
        time.sleep(max(0.0, begin + count / rate - now))
        place, count = random.choice(where), count + 1
        with suppress(OSError, http.client.HTTPException, RuntimeError, LookupError):  # another writer was quicker
            move(caller, place) if random.random() < share else say(caller, place)
            with written.get_lock():
                written.value += 1


def move(caller: Caller, place: Place) -> None:
    """Plays a random legal move of a seat that the match waits for."""
    caller.token = place.tokens[random.choice(caller.json("GET", f"/matches/{place.match}")["to_act"])]
    legal = caller.json("GET", f"/matches/{place.match}/legal-moves?limit=20")
    body = {"prompt": legal["prompt"], **random.choice(legal["moves"])}
    caller.json("POST", f"/matches/{place.match}/moves", body)


def say(caller: Caller, place: Place) -> None:
    """Posts a message."""
    caller.token = random.choice(place.tokens)
    caller.json("POST", f"/matches/{place.match}/messages", {"text": "hello " * 8})


class Stream:
    """A stream of a match that is opened again whenever it ends. doubled, missed: rows; back_at: of the last opening.

    source: the address of this machine that it comes from; reads: whether anybody reads what comes.
    """

    def __init__(
        self, port: int, match: str, token: str | None, source: str = "127.0.0.1", query: str = "", reads: bool = True
    ) -> None:
        self.match, self.token = match, token
        self._port, self._source, self._query, self._reads = port, source, query, reads
        self.last, self.rows, self.doubled, self.missed = -1, 0, 0, 0
        self.back_at, self.is_open, self._retry = 0.0, False, 1.0
        self.content, self.ages = hashlib.sha256(), list[float]()

    async def run(self, opening: asyncio.Semaphore) -> None:
        """Follows the stream until it is cancelled."""
        while True:
            with suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
                await self._follow(opening)
            self.is_open = False
            await asyncio.sleep(self._retry)

    async def _follow(self, opening: asyncio.Semaphore) -> None:
        headers = [f"GET /api/v1/matches/{self.match}/stream{self._query} HTTP/1.1", "Host: localhost"]
        headers += [f"Authorization: Bearer {self.token}"] if self.token else []
        headers += [f"Last-Event-ID: {self.last}"] if self.last >= 0 else []
        connection = socket.socket()
        connection.setblocking(False)
        if not self._reads:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.bind((self._source, 0))
        async with opening:
            await asyncio.get_running_loop().sock_connect(connection, ("127.0.0.1", self._port))
            reader, writer = await asyncio.open_connection(sock=connection, limit=2**20 if self._reads else 1024)
            writer.write("\r\n".join([*headers, "", ""]).encode())
            status = await reader.readline()
        try:
            if b" 200 " in status:
                await (self._read(reader) if self._reads else asyncio.sleep(3600))
        finally:
            writer.close()

    async def _read(self, reader: asyncio.StreamReader) -> None:
        number = None
        while line := await reader.readline():
            if line.startswith(b"retry: "):
                self.is_open, self.back_at, self._retry = True, time.time(), int(line[7:]) / 1000
            elif line.startswith(b"id: "):
                number = int(line[4:])
            elif line.startswith(b"data: ") and number is not None:
                self.row(number, line)
            elif line == b"\n":
                number = None

    def row(self, number: int, line: bytes) -> None:
        """Takes a row that has arrived."""
        self.rows += 1
        self.doubled += number <= self.last
        self.missed += max(0, number - self.last - 1)
        self.last = max(self.last, number)
        self.content.update(line.removeprefix(b"data: "))
        written = AT.search(line)
        age = time.time() - datetime.fromisoformat(written[1].decode()).timestamp() if written else 1e3
        self.ages.append(age * 1000)


@contextmanager
def followed(streams: Sequence[Stream]) -> Iterator[None]:
    """Follows streams in a thread."""
    loop = asyncio.new_event_loop()

    async def follow() -> None:
        opening = asyncio.Semaphore(len(streams))
        await asyncio.gather(*(stream.run(opening) for stream in streams))

    task = loop.create_task(follow())

    def run() -> None:
        with suppress(asyncio.CancelledError):
            loop.run_until_complete(task)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    yield
    loop.call_soon_threadsafe(task.cancel)
    thread.join()


def memory(stack: Stack) -> float:
    """Returns the memory of the web process, in MB."""
    return sum(process.memory_info().rss for process in stack.processes("web")) / 1e6


async def measured(stack: Stack, arguments: argparse.Namespace, where: list[Place]) -> bool:
    """Prints the figures; returns whether no row was missed or doubled."""
    opening, before, streams = asyncio.Semaphore(AT_ONCE), memory(stack), []
    for number in range(arguments.streams):
        place = where[number % len(where)]
        token = (*place.tokens, None)[number // len(where) % (len(place.tokens) + 1)]
        streams.append(Stream(stack.port, place.match, token))
    begin = time.monotonic()
    tasks = [asyncio.create_task(stream.run(opening)) for stream in streams]
    await until(lambda: all(stream.is_open for stream in streams), 120)
    console.print(f"{len(streams)} streams over {len(where)} matches open after {time.monotonic() - begin:.1f} s")
    grown = memory(stack) - before
    console.print(f"memory: {before:.0f} MB and {grown:.0f} MB more, {grown * 1000 / len(streams):.0f} kB a stream")
    good = await whole(stack, streams, where, "at the start")
    for stream in streams:
        stream.ages.clear()
    written = multiprocessing.Value("i", 0)
    share = (where, arguments.rate / WRITERS, arguments.seconds, arguments.moves, written)
    writers = [multiprocessing.Process(target=write, args=(stack.port, *share)) for _ in range(WRITERS)]
    for writer in writers:
        writer.start()
    await until(lambda: not any(writer.is_alive() for writer in writers), arguments.seconds + 120)
    await asyncio.sleep(3)
    ages = sorted(age for stream in streams for age in stream.ages) or [0.0]
    p50, p99 = ages[len(ages) // 2], ages[int(len(ages) * 0.99)]
    rates = f"{written.value / arguments.seconds:.1f} rows/s, {len(ages) / arguments.seconds:.0f} deliveries/s"
    console.print(f"{rates}; from a row's time to the wire: p50 {p50:.0f} ms, p99 {p99:.0f} ms, max {ages[-1]:.0f} ms")
    good &= await whole(stack, streams, where, "while writing")
    good &= await storm(stack, streams, where)
    good &= await asyncio.to_thread(as_listed, stack.port, streams)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return good


async def storm(stack: Stack, streams: list[Stream], where: list[Place]) -> bool:
    """Kills the web process, writes while streams reconnect, and measures until all are complete."""
    killed_at = time.time()
    for web in stack.processes("web"):
        web.kill()
    await until(lambda: not any(stream.is_open for stream in streams), 10)
    await asyncio.to_thread(stack.answers_within, 60)
    up = time.time() - killed_at
    await until(lambda: all(stream.is_open and stream.back_at > killed_at for stream in streams), 120)
    back = max(stream.back_at for stream in streams) - killed_at
    console.print(f"killed: the web answers after {up:.1f} s, the last stream is back {back - up:.1f} s after that")
    for place in where:
        await asyncio.to_thread(say, Caller(stack.port), place)
    return await whole(stack, streams, where, "after the storm")


async def whole(stack: Stack, streams: list[Stream], where: list[Place], when: str) -> bool:
    """Returns whether every stream has every row of its match once."""
    caller = Caller(stack.port)
    heads = {place.match: caller.json("GET", f"/matches/{place.match}")["seq"] for place in where}
    await until(lambda: all(stream.last >= heads[stream.match] for stream in streams), 20)
    missed = sum(stream.missed + max(0, heads[stream.match] - stream.last) for stream in streams)
    doubled = sum(stream.doubled for stream in streams)
    console.print(f"{when}: {sum(stream.rows for stream in streams)} rows, {missed} missed, {doubled} doubled")
    return not missed and not doubled


def as_listed(port: int, streams: list[Stream]) -> bool:
    """Returns whether every stream sent, byte for byte, what `/events` lists for its viewer."""
    listed: dict[tuple[str, str | None], bytes] = {}
    for match, token in {(stream.match, stream.token) for stream in streams}:
        path, accept = f"/api/v1/matches/{match}/events", {"Accept": "application/x-ndjson"}
        _, content = Caller(port).send("GET", path, token=token or "", headers=accept)
        listed[match, token] = hashlib.sha256(content).digest()
    others = differing(streams, listed)
    console.print(f"{others} of {len(streams)} streams differ from what their viewer may see; {len(listed)} viewers")
    return not others


def differing(streams: list[Stream], listed: dict[tuple[str, str | None], bytes]) -> int:
    """Returns how many streams sent something else. listed: the hash of what each viewer of a match may see."""
    return sum(stream.content.digest() != listed[stream.match, stream.token] for stream in streams)


async def until(holds: Callable[[], bool], seconds: float) -> None:
    """Waits until a condition holds, or the time is up."""
    end = time.monotonic() + seconds
    while not holds() and time.monotonic() < end:
        await asyncio.sleep(0.1)


def main() -> int:
    """Measures everything; returns 0 if no row was missed or doubled."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.streams", description=__doc__)
    parser.add_argument("--streams", type=int, default=1000)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--rate", type=float, default=50.0, help="rows per second")
    parser.add_argument("--moves", type=float, default=0.2, help="the share of rows that are moves")
    parser.add_argument("--seconds", type=float, default=60.0)
    arguments = parser.parse_args()
    stack = Stack(environment=ENVIRONMENT)
    try:
        stack.start()
        good = asyncio.run(measured(stack, arguments, places(Caller(stack.port), arguments.matches)))
        log = (stack.folder / "up.log").read_text()
        console.print(log[log.index("Traceback") :][:3000] if "Traceback" in log else "no traceback in the log")
    finally:
        stack.stop()
    return int(not good or "Traceback" in log)


if __name__ == "__main__":
    sys.exit(main())
