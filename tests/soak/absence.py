"""People who are absent, and moves at the deadline.

    python -m tests.soak.absence weeks [--runs 50] [--seed 0] [--game great_dalmuti]
    python -m tests.soak.absence races [--tries 10000] [--seed 0]

`weeks` plays matches of every game among scripted players who sleep, travel, forget and leave, over three simulated
weeks; a line of JSON for each match, then a table. `races` posts moves around the deadline while the sweeper looks all
the time. Both run on a PostgreSQL of their own; the exit status is 1 if something was found.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import traceback
from collections import Counter
from collections.abc import Sequence

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
os.environ.setdefault("CELERY_BROKER_URL", "memory://")  # the turns of bots are played by hand
django.setup()

from django.db import connections  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402

from games import registry  # noqa: E402
from tests.chance import chance  # noqa: E402
from tests.events.matches.clock.absence import Tally, Weeks  # noqa: E402
from tests.events.matches.clock.absent_people import HOUR_MS  # noqa: E402
from tests.events.matches.clock.races import Race  # noqa: E402
from tests.events.tables import standing_clock  # noqa: E402
from tests.events.verifier.test_verify_vectors import by_javascript  # noqa: E402
from tests.soak.http import database  # noqa: E402


def main() -> int:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("weeks", "races"))
    parser.add_argument("--runs", type=int, default=50, help="matches of each game")
    parser.add_argument("--tries", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--game", action="append", choices=sorted(registry.GAMES))
    arguments = parser.parse_args()
    with database():
        try:
            if arguments.what == "races":
                return races(arguments.tries, arguments.seed)
            return weeks(arguments.game or list(registry.GAMES), arguments.runs, arguments.seed)
        finally:
            connections.close_all()


def weeks(games: Sequence[str], runs: int, seed: int) -> int:
    """Plays matches, prints each, and the table; returns 1 if one of them found something."""
    tallies, found = list[Tally](), 0
    for number in range(seed, seed + runs):
        for key in games:
            try:
                tallies.append(week(key, number))
                print(shown(tallies[-1]), flush=True)
            except Exception:
                found += 1
                print(f"FOUND in {key}, seed {number}:", traceback.format_exc(), flush=True)
    Console(width=200).print(summary(tallies))
    return int(bool(found))


def week(key: str, seed: int) -> Tally:
    """One match, judged by both verifiers."""
    with standing_clock() as hands, chance(f"{key} {seed}"):
        match = Weeks(hands, key, seed)
        tally = match.play()
    [lines] = by_javascript([[match.bundle(), [], None]])["bundles"]
    assert not (failed := [line for line in lines if line[0] == "FAILED"]), failed
    return tally._replace(verdicts={**tally.verdicts, "verify.js": "passed"})


def shown(tally: Tally) -> str:
    """A match as a line of JSON."""
    return json.dumps({**tally._asdict(), "days": round(tally.days, 2), "longest": tally.longest._asdict()})


def summary(tallies: Sequence[Tally]) -> Table:
    """A line for each game."""
    names = ("game", "matches", "events", "days", "ended", "longest wait, hours", "rows by the clock", "acts of people")
    table = Table(*names, "verdicts")
    for key in dict.fromkeys(tally.game for tally in tallies):
        of_game = [tally for tally in tallies if tally.game == key]
        longest = max((tally.longest for tally in of_game), key=lambda wait: (wait.share, wait.passed_ms))
        used, allowed, passed = (f"{each / HOUR_MS:.1f}" for each in longest)
        table.add_row(
            key, str(len(of_game)), str(sum(tally.rows for tally in of_game)),
            f"{min(tally.days for tally in of_game):.1f} to {max(tally.days for tally in of_game):.1f}",
            words(Counter(tally.status for tally in of_game)), f"{used} of {allowed} of its own ({passed} in all)",
            words(sum((tally.clock for tally in of_game), Counter())),
            words(sum((tally.acts for tally in of_game), Counter())),
            words(Counter(f"{by} {verdict}" for tally in of_game for by, verdict in tally.verdicts.items())),
        )  # fmt: skip
    return table


def words(counts: Counter[str]) -> str:
    """Counts in the order of their size."""
    return ", ".join(f"{name} {count}" for name, count in counts.most_common())


def races(tries: int, seed: int) -> int:
    """Races moves against the sweeper; returns 1 if both or none have won one."""
    found = Race(seed).run(tries)
    print(
        f"{found.tries} races: moves won {found.moves}, the clock {found.clock}, by ms after the deadline; "
        f"both {found.both}, none {found.none}"
    )
    return int(bool(found.both or found.none))


if __name__ == "__main__":
    sys.exit(main())
