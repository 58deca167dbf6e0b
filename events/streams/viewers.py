"""The database records of the match streams that are open in this process (`events.matches.table.presence_records`)."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from uuid import UUID

import psycopg
import structlog
from django.db import Error, close_old_connections

from events.matches.table.presence_records import RENEWED_MS, presence_begin, presence_end, presences_renew

log = structlog.get_logger()


class Viewers:
    """The open streams of players. threads: the executor that writes the records, outside the event loop."""

    def __init__(self, threads: Executor) -> None:
        self._threads = threads
        self._open: set[UUID] = set()
        self._renewing: asyncio.Task[None] | None = None
        self._ending: set[asyncio.Future[None]] = set()

    @asynccontextmanager
    async def looking(
        self, player_id: UUID | None, match_id: UUID | None, page: UUID | None = None, is_looking: bool = True
    ) -> AsyncIterator[None]:
        """Records that a player has a match open until the block ends. Records nothing if the player or the match is
        None.
        """
        if player_id is None or match_id is None:
            yield
            return
        presence_id = uuid.uuid4()
        await self._write(
            lambda: presence_begin(
                presence_id=presence_id, player_id=player_id, match_id=match_id, page=page, is_looking=is_looking
            )
        )
        self._open.add(presence_id)
        if self._renewing is None or self._renewing.done():
            self._renewing = asyncio.create_task(self._renew(), name="viewers")
        try:
            yield
        finally:
            self._open.discard(presence_id)
            ending = asyncio.ensure_future(self._write(lambda: presence_end(presence_id=presence_id)))
            self._ending.add(ending)  # a task without a reference may be garbage-collected before it runs
            ending.add_done_callback(self._ending.discard)

    async def _renew(self) -> None:
        while self._open:
            await asyncio.sleep(RENEWED_MS / 1000)
            ids = list(self._open)
            await self._write(lambda ids=ids: presences_renew(presence_ids=ids))  # type: ignore[misc]

    async def _write(self, write: Callable[[], None]) -> None:
        """Writes on a thread. A lost write costs only a superfluous notification; the stream continues."""
        try:
            await asyncio.get_running_loop().run_in_executor(self._threads, _written, write)
        except (Error, psycopg.Error, RuntimeError) as error:
            log.info("look_not_noted", error=type(error).__name__)


def _written(write: Callable[[], None]) -> None:
    """Writes one record, and returns the database connection of the thread to the pool afterwards."""
    close_old_connections()
    try:
        write()
    finally:
        close_old_connections()
