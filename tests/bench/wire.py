"""Bytes on the wire, by game: `python -m tests.bench.wire [--against OLD] [--moves 60] [--plain]`.

The seats of one practice match play each game at random. The first seat has a stream with `?legal=40` open, and counts
all bytes from each event until the next event. Now and then it reads its view, its legal moves and the head of the
match. The output is medians. OLD is a directory, such as a git worktree of an earlier commit. --plain: the client does
not accept gzip.
"""

from __future__ import annotations

import argparse
import http.client
import zlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table as Grid

from games import registry
from tests.games.harness.http_match import AtRandom, Table
from tests.stack import ROOT, Stack

SEED, MOST_SEATS, EVERY, WAIT_SECONDS = 7, 4, 10, 10
READS = {
    "view": "/view",
    "view, ids": "/view?faces=ids",
    "legal": "/legal-moves?limit=40",
    "events": "/events?limit=20",
    "match": "",
}
KINDS = ("row", *READS)
Bytes = Mapping[str, Sequence[int]]


class Listening:
    """The stream of a seat, with the bytes of each event."""

    def __init__(self, port: int, table: Table, accept: Mapping[str, str]) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, WAIT_SECONDS)
        token = {"Authorization": f"Bearer {table.seats[0].token}", "Accept": "text/event-stream"}
        self._connection.request("GET", f"/api/v1{table.path}/stream?legal=40&after=0", headers={**token, **accept})
        self._response = self._connection.getresponse()
        is_compressed = self._response.headers.get("Content-Encoding") == "gzip"
        self._read = zlib.decompressobj(31).decompress if is_compressed else bytes
        self._text, self._received, self._begins = b"", 0, dict[int, int]()

    def until(self, seq: int) -> None:
        """Reads until an event has arrived."""
        while max(self._begins, default=-1) < seq:
            part = self._response.read1(1 << 20)
            assert part, "expected a row, got the end of the stream"
            *events, self._text = (self._text + self._read(part)).split(b"\n\n")
            for event in events:
                if event.startswith(b"id: ") and b"event: event" in event:
                    self._begins[int(event[4 : event.index(b"\n")])] = self._received
            self._received += len(part)

    def close(self) -> list[int]:
        """Ends the stream; returns the number of bytes from each event until the next event."""
        self._connection.close()
        begins = [self._begins[seq] for seq in sorted(self._begins)]
        return [after - before for before, after in pairwise(begins) if after > before]


def played(port: int, key: str, moves: int, accept: Mapping[str, str]) -> Bytes:
    """Plays a match of a game and returns the bytes by kind."""
    seats = max(registry.get(key).seats.start, min(MOST_SEATS, registry.get(key).seats.stop - 1))
    table, chooser = Table(port, key, seats, (), {}, seed=SEED), AtRandom(SEED)
    stream, sizes, answered = Listening(port, table, accept), defaultdict[str, list[int]](list), set[tuple[int, int]]()
    while table.posted < moves and (head := table.head())["status"] == "running":
        for seat in head["to_act"] or head["may_act"]:
            table.answer(seat, chooser, answered)
            stream.until(table.head()["seq"])
        if not table.posted % EVERY:
            for kind, path in READS.items():
                sizes[kind].append(_size(table, path, accept))
    sizes["row"] = stream.close()
    return sizes


def _size(table: Table, path: str, accept: Mapping[str, str]) -> int:
    response = table.seats[0].response("GET", f"/api/v1{table.path}{path}", headers=accept)
    return len(response.read())


def main() -> int:
    """Measures and prints the bytes of each game."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.wire", description=__doc__)
    parser.add_argument("--against", type=Path, metavar="OLD")
    parser.add_argument("--moves", type=int, default=60)
    parser.add_argument("--plain", action="store_true")
    options = parser.parse_args()
    accept = {} if options.plain else {"Accept-Encoding": "gzip"}
    roots = {"old": options.against.resolve()} if options.against else {}
    measured: dict[str, dict[str, Bytes]] = {}
    for name, root in {**roots, "new": ROOT}.items():
        stack = Stack(root=root)
        try:
            stack.start()
            measured[name] = {key: played(stack.port, key, options.moves, accept) for key in sorted(registry.GAMES)}
        finally:
            stack.stop()
    show(measured, f"median bytes, {options.moves} moves of each game")
    return 0


def show(measured: Mapping[str, Mapping[str, Bytes]], title: str) -> None:
    """Prints the figures."""
    grid = Grid("game", "", *KINDS, title=title)
    for key in sorted(registry.GAMES):
        for name, games in measured.items():
            cells: list[Any] = [f"{median(games[key][kind]):,.0f}" for kind in KINDS]
            grid.add_row(key, name, *cells)
    Console(width=120).print(grid)


if __name__ == "__main__":
    raise SystemExit(main())
