"""The SQL that counts requests under their limits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from events.base.hot_cursor import Query, Values

# "window" is the end of a key's window. Rows are sorted, so that concurrent requests cannot deadlock.
_ADD = """
    INSERT INTO events_counter AS counter (key, "window", count) VALUES {rows}
    ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN counter."window" > %s THEN counter.count + 1 ELSE 1 END,
        "window" = CASE WHEN counter."window" > %s THEN counter."window" ELSE excluded."window" END
    RETURNING key, "window", count
"""
Counts = dict[str, tuple[int, int]]


def counting(ends: Mapping[str, int], now: int) -> Query[Counts]:
    """Returns the query that counts a request under some keys.

    Its result has the end of the window and the number of requests in it, by key. ends: for each key, the end of a
    window that begins now. All times are in ms.
    """
    values: list[Any] = [value for pair in sorted(ends.items()) for value in pair]
    rows = ", ".join(["(%s, %s, 1)"] * len(ends))
    return Query(_ADD.format(rows=rows), [*values, now, now], _counts)


def _counts(rows: Sequence[Values]) -> Counts:
    return {row[0]: (row[1], row[2]) for row in rows}
