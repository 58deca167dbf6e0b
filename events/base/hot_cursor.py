"""A cursor for the statements of the hot paths, and queries that it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Generic, LiteralString, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from psycopg import Cursor
from psycopg.pq import Format

Values = Sequence[Any]
T = TypeVar("T")


class Query(NamedTuple, Generic[T]):
    """A statement of the hot paths, its values, and the function that reads its rows."""

    text: LiteralString
    values: Values
    read: Callable[[Sequence[Values]], T]


def run(query: Query[T]) -> T:
    """Runs a statement on the connection of this thread."""
    with hot_cursor() as cursor:
        cursor.execute(query.text, query.values)
        return query.read(cursor.fetchall())


@contextmanager
def hot_cursor() -> Iterator[Any]:
    """Yields a cursor that prepares its statements, if the settings and Django's query log permit this.

    Otherwise it yields an ordinary cursor. The settings forbid prepared statements with a `prepare_threshold` of None.
    Each connection reuses one cursor, because a new cursor would look up the adapter of each type again. Therefore
    blocks must not be nested, and each block must fetch all its rows. It raises the same errors as Django's cursors.
    """
    database = connections[DEFAULT_DB_ALIAS]  # looked up once, because the look-up is slow
    database.close_if_health_check_failed()
    database.ensure_connection()
    if database.connection.prepare_threshold is None or database.queries_logged or database.execute_wrappers:
        with database.cursor() as cursor:
            yield cursor
    else:
        database.validate_no_broken_transaction()
        with database.wrap_database_errors:
            yield _kept_cursor(database.connection)


def _kept_cursor(database: Any) -> Cursor:
    """Returns the cursor of a connection for hot statements. It reads binary values, which decode faster than text."""
    cursor: Cursor | None = vars(database).get("hot_cursor")
    if cursor is None:
        cursor = database.hot_cursor = Cursor(database)
        cursor.format = Format.BINARY
    return cursor
