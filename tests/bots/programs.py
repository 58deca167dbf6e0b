"""The example bots in `docs/examples` play each other through the API, while the server restarts.

`python -m tests.bots.programs` starts `make run`'s stack and plays a whole match of each game; the test plays a part.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import playwright

from games import registry
from tests.stack import ROOT, Stack

EXAMPLES = ROOT / "docs" / "examples"
NODE = Path(playwright.__file__).parent / "driver" / "node"  # installed with the browser's driver
COMMANDS: Sequence[Sequence[str | Path]] = ((sys.executable, EXAMPLES / "bot.py"), (NODE, EXAMPLES / "bot.mjs"))
SHORT: Mapping[str, dict[str, Any]] = {"great_dalmuti": {"end": {"hands": 2}}}


def request(address: str, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
    """Returns the JSON of a response."""
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    data = None if body is None else json.dumps(body).encode()
    sent = urllib.request.Request(f"{address}/api/v1{path}", data, headers, method=method)
    with urllib.request.urlopen(sent, timeout=60) as answer:
        return json.load(answer)


@contextmanager
def programs(address: str, game: str) -> Iterator[tuple[str, list[subprocess.Popen[str]]]]:
    """Yields a match of a game with an example bot in every seat, and their processes, until the block ends."""
    owner = request(address, "POST", "/players", {"name": f"Owner {game.replace('_', ' ')}"})["token"]
    seats, running = registry.get(game).seats[0], []
    names = [f"{game.replace('_', ' ')} {number}" for number in range(seats)]
    tokens = [request(address, "POST", "/bots", {"name": name, "level": "beginner"}, owner)["token"] for name in names]
    wish = {"game": game, "options": SHORT.get(game, {}), "seats": [{"kind": "bot", "player": name} for name in names]}
    match = request(address, "POST", "/matches", wish, owner)["id"]
    try:
        for number, token in enumerate(tokens):
            command = [*COMMANDS[number % len(COMMANDS)], address, token]
            running.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
        yield match, running
    finally:
        for process in running:
            process.kill()


def reached(address: str, match: str, enough: Callable[[dict[str, Any]], bool], seconds: float) -> dict[str, Any]:
    """Returns the head of a match as soon as it satisfies a condition; raises AssertionError after that time."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        head: dict[str, Any] = request(address, "GET", f"/matches/{match}")
        if enough(head):
            return head
        time.sleep(0.2)
    raise AssertionError(f"expected the match to come further, got {head['seq']} events, {head['status']}")


def moves_of(process: subprocess.Popen[str]) -> list[str]:
    """Returns what a program that has ended printed: one line for each move."""
    assert process.stdout is not None
    return process.stdout.read().splitlines()


def main() -> None:
    """Plays a whole match of each game, and restarts the server in each."""
    stack = Stack()
    stack.start()
    try:
        for game in registry.GAMES:
            began = time.monotonic()
            with programs(stack.address, game) as (match, running):
                reached(stack.address, match, lambda head: head["seq"] > 20 or head["status"] == "finished", 120)
                for process in stack.processes("web"):
                    process.kill()
                assert stack.answers_within(60)
                head = reached(stack.address, match, lambda head: head["status"] != "running", 900)
            lines = [line for process in running for line in moves_of(process)]
            refused = sum(not line.endswith("played") for line in lines)
            print(game, head["status"], f"{head['seq']} events, {len(lines)} moves, {refused} refused,",
                  f"{time.monotonic() - began:.0f} s", flush=True)  # fmt: skip
    finally:
        stack.stop()


if __name__ == "__main__":
    main()
