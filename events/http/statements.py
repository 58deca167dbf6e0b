"""The SQL that counts requests under their limits, and reads the head of a match together with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, LiteralString
from uuid import UUID

from psycopg import AsyncCursor

from events.base.hot_cursor import hot_cursor
from events.log.statements import HEAD, Head

# "window" is when the window of a key ends. Rows are sorted, so that concurrent requests cannot deadlock.
_ADD = """
    ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN counter."window" > %s THEN counter.count + 1 ELSE 1 END,
        "window" = CASE WHEN counter."window" > %s THEN counter."window" ELSE excluded."window" END
    RETURNING key, "window", count
"""
_COUNT = """
    INSERT INTO events_counter AS counter (key, "window", count) VALUES {rows} {add}
"""
_COUNT_SHARED = """
    WITH own AS ({count}), shared AS (
        INSERT INTO events_counter AS counter (key, "window", count) SELECT %s, %s, 1 WHERE NOT EXISTS (
            SELECT FROM own JOIN unnest(%s::text[], %s::bigint[]) AS most (key, requests) USING (key)
            WHERE own.count > most.requests
        ) {add}
    )
    SELECT * FROM own UNION ALL SELECT * FROM shared
"""
_COUNT_AND_HEAD = """
    WITH counted AS ({count}), head AS ({head}) SELECT counted.*, head.* FROM counted LEFT JOIN head ON true
"""
_COUNT = _COUNT.format(rows="{rows}", add=_ADD)
_COUNT_SHARED = _COUNT_SHARED.format(count=_COUNT, add=_ADD)
_COUNT_AND_HEAD = _COUNT_AND_HEAD.format(count=_COUNT, head=HEAD)
Counts = dict[str, tuple[int, int]]


def count(ends: Mapping[str, int], now: int) -> Counts:
    """Counts a request under some keys; returns for each when its window ends, and the requests in it.

    ends: when the windows end that begin now. All times in ms.
    """
    with hot_cursor() as cursor:
        cursor.execute(*_counting(_COUNT, ends, now))
        return {key: (end, requests) for key, end, requests in cursor.fetchall()}


def count_shared(ends: Mapping[str, int], most: Mapping[str, int], shared: tuple[str, int], now: int) -> Counts:
    """The same, and also counts under a key that others share, if no other key has more requests than it may.

    shared: the key and when its window ends if it begins now. most: the requests that the other keys may have.
    """
    statement, values = _counting(_COUNT_SHARED, ends, now)
    with hot_cursor() as cursor:
        cursor.execute(statement, [*values, *shared, list(most), list(most.values()), now, now])
        return {key: (end, requests) for key, end, requests in cursor.fetchall()}


def count_and_head_of(ends: Mapping[str, int], now: int, match_id: UUID, player_id: UUID) -> tuple[Counts, Head | None]:
    """What `count` and `head_of` return, in one statement."""
    with hot_cursor() as cursor:
        cursor.execute(*_counting_and_head(ends, now, match_id, player_id))
        return _counts_and_head(ends, cursor.fetchall())


async def count_and_head_on(
    cursor: AsyncCursor[Any], ends: Mapping[str, int], now: int, match_id: UUID, player_id: UUID
) -> tuple[Counts, Head | None]:
    """The same on a connection of the event loop."""
    await cursor.execute(*_counting_and_head(ends, now, match_id, player_id))
    return _counts_and_head(ends, await cursor.fetchall())


def _counting_and_head(
    ends: Mapping[str, int], now: int, match_id: UUID, player_id: UUID
) -> tuple[LiteralString, list[Any]]:
    statement, values = _counting(_COUNT_AND_HEAD, ends, now) if ends else (HEAD, [])
    return statement, [*values, player_id, match_id]


def _counts_and_head(ends: Mapping[str, int], rows: Sequence[Any]) -> tuple[Counts, Head | None]:
    if not ends:
        return {}, Head(*rows[0]) if rows else None
    head = rows[0][3:]
    return {row[0]: (row[1], row[2]) for row in rows}, None if head[0] is None else Head(*head)


def _counting(statement: LiteralString, ends: Mapping[str, int], now: int) -> tuple[LiteralString, list[Any]]:
    """A statement that counts, with its first values."""
    values = [value for pair in sorted(ends.items()) for value in pair]
    return statement.format(rows=", ".join(["(%s, %s, 1)"] * len(ends))), [*values, now, now]
