"""The example bots in `docs/examples` play each other through the API, while the server restarts.

`python -m tests.bots.programs [GAME …] [--minutes 15]` starts `make run`'s stack, plays whole matches of all games
at the same time, and kills the server in the middle; the test plays a part.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import playwright

from games import registry
from tests.stack import ROOT, Stack

EXAMPLES = ROOT / "docs" / "examples"
NODE = Path(playwright.__file__).parent / "driver" / "node"  # installed with the browser's driver
COMMANDS: Sequence[Sequence[str | Path]] = ((sys.executable, EXAMPLES / "bot.py"), (NODE, EXAMPLES / "bot.mjs"))
SHORT: Mapping[str, dict[str, Any]] = {
    "great_dalmuti": {"end": {"hands": 2}},
    "dealmaker": {"max_idle_acts": 20, "idle_end": 10, "trade_limit": 600, "sales_limit": 60},
}


def request(address: str, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
    """Returns the JSON of a response."""
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    data = None if body is None else json.dumps(body).encode()
    sent = urllib.request.Request(f"{address}/api/v1{path}", data, headers, method=method)
    with urllib.request.urlopen(sent, timeout=60) as answer:
        return json.load(answer)


class Program:
    """A running example. It prints to a file: a pipe that nobody reads would stop it after some thousand moves."""

    def __init__(self, command: Sequence[str | Path]) -> None:
        self._printed = tempfile.TemporaryFile("w+")  # noqa: SIM115 - it lives as long as the program
        self._process = subprocess.Popen(command, stdout=self._printed)

    def stop(self) -> None:
        """Ends the process."""
        self._process.kill()
        self._process.wait()

    @property
    def moves(self) -> list[str]:
        """What it printed: one line for each move."""
        self._printed.seek(0)
        return self._printed.read().splitlines()


@contextmanager
def programs(address: str, game: str) -> Iterator[tuple[str, list[Program]]]:
    """Yields a match of a game with an example bot in every seat, and the bots, until the block ends."""
    owner = request(address, "POST", "/players", {"name": f"Owner {game.replace('_', ' ')}"})["token"]
    seats, running = registry.get(game).seats[0], list[Program]()
    names = [f"{game.replace('_', ' ')} {number}" for number in range(seats)]
    tokens = [request(address, "POST", "/bots", {"name": name, "level": "beginner"}, owner)["token"] for name in names]
    wish = {"game": game, "options": SHORT.get(game, {}), "seats": [{"kind": "bot", "player": name} for name in names]}
    match = request(address, "POST", "/matches", wish, owner)["id"]
    try:
        for number, token in enumerate(tokens):
            running.append(Program([*COMMANDS[number % len(COMMANDS)], address, token]))
        yield match, running
    finally:
        for program in running:
            program.stop()


def reached(address: str, match: str, enough: Callable[[dict[str, Any]], bool], seconds: float) -> dict[str, Any]:
    """Returns the head of a match as soon as it satisfies a condition; raises AssertionError after that time."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        head: dict[str, Any] = request(address, "GET", f"/matches/{match}")
        if enough(head):
            return head
        time.sleep(0.2)
    raise AssertionError(f"expected the match to come further, got {head['seq']} events, {head['status']}")


def moves_so_far(lines: Sequence[str]) -> str:
    """Says how many moves programs have sent, and which were refused."""
    refused = Counter(line.split()[2] for line in lines if not line.endswith("played"))
    return f"{len(lines)} moves, refused {dict(refused)}"


def main() -> int:
    """Plays a whole match of each game, and kills the server once; returns 1 unless all have ended."""
    parser = argparse.ArgumentParser(prog="python -m tests.bots.programs", description=__doc__)
    parser.add_argument("games", nargs="*", choices=[[], *sorted(registry.GAMES)], metavar="GAME")
    parser.add_argument("--minutes", type=float, default=15)
    arguments = parser.parse_args()
    stack, began = Stack(), time.monotonic()
    stack.start()
    try:
        with ExitStack() as matches:
            games = arguments.games or sorted(registry.GAMES)
            playing = {game: matches.enter_context(programs(stack.address, game)) for game in games}
            before = {
                game: reached(stack.address, match, lambda head: head["seq"] > 20 or head["status"] == "finished", 300)
                for game, (match, _) in playing.items()
            }
            for process in stack.processes("web"):
                process.kill()
            assert stack.answers_within(180)
            until = began + 60 * arguments.minutes
            heads = {game: _ended(stack.address, match, until) for game, (match, _) in playing.items()}
        for game, (_, running) in playing.items():
            lines = [line for program in running for line in program.moves]
            print(f"{game}: killed after {before[game]['seq']} events, {heads[game]['status']} with "
                  f"{heads[game]['seq']}, {moves_so_far(lines)}", flush=True)  # fmt: skip
    finally:
        stack.stop()
    print(f"{time.monotonic() - began:.0f} s, load {os.getloadavg()[0]:.1f}")
    return int(any(head["status"] != "finished" for head in heads.values()))


def _ended(address: str, match: str, until: float) -> dict[str, Any]:
    """Returns the head of a match once it has ended, or at that time."""
    while time.monotonic() < until:
        with suppress(OSError):
            head: dict[str, Any] = request(address, "GET", f"/matches/{match}")
            if head["status"] != "running":
                return head
        time.sleep(1)
    return dict(request(address, "GET", f"/matches/{match}"))


if __name__ == "__main__":
    sys.exit(main())
