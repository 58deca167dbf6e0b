"""Error reports for the operator: errors that nobody expected, and logs that were changed.

A report is written at once on a connection of its own, so that it outlives the transaction that fails, and never fails
itself. It names the line of the program, the type of the error and what was being done, but no values: an error's
text may hold cards, seeds or a body.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import PurePath
from typing import Any
from uuid import UUID

import psycopg
import structlog
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, InterfaceError, OperationalError, connections
from psycopg_pool import PoolTimeout

OUTAGES = (OperationalError, InterfaceError, PoolTimeout)
"""Errors that mean that the database does not answer; metrics report it to the operator."""

OUTAGE_STATES = frozenset({"25006", "25P03", "25P04"})
"""SQLSTATEs of other errors that mean it too: the server is not the primary any more, or ended a transaction
that took too long."""

LOST_NODE = ("failure on connection marked as essential", "could not commit transaction for shard")
"""The messages of Citus for a node lost within a transaction, or in its commit; many errors share the SQLSTATE."""

KEPT = "90 days"
PACKAGES = frozenset({"bots", "events", "games", "project"})

_RAISE = """
    INSERT INTO events_alarm (code, place, message, request_id, match, count, first_seen_at, last_seen_at)
    VALUES (%(code)s, left(%(place)s, 160), left(%(message)s, 200), %(request_id)s, %(match)s, 1,
        clock_timestamp(), clock_timestamp())
    ON CONFLICT (code, place) DO UPDATE SET count = events_alarm.count + 1, message = EXCLUDED.message,
        request_id = EXCLUDED.request_id, match = EXCLUDED.match, last_seen_at = EXCLUDED.last_seen_at
"""
_PRUNE = "DELETE FROM events_alarm WHERE last_seen_at < clock_timestamp() - %s::interval"

log = structlog.get_logger()


def report_error(code: str, error: BaseException, doing: str, match: UUID | None = None) -> None:
    """Reports an error that nobody expected; not one that says that the database does not answer."""
    if not is_outage(error):
        report(code, place_of(error), f"{type(error).__name__}: {doing}", match)


def is_outage(error: BaseException | None) -> bool:
    """Returns whether an error of Django or psycopg says that the database, or a node of it, does not answer."""
    if isinstance(error, (*OUTAGES, psycopg.OperationalError, psycopg.InterfaceError)):
        return True
    cause = error if isinstance(error, psycopg.Error) else getattr(error, "__cause__", None)
    if not isinstance(cause, psycopg.Error):
        return False
    is_lost = cause.sqlstate == "XX000" and any(words in str(cause) for words in LOST_NODE)
    return is_lost or cause.sqlstate in OUTAGE_STATES


def report(code: str, place: str, message: str, match: UUID | None = None) -> None:
    """Writes an error report. place: its subject; further reports of the same code and place are counted."""
    request_id = str(structlog.contextvars.get_contextvars().get("request_id") or "")
    values = {"code": code, "place": place, "message": message, "request_id": request_id, "match": match}
    try:
        log.error(
            "error_report", **{name: str(value) for name, value in values.items() if value and name != "request_id"}
        )
        with own_connection() as own, own.cursor() as cursor:
            cursor.execute(_RAISE, values)
    except Exception:  # a failed report must not stop the work
        log.exception("error_report_not_written", code=code, place=place)


@contextmanager
def own_connection() -> Iterator[Any]:
    """Yields a connection that no transaction of this thread uses."""
    with closing(connections[DEFAULT_DB_ALIAS].copy()) as own:
        yield own


def place_of(error: BaseException) -> str:
    """Returns the innermost line of this project that the error passed, such as `games/kernel/dealer.py:120 end`."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = PurePath(frame.filename)
        path = path.relative_to(settings.BASE_DIR) if path.is_relative_to(settings.BASE_DIR) else path
        if path.parts[0] in PACKAGES:
            return f"{path}:{frame.lineno} {frame.name}"
    return type(error).__name__


def error_reports_prune() -> int:
    """Deletes error reports that have not come back for long; returns how many."""
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute(_PRUNE, [KEPT])
        return int(cursor.rowcount)
