"""Compares paired worlds over clubs, statistics, pages and calendars (`life.py`).

    python -m tests.worlds [--pairs 100000] [--seed 1] [--minutes 60]

It starts its own PostgreSQL, stops at the first difference and prints that difference.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from rich.progress import MofNCompleteColumn, Progress

PATIENT = "-c idle_in_transaction_session_timeout=0 -c statement_timeout=0 -c lock_timeout=0"
"""Disables PostgreSQL's timeouts: on a busy machine, a world may wait for any length of time."""

SAID_EACH = 10
"""The number of pairs of worlds between two progress reports of a run without a terminal."""


@contextmanager
def own_server() -> Iterator[None]:
    """Yields Django on an empty database, without rate limits. The PostgreSQL server ends with this process."""
    from project.embedded.postgres import OWNER
    from tests import template

    with tempfile.TemporaryDirectory(prefix="comptoir-worlds-") as folder:
        cluster = template.copy_to(Path(folder) / "postgres")
        cluster.start()
        try:
            os.environ |= {"DATABASE_URL": cluster.url(OWNER, template.NAME), "COMPTOIR_LIMITS": "off"}
            os.environ["DJANGO_SETTINGS_MODULE"] = "project.settings"
            import django

            django.setup()
            from django.db import connections
            from django.test.utils import setup_test_environment

            from project.celery import app

            connections["default"].settings_dict["OPTIONS"]["options"] = PATIENT
            setup_test_environment()
            app.conf.update(broker_url="memory://", broker_transport_options={})
            yield
        finally:
            cluster.destroy()


def compare(pairs: int, first: int, until: float) -> int:
    """Compares worlds seed by seed until there are enough pairs, and returns the exit status."""
    from django.db import connection

    from tests.events.calls import somebody
    from tests.worlds.acts import NAMES
    from tests.worlds.life import Everybody, Tally, Wanted, compared
    from tests.worlds.worlds import Leak

    logging.disable(logging.INFO)
    everybody, total = Everybody.of({name: somebody(name.title()) for name in NAMES}), Tally()
    with Progress(*Progress.get_default_columns(), MofNCompleteColumn()) as progress:
        responses = progress.add_task("pairs of responses", total=pairs)
        for seed in count(first):
            connection.queries_log.clear()
            try:
                tally = compared(everybody, Wanted(seed))
            except Leak as leak:
                print(leak)
                return 1
            total = total.plus(tally)
            progress.advance(responses, tally.pairs)
            if not sys.stdout.isatty() and total.worlds % SAID_EACH == 0:
                print(f"seed {seed}: {total}", flush=True)
            if total.pairs >= pairs or time.monotonic() > until:
                break
    print(
        f"{total.pairs} pairs of responses, 0 differences, of {total.worlds} pairs of worlds, "
        f"{total.discarded} discarded, seeds {first} to {seed}"
    )
    return 0


def main() -> int:
    """Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=100_000, help="pairs of responses")
    parser.add_argument("--seed", type=int, default=int(time.time()) % 1_000_000)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="at most")
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    with own_server():
        return compare(arguments.pairs, arguments.seed, time.monotonic() + 60 * arguments.minutes)


if __name__ == "__main__":
    sys.exit(main())
