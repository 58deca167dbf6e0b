"""A cursor for the statements of the hot paths."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from psycopg import Cursor
from psycopg.pq import Format


@contextmanager
def hot_cursor() -> Iterator[Any]:
    """A cursor whose statements are prepared, or an ordinary one where they may not be, or where Django logs them.

    The settings say where they may not be (`prepare_threshold`). A connection keeps its cursor: a new one would look up
    again how to write and read each type. So blocks are not nested, and each fetches what it has read. Errors are those
    of Django's cursors.
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
    """The cursor of a connection for hot statements; it reads binary values, which are decoded faster than text."""
    cursor: Cursor | None = vars(database).get("hot_cursor")
    if cursor is None:
        cursor = database.hot_cursor = Cursor(database)
        cursor.format = Format.BINARY
    return cursor
