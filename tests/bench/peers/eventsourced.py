"""A similar match in the `eventsourcing` library, on PostgreSQL: `python eventsourced.py EVENTS`.

DATABASE_URL is a psycopg URL. It first stores an aggregate with that many events: the moves of a card game, whose fold
changes hands and a trick. For each input line, it folds the aggregate in a new application, and prints milliseconds of
CPU and of wall time, and the number of events, as JSON.
"""

from __future__ import annotations

import json
import os
import sys
import time
from uuid import UUID

import psycopg
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

SEATS, CARDS = 4, 13
TOGETHER = 100  # events in one transaction; with many more the library and PostgreSQL wait for each other


class Match(Aggregate):
    """A match: hands by seat and rank, and the trick."""

    @event("Started")
    def __init__(self) -> None:
        self.hands = [[100_000] * CARDS for _ in range(SEATS)]
        self.trick: dict[str, int] | None = None

    @event("Played")
    def play(self, seat: int, rank: int, cards: int, at_ms: int) -> None:
        """Moves cards from a hand to the trick."""
        self.hands[seat][rank] -= cards
        self.trick = {"seat": seat, "rank": rank, "cards": cards}


class Matches(Application):
    """The application."""

    is_snapshotting_enabled = False


def application() -> Matches:
    """Returns an application that has read nothing yet."""
    address = psycopg.conninfo.conninfo_to_dict(os.environ["DATABASE_URL"])
    return Matches(
        env={
            "PERSISTENCE_MODULE": "eventsourcing.postgres",
            "POSTGRES_DBNAME": address["dbname"],
            "POSTGRES_HOST": address["host"],
            "POSTGRES_PORT": address.get("port", "5432"),
            "POSTGRES_USER": address["user"],
            "POSTGRES_PASSWORD": address.get("password", ""),
        }
    )


def stored(events: int) -> UUID:
    """Stores a match with the given number of events."""
    match, matches = Match(), application()
    for number in range(events - 1):
        match.play(number % SEATS, number % CARDS, 1 + number % 3, 1_770_000_000_000 + number)
        if number % TOGETHER == 0:
            matches.save(match)
    matches.save(match)
    matches.close()
    return match.id


def main() -> None:
    """Stores a match, then folds it for each input line."""
    events = int(sys.argv[1])
    match = stored(events)
    for _ in sys.stdin:
        matches = application()
        begun, cpu = time.perf_counter(), time.process_time()
        assert matches.repository.get(match).version == events
        figures = {"cpu": time.process_time() - cpu, "wall": time.perf_counter() - begun}
        print(json.dumps({name: value * 1000 for name, value in figures.items()} | {"rows": events}), flush=True)
        matches.close()


if __name__ == "__main__":
    main()
