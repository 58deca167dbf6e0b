"""The SQL of timers. Timers of matches are stored with the matches, so reads of many go through `parts.rows`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

from events.base.hot_cursor import hot_cursor
from events.base.nodes import parts

AT_ONCE = 100

_SET = """
    INSERT INTO events_timer AS timer (kind, key, due_ms) VALUES (%s, %s, %s)
    ON CONFLICT (kind, key) DO UPDATE SET due_ms = least(timer.due_ms, excluded.due_ms), changes = timer.changes + 1
"""
_SET_OF_MATCH = "SELECT events_set_timers(%s, %s)"
_ENSURE = """
    INSERT INTO events_timer (kind, key, due_ms) SELECT kind, '', %s FROM unnest(%s::text[]) AS part (kind)
    ON CONFLICT DO NOTHING
"""
_UPCOMING = """
    SELECT due_ms, kind, key FROM events_timer WHERE kind = ANY(%s::text[]) ORDER BY due_ms, kind, key LIMIT %s
"""
_UPCOMING_OF_MATCHES = """
    SELECT due_ms, kind, match_id FROM events_matchtimer WHERE kind = ANY(%s::text[])
    ORDER BY due_ms, match_id, kind LIMIT %s
"""
_TAKE_ONE = """
    UPDATE {table} SET due_ms = %(until)s, attempts = attempts + 1
    WHERE {key} = %(key)s AND kind = %(kind)s AND (kind, {key}) IN (
        SELECT kind, {key} FROM {table} WHERE {key} = %(key)s AND kind = %(kind)s AND due_ms <= %(now)s
        FOR UPDATE SKIP LOCKED
    ) RETURNING attempts, changes
"""
_END_ONE = "DELETE FROM {table} WHERE {key} = %(key)s AND kind = %(kind)s AND changes = %(changes)s"
_REPEAT_ONE = """
    UPDATE {table} SET attempts = %(attempts)s,
        due_ms = CASE WHEN changes = %(changes)s THEN %(next)s ELSE least(due_ms, %(next)s) END
    WHERE {key} = %(key)s AND kind = %(kind)s
"""
_OTHERS = {"table": "events_timer", "key": "key"}
_OF_MATCHES = {"table": "events_matchtimer", "key": "match_id"}
_TAKE, _END, _REPEAT = (
    {False: statement.format(**_OTHERS), True: statement.format(**_OF_MATCHES)}
    for statement in (_TAKE_ONE, _END_ONE, _REPEAT_ONE)
)
_CLOCK = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"


class UpcomingTimer(NamedTuple):
    """A timer that will be due. key: the id of a match, or the text key of any other timer."""

    due_ms: int
    kind: str
    key: str | UUID

    @property
    def is_of_match(self) -> bool:
        return isinstance(self.key, UUID)


class LeasedTimer(NamedTuple):
    """A leased timer.

    attempts: the number of leases since its function last succeeded; changes: how often it had been set when it was
    leased.
    """

    attempts: int
    changes: int


def set_timer(kind: str, key: str, due_ms: int) -> None:
    """Sets a timer. If it is already set, it keeps the earlier time."""
    with connection.cursor() as cursor:
        cursor.execute(_SET, [kind, key, due_ms])


def set_match_timers(match_id: UUID, due_ms: str) -> None:
    """Sets timers of a match (`events/timers/sql/set_timers.sql`)."""
    with connection.cursor() as cursor:
        cursor.execute(_SET_OF_MATCH, [match_id, due_ms])


def ensure_timers(kinds: Sequence[str], due_ms: int) -> None:
    """Sets the missing housekeeping timers."""
    with connection.cursor() as cursor:
        cursor.execute(_ENSURE, [due_ms, [*kinds]])


def upcoming(kinds: Sequence[str]) -> list[UpcomingTimer]:
    """Returns the next timers of both tables, at most AT_ONCE of each, the earliest first."""
    with hot_cursor() as cursor:
        cursor.execute(_UPCOMING, [[*kinds], AT_ONCE])
        others = cursor.fetchall()
    of_matches = parts.rows(_UPCOMING_OF_MATCHES, [[*kinds], AT_ONCE], "due_ms bigint, kind text, match uuid")
    return sorted((UpcomingTimer(*row) for row in (*others, *of_matches)), key=lambda timer: timer.due_ms)


def take(timer: UpcomingTimer, now: int, until: int) -> LeasedTimer | None:
    """Leases a due timer until a time; returns None if another scheduler has taken it."""
    row = _run(_TAKE, timer, now=now, until=until)
    return None if row is None else LeasedTimer(*row)


def end(timer: UpcomingTimer, taken: LeasedTimer) -> None:
    """Deletes a timer. If it was set again since it was leased, it stays and its attempts are reset to zero."""
    if not _run(_END, timer, changes=taken.changes):
        repeat(timer, taken, None, 0)


def repeat(timer: UpcomingTimer, taken: LeasedTimer, next_ms: int | None, attempts: int) -> None:
    """Sets the next time of a timer, unless it was set to an earlier time meanwhile. next_ms: None keeps the time."""
    _run(_REPEAT, timer, changes=taken.changes, next=next_ms, attempts=attempts)


def database_ms() -> int:
    """Returns the time of the database's clock, in ms."""
    with hot_cursor() as cursor:
        cursor.execute(_CLOCK)
        return int(cursor.fetchone()[0])


def _run(statements: Mapping[bool, str], timer: UpcomingTimer, **values: Any) -> Any:
    """Runs the statement for the table of a timer; returns its row, or the number of changed rows."""
    statement = statements[timer.is_of_match]
    with connection.cursor() as cursor:
        cursor.execute(statement, {"kind": timer.kind, "key": timer.key, **values})
        return cursor.fetchone() if cursor.description else cursor.rowcount
