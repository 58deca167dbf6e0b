"""Many matches with deadlines in one database, and the rounds of the sweeper beside them."""

from __future__ import annotations

import time

from django.db import connection
from django.db.models import Model

from events.models import Match, Pending, Seat
from events.sweeper import sweep
from tests.events.matches.clock.races import timed_duel


def _copies(model: type[Model], match: str, **other: str) -> str:
    """SQL that copies the rows of a match for many others, n = 1, 2, …; other: what differs, by column."""
    changes = {match: "md5('match ' || n)::uuid", **other}
    columns = [field.column for field in model._meta.concrete_fields if field.column != "id" or match == "id"]
    values = ", ".join(changes.get(column, column) for column in columns)
    table = model._meta.db_table
    where = f"FROM {table}, generate_series(1, %s) AS n WHERE {match} = %s"
    return f"INSERT INTO {table} ({', '.join(columns)}) SELECT {values} {where}"


def crowd(matches: int, rounds: int = 9) -> list[float]:
    """Milliseconds of rounds of the sweeper beside that many matches, all with deadlines that are not over."""
    first = timed_duel()
    with connection.cursor() as cursor:
        for statement in (
            _copies(Match, "id"),
            _copies(Seat, "match_id"),
            _copies(Pending, "match_id", deadline_ms="deadline_ms + n * 1000"),
        ):
            cursor.execute(statement, [matches - 1, first.pk])
        cursor.execute("ANALYZE events_match, events_seat, events_pending")
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        assert sweep() == 0
        times.append((time.perf_counter() - started) * 1000)
    return sorted(times)
