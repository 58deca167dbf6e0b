"""The example bots in `docs/examples` play each other through the API."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import playwright

from games import registry
from tests.caller import Caller
from tests.stack import ROOT

SECONDS = 60.0  # the timeout of one request
EXAMPLES = ROOT / "docs" / "examples"
NODE = Path(playwright.__file__).parent / "driver" / "node"  # installed with the browser's driver
COMMANDS: Sequence[Sequence[str | Path]] = ((sys.executable, EXAMPLES / "bot.py"), (NODE, EXAMPLES / "bot.mjs"))
SHORT: Mapping[str, dict[str, Any]] = {
    "great_dalmuti": {"end": {"hands": 2}},
    "dealmaker": {"max_idle_acts": 20, "idle_end": 10, "trade_limit": 600, "sales_limit": 60},
}


class Program:
    """A running example that prints to a file: a pipe that nobody reads would block it after some thousand moves."""

    def __init__(self, command: Sequence[str | Path]) -> None:
        self._printed = tempfile.TemporaryFile("w+")  # noqa: SIM115 - it lives as long as the program
        self._process = subprocess.Popen(command, stdout=self._printed)

    def stop(self) -> None:
        """Ends the process."""
        self._process.kill()
        self._process.wait()

    @property
    def moves(self) -> list[str]:
        """Returns the lines of its output, one for each move."""
        number = self._printed.fileno()
        printed = os.pread(number, os.fstat(number).st_size, 0)  # the program shares the position of the file
        return printed.decode().splitlines()


@contextmanager
def programs(port: int, game: str) -> Iterator[tuple[str, list[Program]]]:
    """Yields a match of a game with an example bot in every seat, and the bots; stops the bots at the end."""
    owner = Caller(port, seconds=SECONDS).sign_up()
    seats, running = registry.get(game).seats[0], list[Program]()
    names = [f"{game.replace('_', ' ')} {number}" for number in range(seats)]
    tokens = [owner.json("POST", "/bots", {"name": name, "level": "beginner"})["token"] for name in names]
    wish = {"game": game, "options": SHORT.get(game, {}), "seats": [{"kind": "bot", "player": name} for name in names]}
    match = owner.json("POST", "/matches", wish)["id"]
    try:
        for number, token in enumerate(tokens):
            running.append(Program([*COMMANDS[number % len(COMMANDS)], f"http://127.0.0.1:{port}", token]))
        yield match, running
    finally:
        for program in running:
            program.stop()


def reached(port: int, match: str, enough: Callable[[dict[str, Any]], bool], seconds: float) -> dict[str, Any]:
    """Returns the head of a match once it satisfies a condition; raises AssertionError after the time limit."""
    caller, until = Caller(port, seconds=SECONDS), time.monotonic() + seconds
    while time.monotonic() < until:
        head: dict[str, Any] = caller.json("GET", f"/matches/{match}")
        if enough(head):
            return head
        time.sleep(0.2)
    raise AssertionError(f"expected the match to come further, got {head['seq']} events, {head['status']}")
