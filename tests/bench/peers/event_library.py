"""The `eventsourcing` library on PostgreSQL: `python event_library.py EVENTS` prints seconds to append and to replay.

Runs in the environment of `tests.bench.peers`; the POSTGRES_… variables name the server.
"""

from __future__ import annotations

import json
import os
import sys
import time

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

APPENDED = 500


class Table(Aggregate):
    """A match that counts the cards of each seat."""

    def __init__(self) -> None:
        self.cards = [0] * 6

    @event("Moved")
    def move(self, seat: int, cards: list[int]) -> None:
        """Moves cards to a seat."""
        self.cards[seat] += len(cards)


def main() -> None:
    """Appends events one by one, each committed, then more in batches, and replays all."""
    os.environ["PERSISTENCE_MODULE"] = "eventsourcing.postgres"
    application, table = Application(), Table()
    application.save(table)
    started = time.perf_counter()
    for number in range(APPENDED):
        table.move(number % 6, [number, number + 1])
        application.save(table)
    appended = (time.perf_counter() - started) / APPENDED
    for number in range(APPENDED, int(sys.argv[1])):
        table.move(number % 6, [number, number + 1])
        if number % 500 == 0:
            application.save(table)
    application.save(table)
    replays = []
    for _ in range(5):
        started = time.perf_counter()
        application.repository.get(table.id)
        replays.append(time.perf_counter() - started)
    print(json.dumps({"append": appended, "replay": sorted(replays)[2]}))


if __name__ == "__main__":
    main()
