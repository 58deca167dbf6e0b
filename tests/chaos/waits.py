"""`python -m tests.chaos.waits`: what five hundred waiting long polls cost others: /livez and POST /moves beside them.

Against the stack of `make run`. Phases with and without the polls alternate, so that other load on the machine falls on
both. Exits with 1 if the 99th percentile of either becomes twice as long, or if polls did not wait.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import defaultdict
from contextlib import ExitStack
from typing import NamedTuple

from rich.console import Console
from rich.table import Table as Printed

from tests.chaos.crowds import LIMITS, Crowd, gathered, livez_ms, waiting
from tests.chaos.requests import request
from tests.chaos.streams import Place, places
from tests.stack import Stack

MOST_TIMES = 2.0  # by which a 99th percentile may grow
PAUSE = 0.02  # between two probes
GUESTS = 20

console = Console()
Milliseconds = list[float]


class Measured(NamedTuple):
    """Milliseconds of all probes of one kind. alone: without the polls; beside: with them."""

    alone: Milliseconds
    beside: Milliseconds

    @property
    def times(self) -> float:
        """How many times as long the 99th percentile is beside the polls."""
        return percentile(self.beside, 99) / percentile(self.alone, 99)


def percentile(values: Milliseconds, percent: int) -> float:
    """The smallest value that this part of the values does not exceed.

    >>> percentile([5.0, 1.0, 3.0], 50), percentile([5.0, 1.0, 3.0], 99)
    (3.0, 5.0)
    """
    ordered = sorted(values)
    return ordered[min(len(ordered) * percent // 100, len(ordered) - 1)]


def move_ms(port: int, place: Place) -> float:
    """Plays a random legal move; returns how long the POST took."""
    seat = request(port, "GET", f"/matches/{place.match}")[1]["to_act"][0]
    token = place.tokens[seat]
    legal = request(port, "GET", f"/matches/{place.match}/legal-moves?limit=20", token)[1]
    body = {"prompt": legal["prompt"], **random.choice(legal["moves"])}
    begin = time.perf_counter()
    request(port, "POST", f"/matches/{place.match}/moves", token, body)
    return (time.perf_counter() - begin) * 1000


def probed(port: int, where: list[Place], seconds: float) -> dict[str, Milliseconds]:
    """Measures both kinds of requests in turn."""
    found: dict[str, Milliseconds] = defaultdict(list)
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        found["GET /livez"].append(livez_ms(port))
        found["POST /moves"].append(move_ms(port, random.choice(where)))
        time.sleep(PAUSE)
    return found


def measured(port: int, size: int, rounds: int, seconds: float) -> tuple[dict[str, Measured], int]:
    """Measures in alternating phases; also returns the fewest polls that waited throughout a phase."""
    where, fewest = places(port, rounds * 10), size
    found = {name: Measured([], []) for name in ("GET /livez", "POST /moves")}
    for number in range(rounds):
        fresh = where[number * 10 : number * 10 + 10]
        for name, values in probed(port, fresh, seconds).items():
            found[name].alone.extend(values)
        with ExitStack() as cleanup:
            polls = [cleanup.enter_context(poll) for poll in gathered(port, Crowd("", size, GUESTS))]
            time.sleep(0.5 + size / 40)  # until each of them waits: taking them in is work too
            for name, values in probed(port, fresh, seconds).items():
                found[name].beside.extend(values)
            fewest = min(fewest, waiting(polls))
        time.sleep(1.0)
    return found, fewest


def reported(found: dict[str, Measured], fewest: int, size: int) -> bool:
    """Prints the figures; returns whether they are good."""
    printed = Printed("ms", "n", "p50 alone", "p50 beside", "p99 alone", "p99 beside", "times")
    for name, one in found.items():
        values = (percentile(part, percent) for percent in (50, 99) for part in one)
        counted = f"{len(one.alone)}, {len(one.beside)}"
        printed.add_row(name, counted, *(f"{value:.1f}" for value in values), f"{one.times:.2f}")
    console.print(printed)
    console.print(f"at least {fewest} of {size} polls waited until the end of each phase")
    return fewest == size and all(one.times < MOST_TIMES for one in found.values())


def main() -> int:
    """Returns 0 if others hardly notice the polls."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.waits", description=__doc__)
    parser.add_argument("--polls", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=12.0, help="of a phase; a poll waits for 30")
    arguments = parser.parse_args()
    stack = Stack(environment=LIMITS)
    try:
        stack.start()
        found, fewest = measured(stack.port, arguments.polls, arguments.rounds, arguments.seconds)
    finally:
        stack.stop()
    return int(not reported(found, fewest, arguments.polls))


if __name__ == "__main__":
    sys.exit(main())
