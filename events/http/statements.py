"""The SQL that counts requests under their limits, and reads the head of a match together with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, LiteralString, NamedTuple
from uuid import UUID

from events.base.hot_cursor import Query, Values
from events.log.statements import HEAD, Head, head_values

# "window" is when the window of a key ends. Rows are sorted, so that concurrent requests cannot deadlock.
_ADD = """
    INSERT INTO events_counter AS counter (key, "window", count) {rows}
    ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN counter."window" > %s THEN counter.count + 1 ELSE 1 END,
        "window" = CASE WHEN counter."window" > %s THEN counter."window" ELSE excluded."window" END
    RETURNING key, "window", count
"""
_IF_OTHERS_PERMIT = """
    SELECT %s, %s, 1 WHERE NOT EXISTS (
        SELECT FROM own JOIN unnest(%s::text[], %s::bigint[]) AS most (key, requests) USING (key)
        WHERE own.count > most.requests
    )
"""
_ADD_SHARED = _ADD.format(rows=_IF_OTHERS_PERMIT)
_COUNTED = "counted AS ({own})"
_COUNTED_SHARED = "own AS ({own}), shared AS ({shared}), counted AS (TABLE own UNION ALL TABLE shared)"
_COUNT = "WITH {counted} TABLE counted"
_COUNT_AND_HEAD = "WITH {counted}, head AS ({head}) SELECT counted.*, head.* FROM counted LEFT JOIN head ON true"
Counts = dict[str, tuple[int, int]]


class Shared(NamedTuple):
    """A key that callers share. end: when its window ends if it begins now; most: the requests other keys may have."""

    key: str
    end: int
    most: Mapping[str, int]


def counting(ends: Mapping[str, int], now: int, shared: Shared | None = None) -> Query[Counts]:
    """Counts a request under some keys: for each, when its window ends, and the requests in it.

    ends: when the windows end that begin now. shared: is counted too if no other key has more requests than it may.
    All times in ms.
    """
    counted, values = _counting(ends, now, shared)
    return Query(_COUNT.format(counted=counted), values, _counts)


def counting_and_head(
    ends: Mapping[str, int], now: int, match_id: UUID, player_id: UUID | None, shared: Shared | None = None
) -> Query[tuple[Counts, Head | None]]:
    """The same with what `head_of` returns, in one statement; without keys the head alone."""
    if not ends:
        return Query(HEAD, head_values(match_id, player_id), lambda rows: ({}, Head(*rows[0]) if rows else None))
    counted, values = _counting(ends, now, shared)
    text = _COUNT_AND_HEAD.format(counted=counted, head=HEAD)
    return Query(text, [*values, *head_values(match_id, player_id)], _counts_and_head)


def _counts(rows: Sequence[Values]) -> Counts:
    return {row[0]: (row[1], row[2]) for row in rows}


def _counts_and_head(rows: Sequence[Values]) -> tuple[Counts, Head | None]:
    head = rows[0][3:]
    return _counts(rows), None if head[0] is None else Head(*head)


def _counting(ends: Mapping[str, int], now: int, shared: Shared | None) -> tuple[LiteralString, list[Any]]:
    """The part of a statement that counts, as the rows of `counted`, with its values."""
    own = _ADD.format(rows="VALUES " + ", ".join(["(%s, %s, 1)"] * len(ends)))
    values = [*(value for pair in sorted(ends.items()) for value in pair), now, now]
    if shared is None:
        return _COUNTED.format(own=own), values
    key, end, most = shared
    text = _COUNTED_SHARED.format(own=own, shared=_ADD_SHARED)
    return text, [*values, key, end, [*most], [*most.values()], now, now]
