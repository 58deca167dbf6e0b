"""The connection of the event loop, on which a read that may be a repetition is counted and the head is read."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, TypeVar

import psycopg
import structlog
from django.db import DEFAULT_DB_ALIAS, connections
from psycopg import AsyncConnection, AsyncCursor
from psycopg.pq import Format

from events.base.hot_cursor import Query, run_on

T = TypeVar("T")
CONNECT_SECONDS = 2

log = structlog.get_logger()


class Heads:
    """One connection, opened when it is first needed. It belongs to the event loop that opened it.

    It runs one statement at a time: a request that comes meanwhile is answered on a thread.
    """

    def __init__(self) -> None:
        self._cursor: AsyncCursor[Any] | None = None
        self._is_busy = False

    async def run(self, query: Query[T]) -> T | None:
        """Runs a statement; None if the connection is in use or has failed."""
        if self._is_busy:
            return None
        self._is_busy = True
        try:
            if self._cursor is None:
                self._cursor = await _connected()
            return await run_on(self._cursor, query)
        except psycopg.Error:
            await self.close()
            return None
        except Exception:  # whatever it is, a thread answers
            log.exception("heads_failed")
            await self.close()
            return None
        finally:
            self._is_busy = False

    async def close(self) -> None:
        """Closes the connection; the next request opens another."""
        cursor, self._cursor = self._cursor, None
        if cursor is not None:
            with suppress(psycopg.Error):
                await cursor.connection.close()


async def _connected() -> AsyncCursor[Any]:
    """A cursor of a new connection with the settings that those of the threads have; it reads binary values too."""
    options = {"connect_timeout": CONNECT_SECONDS, **connections[DEFAULT_DB_ALIAS].get_connection_params()}
    for name in ("context", "cursor_factory"):  # those of Django are for its own connections
        options.pop(name, None)
    cursor = AsyncCursor[Any](await AsyncConnection.connect(**options, autocommit=True))
    cursor.format = Format.BINARY
    return cursor
