"""The tests of the HTTP API for any length of time: generated requests, paired worlds and simulations.

    python -m tests.soak.http SECONDS SEED [requests] [worlds] [simulations]

Goals: 10,000 requests from the OpenAPI document, 20,000 comparisons of paired worlds, 10,000 simulations; the last line
prints how many ran. All run on their own PostgreSQL, in transactions that are rolled back.
"""

from __future__ import annotations

import logging
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
django.setup()

from django.db import connection  # noqa: E402
from django.test.utils import override_settings, setup_test_environment, teardown_test_environment  # noqa: E402

from games import registry  # noqa: E402
from games.kernel.rng import policy_draws  # noqa: E402
from project.embedded.postgres import OWNER, Cluster  # noqa: E402
from tests.api.worlds import Tally, compared  # noqa: E402
from tests.events.calls import Caller, somebody  # noqa: E402
from tests.events.http.generated import document, fuzz  # noqa: E402
from tests.events.http.targets import laid_out, taken_back  # noqa: E402
from tests.events.matches.clock.simulation import Table, people  # noqa: E402
from tests.games.option_coverage import covering_options  # noqa: E402

REQUESTS, COMPARISONS, SIMULATIONS = 10_000, 20_000, 10_000
CHUNK = 60.0
AT_A_TIME = 50


@contextmanager
def database() -> Iterator[None]:
    """Starts a temporary PostgreSQL with all tables."""
    folder = Path(tempfile.mkdtemp(prefix="comptoir-soak-"))
    cluster = Cluster(folder / "postgres", durable=False)
    cluster.start()
    settings = {"HOST": str(cluster.sockets), "USER": OWNER, "PASSWORD": "", "PORT": "", "NAME": "postgres"}
    connection.settings_dict.update(settings)
    connection.settings_dict["OPTIONS"]["options"] = "-c lock_timeout=10s -c statement_timeout=60s"
    setup_test_environment()
    logging.disable(logging.ERROR)
    try:
        with override_settings(COMPTOIR_LIMITS={}):
            connection.creation.create_test_db(verbosity=0)
            yield
    finally:
        logging.disable(logging.NOTSET)
        teardown_test_environment()
        connection.close()
        cluster.destroy()
        shutil.rmtree(folder, ignore_errors=True)


def run(seconds: float, seed: int, parts: Sequence[str] = ()) -> str:
    """Runs the selected parts, or all, in turn; raises at the first finding, with its seed."""
    chosen = {name: PARTS[name] for name in parts or PARTS}
    whole = sum(share for share, _ in chosen.values())
    with database():
        return "; ".join(part(time.monotonic() + seconds * share / whole, seed) for share, part in chosen.values())


def _requests(until: float, seed: int) -> str:
    statuses: Counter[int] = Counter()
    while statuses.total() < REQUESTS and (left := until - time.monotonic()) > 0:
        with taken_back():
            statuses += fuzz(document(), laid_out(), min(CHUNK, left), seed + statuses.total())
    return f"{statuses.total():,} of {REQUESTS:,} requests, none undeclared {dict(sorted(statuses.items()))}"


def _worlds(until: float, seed: int) -> str:
    tally = Tally()
    while tally.comparisons < COMPARISONS and time.monotonic() < until:
        with taken_back():
            callers = [somebody("World") for _ in range(max(game.seats.stop for game in registry.newest()))]
            for key in sorted(registry.GAMES):
                tally = Tally(*(a + b for a, b in zip(tally, _pair(callers, key, seed), strict=True)))
        seed += 1
    return (
        f"{tally.comparisons:,} of {COMPARISONS:,} comparisons in {tally.pairs:,} pairs of worlds, "
        f"{tally.rejected:,} discarded"
    )


def _pair(callers: list[Caller], key: str, seed: int) -> Tally:
    game = registry.get(key)
    seats = game.seats[seed % len(game.seats)]
    varied = covering_options(game, seats, policy_draws(b"http", seed % 7))
    return compared(callers, key, seats, varied[0 if seed % 2 else seed % len(varied)], seed, most=40)


def _simulations(until: float, seed: int) -> str:
    runs, faults = 0, 0
    while runs < SIMULATIONS and time.monotonic() < until:
        with taken_back():
            somebody_else = people()
            for _ in range(AT_A_TIME):
                faults += Table(seed + runs, somebody_else).run().faults.total()
                runs += 1
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")  # rolled back rows stay in the tables until VACUUM and slow every query
    return f"{runs:,} of {SIMULATIONS:,} simulations with {faults:,} faults"


PARTS = {"requests": (0.25, _requests), "worlds": (0.55, _worlds), "simulations": (0.2, _simulations)}


if __name__ == "__main__":
    print(run(float(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]))
