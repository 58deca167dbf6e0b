"""Plays whole matches between bots, through the worker of a running stack: `python -m tests.games.bots_match GAME`.

    bots_match GAME [--times 1] [--seconds 480] [--again]

Opens every match of `WISHES[GAME]` at once, `--times` times each, and watches until all are over. The offline verifier
checks each bundle, and the rules replay it from its log. For each kind of ending that has no fixture yet, the shortest
match is written to `tests/fixtures/GAME/4_bots_<ending>.json`; with `--again`, existing fixtures are replaced, too.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import time
import uuid
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.dealmaker.goods import GOODS
from games.kernel.state import Json, Seat
from tests.bench.http import Connection
from tests.games.fixtures import FOLDER
from tests.games.http_match import Table, replayed_match, running, save

GREEDY, RANDOM, MIXED = ("greedy",) * 4, ("uniform",) * 4, ("greedy", "greedy", "uniform", "uniform")
ONE_DAWDLES, ONE_PLAYS = (*GREEDY[1:], "uniform"), ("greedy", *RANDOM[1:])
FEW_GOODS = {"peanuts": 5, "vinegar": 3, "flowers": 3, "carpet": 3, "gold": 2, "diamond": 2}
# Tiles that nobody can pay and nothing worth a trade: a player who does not say `enough` waits for the clock.
HOPELESS: Mapping[str, Any] = {
    "tiles": [{"cost": {"diamond": 9}, "points": 5, "copies": 6}],
    "goods": {good: 16 if good == "peanuts" else 0 for good in GOODS},
}


class Wish(NamedTuple):
    """A match to open: its options and its players."""

    options: Mapping[str, Any]
    policies: Sequence[str] = GREEDY


def dear(units: int, copies: int) -> Mapping[str, Any]:
    """Returns options with tiles that cost more peanuts than the match has."""
    return {"tiles": [{"cost": {"peanuts": units}, "points": 5, "copies": copies}], "goods": FEW_GOODS}


WISHES: Mapping[str, Sequence[Wish]] = {
    "negoces2": (
        Wish({}), Wish({}), Wish({}), Wish({"max_sales": 5}), Wish({}, ONE_PLAYS),
    ),
    "dealmaker": (
        Wish({}), Wish({"tiles": [{"cost": {"peanuts": 2}, "points": 2, "copies": 4}]}), Wish(dear(5, 1)),
        *(Wish({"sales_time": 10, "idle_end": 11, **HOPELESS}, MIXED),) * 3,
        *(Wish({"sales_time": 600, "idle_end": 10, **HOPELESS}, ONE_DAWDLES),) * 2,
        Wish({"max_idle_acts": 20, "idle_end": 600, "sales_time": 600, **dear(9, 6)}, MIXED),
        Wish({"max_idle_acts": 20, **dear(6, 6)}, RANDOM),
    ),
}  # fmt: skip


class Watched(Table):
    """A match with bots in all seats, watched by its creator."""

    def __init__(self, port: int, game: str, wish: Wish) -> None:
        self.port, self.wish, self.posted = port, wish, 0
        account = Connection(port).json("POST", "/players", {"name": f"table {uuid.uuid4().hex[:12]}"})
        self.token = account["token"]
        seats = [{"kind": "bot", "policy": policy} for policy in wish.policies]
        head = self.request(0, "POST", "/matches", {"game": game, "options": wish.options, "seats": seats})
        self.path = f"/matches/{head['id']}"

    def request(self, seat: Seat, method: str, path: str, body: Json = None) -> Json:
        """Returns the response to a request on a new connection, because the server closes idle ones after seconds."""
        self.seats = [Connection(self.port, self.token)]
        return super().request(seat, method, path, body)


def main() -> int:
    """Reads the command line, watches the matches and writes fixtures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=WISHES)
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=480)
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--address")
    arguments = parser.parse_args()
    endings = importlib.import_module(f"tests.games.{arguments.game}.endings")
    shortest: dict[str, int] = {}
    with running(arguments.address) as port:
        tables = [Watched(port, arguments.game, wish) for wish in WISHES[arguments.game] * arguments.times]
        until, started = time.monotonic() + arguments.seconds, time.monotonic()
        while tables and time.monotonic() < until:
            time.sleep(1)
            for table in [table for table in tables if table.head()["status"] != "running"]:
                tables.remove(table)
                match = replayed_match(table)
                end = endings.ending(match)
                print(f"{table.wish}: {end} after {match.acts} rows, {time.monotonic() - started:.0f} s", flush=True)
                path = FOLDER / arguments.game / f"4_bots_{end}.json"
                new = arguments.again or end in shortest or not path.exists()
                if new and match.acts < shortest.get(end, match.acts + 1):
                    shortest[end] = match.acts
                    save(match, path.stem, f"{', '.join(table.wish.policies)} through the worker; ended by: {end}")
        for table in tables:
            print(f"{table.wish}: not over, {table.head()['seq']} rows")
    return 1 if tables else 0


if __name__ == "__main__":
    sys.exit(main())
