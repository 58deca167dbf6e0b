"""A replica of the database, from which matches that are over are read. Play never uses the replica.

The primary decides on access. Within `reading`, the log and its data are read from the replica if the replica has the
match up to the same head. If the replica is behind or does not respond, they are read from the primary.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import Any

import structlog
from django.db import DEFAULT_DB_ALIAS, Error, connections

from events.log.models import ENDED, Match

REPLICA = "replica"
DOWN_SECONDS = 10.0  # the pause after a failed attempt

logger = structlog.get_logger()
_alias: ContextVar[str] = ContextVar("alias", default=DEFAULT_DB_ALIAS)
_down_until = 0.0


class Router:
    """A Django database router: reads use the database of `alias`, everything else the primary."""

    def db_for_read(self, model: Any, **hints: Any) -> str:
        return alias()

    def db_for_write(self, model: Any, **hints: Any) -> str:
        return DEFAULT_DB_ALIAS

    def allow_relation(self, *objects: Any, **hints: Any) -> bool:
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        return db == DEFAULT_DB_ALIAS


def alias() -> str:
    """Returns the database for reads in the present context."""
    return _alias.get()


@contextmanager
def reading() -> Iterator[None]:
    """Lets `choose` direct reads to the replica until the block ends."""
    token = _alias.set(DEFAULT_DB_ALIAS)
    try:
        yield
    finally:
        _alias.reset(token)


def choose(match: Match) -> None:
    """Directs the following reads to the replica if the match is over and the replica has all of it."""
    _alias.set(DEFAULT_DB_ALIAS)
    if match.status in ENDED and REPLICA in connections.databases and time.monotonic() >= _down_until and _has(match):
        _alias.set(REPLICA)


def failed(error: Exception) -> None:
    """Avoids the replica for a while if the error came from it; the client may retry the request."""
    if alias() == REPLICA and isinstance(error, Error):
        _is_down(error)


def _has(match: Match) -> bool:
    """Returns whether the replica has the match with the same head."""
    heads = Match.objects.using(REPLICA).filter(pk=match.pk).values_list("status", "head_seq", "head_hash")
    try:
        head = heads.first()
    except Error as error:
        _is_down(error)
        return False
    return head is not None and (head[0], head[1], bytes(head[2])) == (
        match.status,
        match.head_seq,
        bytes(match.head_hash),
    )


def _is_down(error: Exception) -> None:
    """Avoids the replica for a while."""
    global _down_until
    _down_until = time.monotonic() + DOWN_SECONDS
    logger.warning("replica_down", error=type(error).__name__)
    with suppress(Error):
        connections[REPLICA].close()
