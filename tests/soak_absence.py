"""People who are absent, moves at the deadline, and 10,000 deadlines.

python -m tests.soak_absence SECONDS SEED

Plays matches of every game among scripted players who sleep, forget, travel and leave, over three simulated weeks, for
half of the time; then races moves against the sweeper for most of the rest; then times the sweeper's round.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
os.environ.setdefault("CELERY_BROKER_URL", "memory://")  # the turns of bots are played by hand
django.setup()

from django.db import connections  # noqa: E402

from games import registry  # noqa: E402
from tests.events.absence import Tally, Weeks  # noqa: E402
from tests.events.crowd import crowd  # noqa: E402
from tests.events.races import Race  # noqa: E402
from tests.events.tables import standing_clock  # noqa: E402
from tests.soak_http import database  # noqa: E402

MATCHES, TRIES = 10_000, 10_000


def run(seconds: float, seed: int) -> str:
    """Runs all parts; raises at the first finding."""
    start = time.monotonic()
    with database():
        weeks = _weeks(start + seconds / 2, seed)
        races = _races(start + seconds * 0.9, seed)
        with standing_clock():
            times = crowd(MATCHES)
        connections.close_all()
    middle, worst = times[len(times) // 2], times[-1]
    return f"{weeks}; {races}; sweeper's round beside {MATCHES} deadlines: median {middle:.0f} ms, worst {worst:.0f} ms"


def _weeks(end: float, seed: int) -> str:
    tallies: list[Tally] = []
    while time.monotonic() < end:
        for key in registry.GAMES:
            if time.monotonic() >= end and tallies:
                break
            with standing_clock() as hands:
                tallies.append(Weeks(hands, key, seed + len(tallies) // len(registry.GAMES)).play())
            print(tallies[-1], flush=True)
    clock = sum((Counter(tally.clock) for tally in tallies), Counter[str]())
    longest = max(tally.days for tally in tallies)
    games = dict(Counter(tally.game for tally in tallies))
    return f"{games} matches ended, the longest after {longest:.1f} days, {dict(clock)} rows by the clock, none late"


def _races(end: float, seed: int) -> str:
    found = Race(seed).run(TRIES, end)
    assert not (found.both or found.none), found
    return (
        f"{found.tries} races: moves won {found.moves}, the clock {found.clock}, by ms after the deadline; "
        f"both {found.both}, none {found.none}"
    )


if __name__ == "__main__":
    print(run(float(sys.argv[1]), int(sys.argv[2])))
