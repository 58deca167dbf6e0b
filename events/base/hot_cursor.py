"""A cursor for the statements of the hot paths, and such statements apart from the connection that runs them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Generic, LiteralString, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from psycopg import AsyncCursor, Cursor
from psycopg.pq import Format

Values = Sequence[Any]
T = TypeVar("T")


class Query(NamedTuple, Generic[T]):
    """A hot statement with its values, and what its rows say: for the connections of threads and of the event loop."""

    text: LiteralString
    values: Values
    read: Callable[[Sequence[Values]], T]


def run(query: Query[T]) -> T:
    """Runs a statement on the connection of this thread."""
    with hot_cursor() as cursor:
        cursor.execute(query.text, query.values)
        return query.read(cursor.fetchall())


async def run_on(cursor: AsyncCursor[Any], query: Query[T]) -> T:
    """Runs a query on a connection of the event loop."""
    await cursor.execute(query.text, query.values)
    return query.read(await cursor.fetchall())


@contextmanager
def hot_cursor() -> Iterator[Any]:
    """Yields a cursor whose statements are prepared; an ordinary one if the settings or Django's query log forbid it.

    The settings forbid it by `prepare_threshold`. A connection keeps its cursor, because a new one would look up again
    how to write and read each type. So blocks are not nested, and each fetches what it has read. Errors are those of
    Django's cursors.
    """
    database = connections[DEFAULT_DB_ALIAS]  # once: finding the connection of the thread takes a while
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
    """Returns the cursor of a connection for hot statements; it reads binary values, which are decoded faster than
    text.
    """
    cursor: Cursor | None = vars(database).get("hot_cursor")
    if cursor is None:
        cursor = database.hot_cursor = Cursor(database)
        cursor.format = Format.BINARY
    return cursor
