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
import json
import multiprocessing
import random
import re
import sys
import time
import uuid
from contextlib import suppress
from datetime import datetime
from typing import Any, NamedTuple

from rich.console import Console

from tests.chaos.requests import request
from tests.stack import Stack

ENVIRONMENT = {"COMPTOIR_STREAMS_PER_ADDRESS": "10000", "COMPTOIR_STREAMS_PER_PLAYER": "10000"}
WRITERS = 4
PLAYERS = 20
AT_ONCE = 50  # connections that are opened at the same time
AT = re.compile(rb'"at":"([^"]+)"')

console = Console()


LONG = {"game": "great_dalmuti", "options": {"end": {"hands": 100}}, "seats": 4}  # outlasts every run


class Place(NamedTuple):
    """A match and the tokens of its players, by seat."""

    match: str
    tokens: tuple[str, ...]


def called(port: int, method: str, path: str, token: str = "", body: Any = None) -> Any:
    """Returns the body of a response."""
    return request(port, method, path, token, body)[1]


def places(
    port: int, count: int, game: str = "monopoly_deal", options: dict[str, Any] | None = None, seats: int = 2
) -> list[Place]:
    """Creates running matches."""
    names = (f"load {uuid.uuid4().hex[:12]}" for _ in range(min(PLAYERS, seats * count)))
    tokens = [called(port, "POST", "/players", body={"name": name})["token"] for name in names]
    running = []
    for number in range(count):
        first, *others = (tokens[(seats * number + seat) % len(tokens)] for seat in range(seats))
        body = {"game": game, "options": options or {}, "seats": [{"kind": "me"}] + [{"kind": "open"}] * len(others)}
        match = called(port, "POST", "/matches", first, body)["id"]
        for other in others:
            called(port, "POST", f"/matches/{match}/seats", other, {})
        running.append(Place(match, (first, *others)))
    return running


def write(port: int, where: list[Place], rate: float, seconds: float, share: float, written: Any) -> None:
    """Plays and posts messages in random matches at a rate; counts the rows. share: of moves."""
    begin, count = time.monotonic(), 0
    while (now := time.monotonic()) < begin + seconds:
        time.sleep(max(0.0, begin + count / rate - now))
        place, count = random.choice(where), count + 1
        with suppress(OSError, http.client.HTTPException, RuntimeError, LookupError):  # another writer was quicker
            move(port, place) if random.random() < share else say(port, place)
            with written.get_lock():
                written.value += 1


def move(port: int, place: Place) -> None:
    """Plays a random legal move of the seat whose turn it is."""
    seat = random.choice(called(port, "GET", f"/matches/{place.match}")["to_act"])
    legal = called(port, "GET", f"/matches/{place.match}/legal-moves?limit=20", place.tokens[seat])
    body = {"prompt": legal["prompt"], **random.choice(legal["moves"])}
    called(port, "POST", f"/matches/{place.match}/moves", place.tokens[seat], body)


def say(port: int, place: Place) -> None:
    """Posts a message."""
    called(port, "POST", f"/matches/{place.match}/messages", random.choice(place.tokens), {"text": "hello " * 8})


class Client:
    """One stream that reconnects whenever it ends. doubled, missed: rows; back_at: when it last connected."""

    def __init__(
        self, port: int, match: str, token: str | None, opening: asyncio.Semaphore, latencies: list[float]
    ) -> None:
        self.match, self.token = match, token
        self._port, self._opening, self._latencies = port, opening, latencies
        self.last, self.rows, self.doubled, self.missed = -1, 0, 0, 0
        self.back_at = 0.0
        self.is_open = False
        self.content = hashlib.sha256()
        self.byes: list[str] = []
        self._retry = 1.0

    async def run(self) -> None:
        while True:
            with suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
                await self._follow()
            self.is_open = False
            await asyncio.sleep(self._retry)

    async def _follow(self) -> None:
        headers = [f"GET /api/v1/matches/{self.match}/stream HTTP/1.1", "Host: localhost"]
        headers += [f"Authorization: Bearer {self.token}"] if self.token else []
        headers += [f"Last-Event-ID: {self.last}"] if self.last >= 0 else []
        async with self._opening:
            reader, writer = await asyncio.open_connection("127.0.0.1", self._port, limit=2**20)
            try:
                writer.write("\r\n".join([*headers, "", ""]).encode())
                status = await reader.readline()
                if b" 200 " not in status:
                    return
            except BaseException:
                writer.close()
                raise
        try:
            await self._read(reader)
        finally:
            writer.close()

    async def _read(self, reader: asyncio.StreamReader) -> None:
        number = None
        while line := await reader.readline():
            if line.startswith(b"retry: "):
                self.is_open, self.back_at = True, time.time()
                self._retry = int(line[7:]) / 1000
            elif line.startswith(b"id: "):
                number = int(line[4:])
            elif line.startswith(b"data: "):
                if number is not None:
                    self._row(number, line)
                elif b'"reason"' in line:
                    self.byes.append(json.loads(line[6:])["reason"])
            elif line == b"\n":
                number = None

    def _row(self, number: int, line: bytes) -> None:
        self.rows += 1
        self.doubled += number <= self.last
        self.missed += max(0, number - self.last - 1)
        self.last = max(self.last, number)
        self.content.update(line.removeprefix(b"data: "))
        written = AT.search(line)
        age = time.time() - datetime.fromisoformat(written[1].decode()).timestamp() if written else 1e3
        self._latencies.append(age * 1000)


def memory(stack: Stack) -> float:
    """Returns the memory of the web process, in MB."""
    return sum(process.memory_info().rss for process in stack.processes("web")) / 1e6


async def measured(stack: Stack, arguments: argparse.Namespace, where: list[Place]) -> bool:
    """Prints the figures; returns whether no row was missed or doubled."""
    latencies: list[float] = []
    opening, before = asyncio.Semaphore(AT_ONCE), memory(stack)
    clients = []
    for number in range(arguments.streams):
        place = where[number % len(where)]
        token = (*place.tokens, None)[number // len(where) % (len(place.tokens) + 1)]
        clients.append(Client(stack.port, place.match, token, opening, latencies))
    begin = time.monotonic()
    tasks = [asyncio.create_task(client.run()) for client in clients]
    await until(lambda: all(client.is_open for client in clients), 120)
    console.print(f"{len(clients)} streams over {len(where)} matches open after {time.monotonic() - begin:.1f} s")
    grown = memory(stack) - before
    console.print(f"memory: {before:.0f} MB and {grown:.0f} MB more, {grown * 1000 / len(clients):.0f} kB a stream")
    await whole(stack, clients, where, "at the start")
    console.print(f"all have the log so far {time.monotonic() - begin:.1f} s after the first was opened")
    latencies.clear()
    written = multiprocessing.Value("i", 0)
    share = (where, arguments.rate / WRITERS, arguments.seconds, arguments.moves, written)
    writers = [multiprocessing.Process(target=write, args=(stack.port, *share)) for _ in range(WRITERS)]
    for writer in writers:
        writer.start()
    await until(lambda: not any(writer.is_alive() for writer in writers), arguments.seconds + 120)
    await asyncio.sleep(3)
    ages, rate = sorted(latencies) or [0.0], written.value / arguments.seconds
    p50, p99 = ages[len(ages) // 2], ages[int(len(ages) * 0.99)]
    console.print(f"{rate:.1f} rows/s, {len(ages) / arguments.seconds:.0f} deliveries/s")
    console.print(f"from a row's time to the wire: p50 {p50:.0f} ms, p99 {p99:.0f} ms, max {ages[-1]:.0f} ms")
    good = await whole(stack, clients, where, "while writing")
    good &= await storm(stack, clients, where)
    good &= await asyncio.to_thread(as_listed, stack.port, clients)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return good


async def storm(stack: Stack, clients: list[Client], where: list[Place]) -> bool:
    """Kills the web process, writes while streams reconnect, and measures until all are complete."""
    killed_at = time.time()
    for web in stack.processes("web"):
        web.kill()
    await until(lambda: not any(client.is_open for client in clients), 10)
    await asyncio.to_thread(stack.answers_within, 60)
    up = time.time() - killed_at
    await until(lambda: all(client.is_open and client.back_at > killed_at for client in clients), 120)
    back = max(client.back_at for client in clients) - killed_at
    console.print(f"killed: the web answers after {up:.1f} s, the last stream is back {back - up:.1f} s after that")
    for place in where:
        body = {"text": "again"}
        await asyncio.to_thread(called, stack.port, "POST", f"/matches/{place.match}/messages", place.tokens[0], body)
    return await whole(stack, clients, where, "after the storm")


async def whole(stack: Stack, clients: list[Client], where: list[Place], when: str) -> bool:
    """Returns whether every stream has every row of its match once."""
    heads = {place.match: called(stack.port, "GET", f"/matches/{place.match}")["seq"] for place in where}
    await until(lambda: all(client.last >= heads[client.match] for client in clients), 20)
    missed = sum(client.missed + max(0, heads[client.match] - client.last) for client in clients)
    doubled, byes = sum(client.doubled for client in clients), [bye for client in clients for bye in client.byes]
    rows = sum(client.rows for client in clients)
    console.print(
        f"{when}: {rows} rows, {missed} missed, {doubled} doubled; bye: { {bye: byes.count(bye) for bye in set(byes)} }"
    )
    return not missed and not doubled


def as_listed(port: int, clients: list[Client]) -> bool:
    """Returns whether every stream sent, byte for byte, what `/events` lists for its viewer."""
    listed: dict[tuple[str, str | None], bytes] = {}
    for client in clients:
        key = (client.match, client.token)
        if key not in listed:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            headers = {"Accept": "application/x-ndjson"} | ({"Authorization": f"Bearer {key[1]}"} if key[1] else {})
            connection.request("GET", f"/api/v1/matches/{key[0]}/events", headers=headers)
            listed[key] = hashlib.sha256(connection.getresponse().read()).digest()
            connection.close()
    others = differing(clients, listed)
    console.print(f"{others} of {len(clients)} streams differ from what their viewer may see; {len(listed)} viewers")
    return not others


def differing(clients: list[Client], listed: dict[tuple[str, str | None], bytes]) -> int:
    """Returns how many streams sent something else. listed: the hash of what each viewer of a match may see."""
    return sum(client.content.digest() != listed[client.match, client.token] for client in clients)


async def until(holds: Any, seconds: float) -> None:
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
        good = asyncio.run(measured(stack, arguments, places(stack.port, arguments.matches, **LONG)))
        log = (stack.folder / "up.log").read_text()
        console.print(log[log.index("Traceback") :][:3000] if "Traceback" in log else "no traceback in the log")
    finally:
        stack.stop()
    return int(not good or "Traceback" in log)


if __name__ == "__main__":
    sys.exit(main())
