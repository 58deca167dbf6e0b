"""The example bots in `docs/examples` play each other through the API."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import playwright

from games import registry
from tests.stack import ROOT

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
