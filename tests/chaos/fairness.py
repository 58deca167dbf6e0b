"""`python -m tests.chaos.fairness`: the speed of the bots in one match, idle, and while a guest runs many bot matches.

A player at a table with four bots answers at once. Each bot's turn is timed from the row before it to its own row, by
the times of the log; a turn that is still pending at the end counts with its time so far. Fails if the bots of the
player's match are slow while the guest's matches run, or if the guest's matches make no progress.
"""

from __future__ import annotations

import argparse
import random
import sys
import threading
import time
import uuid
from datetime import datetime
from itertools import pairwise
from statistics import median
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table as Printed

from tests.chaos.clients import Caller
from tests.stack import Stack

SLOWEST_MEDIAN_MS, SLOWEST_MS = 500, 5_000
OPTIONS = {"great_dalmuti": {"end": {"hands": 20}}}  # long enough that none ends while it is measured
GUEST_GAMES = ("dealmaker", "dale_of_merchants", "negoces2", "great_dalmuti", "monopoly_deal")

console = Console()


class Latency(NamedTuple):
    """The response times of a player's bots. waits: milliseconds of each turn, the longest last."""

    name: str
    waits: list[int]

    @property
    def worst(self) -> int:
        return self.waits[-1]

    @property
    def median(self) -> float:
        return median(self.waits)


def main() -> int:
    """Prints the figures; returns 0 if the player's bots stay fast beside the guest's matches."""
    options = _arguments()
    limits = {"COMPTOIR_MATCHES_PER_PLAYER": "0"}  # the cap is lifted: the queue alone has to be fair
    stack, halt = Stack("project.settings", limits), threading.Event()
    try:
        stack.start()
        guest, player = Caller(stack.port, 1, halt), Caller(stack.port, 2, halt)
        idle = measured("no other match", player, options.seconds / 2)
        matches = open_matches(guest, options.matches)
        before = rows_of(guest, matches)
        began = time.monotonic()
        loaded = measured(f"{options.matches} matches of bots only", player, options.seconds)
        pace = (rows_of(guest, matches) - before) / (time.monotonic() - began)
    finally:
        stack.stop()
    show([idle, loaded], pace)
    return int(loaded.median > SLOWEST_MEDIAN_MS or loaded.worst > SLOWEST_MS or pace <= 0)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.fairness", description=__doc__)
    parser.add_argument("--matches", type=int, default=60, help="matches of bots only")
    parser.add_argument("--seconds", type=float, default=60, help="how long the player's match is measured under load")
    return parser.parse_args()


def open_matches(guest: Caller, number: int) -> list[str]:
    """Starts matches with bots only."""
    token = new_player(guest)
    seats = [{"kind": "bot", "policy": "greedy"}] * 4
    games = [GUEST_GAMES[place % len(GUEST_GAMES)] for place in range(number)]
    return [new_match(guest, token, seats, game) for game in games]


def new_player(caller: Caller) -> str:
    """Returns the token of a new guest."""
    return str(caller.create("/players", {"name": f"chaos {uuid.uuid4().hex[:12]}"})["token"])


def new_match(caller: Caller, token: str, seats: list[dict[str, str]], game: str = "great_dalmuti") -> str:
    """Creates a match that starts immediately."""
    body = {"game": game, "options": OPTIONS.get(game, {}), "seats": seats}
    return str(caller.create("/matches", body, token)["id"])


def rows_of(caller: Caller, matches: list[str]) -> int:
    """Returns the number of events in the logs of the matches."""
    return sum(caller.call("GET", f"/matches/{match}")[1]["seq"] for match in matches)


def measured(name: str, caller: Caller, seconds: float) -> Latency:
    """Plays one seat among four bots until the time is up."""
    token = new_player(caller)
    match = new_match(caller, token, [{"kind": "me"}, *[{"kind": "bot", "policy": "uniform"}] * 4])
    until, chance = time.monotonic() + seconds, random.Random(3)
    while time.monotonic() < until:
        legal = caller.call("GET", f"/matches/{match}/legal-moves?limit=20", token=token)[1]
        if legal["moves"]:
            body = {"prompt": legal["prompt"], **chance.choice(legal["moves"])}
            caller.call("POST", f"/matches/{match}/moves", body, token)
        time.sleep(0.02)
    return Latency(name, sorted(_waits(caller, match, token)))


def _waits(caller: Caller, match: str, token: str) -> list[int]:
    """Returns the milliseconds from each event to the bot's next event, and those of an unfinished turn."""
    rows = [(row["by"], _ms(row["at"])) for row in _all_rows(caller, match, token)]
    waits = [at - before for (_, before), (by, at) in pairwise(rows) if by == "bot"]
    if 0 not in caller.call("GET", f"/matches/{match}", token=token)[1]["to_act"]:
        waits.append(int(time.time() * 1000) - rows[-1][1])
    return waits


def _all_rows(caller: Caller, match: str, token: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    while True:
        after = f"&after={len(rows) - 1}" if rows else ""
        page = caller.call("GET", f"/matches/{match}/events?limit=200{after}", token=token)[1]["items"]
        rows += page
        if len(page) < 200:
            return rows


def _ms(at: str) -> int:
    return int(datetime.fromisoformat(at).timestamp() * 1000)


def show(figures: list[Latency], pace: float) -> None:
    """Prints a line for each figure."""
    table = Printed("beside the player's match", "bots' turns", "median, ms", "p99, ms", "worst, ms")
    for figure in figures:
        high = figure.waits[int(len(figure.waits) * 0.99)]
        table.add_row(figure.name, str(len(figure.waits)), f"{figure.median:.0f}", str(high), str(figure.worst))
    console.print(table)
    console.print(f"rows per second in the guest's matches: {pace:.1f}")


if __name__ == "__main__":
    sys.exit(main())
