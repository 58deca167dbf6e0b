"""The example clients at every number of seats of every game, against the stack of `make run`.

    python -m tests.soak.clients SECONDS SEED [MOVES]

Both clients play every table until the time is up: random legal moves, streams cut at random, and after every row the
folded table compared with the server's view. 0 SECONDS: each table once. A client fails at a row that it folds to
something else than the view, at a gap, and at a status of 400 or more that it cannot explain.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import cycle
from typing import Any, NamedTuple

from games import registry
from tests.node import node
from tests.stack import ROOT, Stack

EXAMPLES = ROOT / "docs" / "examples"
CLIENTS = {
    "play.py": (sys.executable, str(EXAMPLES / "play.py")),
    "play.mjs": (node() or "node", str(EXAMPLES / "play.mjs")),
}
MOVES = 60
CUTS = 0.03
LONGEST = 600.0  # seconds of a match


class Table(NamedTuple):
    """What one run of a client plays."""

    game: str
    seats: int
    client: str


def tables() -> list[Table]:
    """Returns every game at every number of seats, once for each client."""
    return [
        Table(game, seats, client)
        for game in sorted(registry.GAMES)
        for seats in registry.get(game).seats
        for client in CLIENTS
    ]


def played(address: str, table: Table, seed: int, moves: int) -> Any:
    """Runs a client; returns what it counts. Raises AssertionError if it fails."""
    words = ["--seats", str(table.seats), "--moves", str(moves), "--cuts", str(CUTS), "--check", "--seed", str(seed)]
    process = subprocess.run(
        [*CLIENTS[table.client], address, table.game, *words], capture_output=True, text=True, timeout=LONGEST,
        check=False,
    )  # fmt: skip
    if process.returncode:
        raise AssertionError(f"{table}, seed {seed}: {process.stdout or process.stderr[-2000:]}")
    return json.loads(process.stdout)


def results(address: str, seconds: float, seed: int, moves: int) -> Iterator[tuple[Table, Any]]:
    """Yields what the clients count, table by table; at least all tables once if there is no time."""
    every, until = tables(), time.monotonic() + seconds
    for number, table in enumerate(cycle(every)):
        if (time.monotonic() >= until) if seconds else (number == len(every)):
            return
        yield table, played(address, table, seed + number, moves)


def run(seconds: float, seed: int, moves: int = MOVES) -> str:
    """Plays until the time is up; raises at the first client that fails."""
    totals: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    stack = Stack()
    try:
        stack.start()
        for table, result in results(stack.address, seconds, seed, moves):
            counted = {name: result[name] for name in ("moves", "requests", "rows", "cuts")}
            per_move = (counted["requests"] - counted["cuts"]) / counted["moves"]
            print(f"{table.game}, {table.seats} seats, {table.client}: {counted}, {per_move:.2f} requests a move")
            totals += Counter({"tables": 1, **counted})
            refused += Counter(result["refused"])
    finally:
        stack.stop()
    return f"{dict(totals)}, every row folds to the view; refused, all explained: {dict(refused)}"


def main(words: Sequence[str]) -> None:
    """Runs the words of the command line."""
    print(run(float(words[0]), int(words[1]), *map(int, words[2:])))


if __name__ == "__main__":
    main(sys.argv[1:])
