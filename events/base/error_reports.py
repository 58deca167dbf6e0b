"""Error reports for the operator: unexpected errors, and logs that were changed.

A report is written at once on a separate connection, so that it survives the rollback of the failed transaction.
Writing a report never raises an error. A report names the line of code, the type of the error and the operation, but no
values, because the text of an error may contain cards, seeds or a body.
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

OUTAGE_STATES = frozenset({"25006", "25P03", "25P04"})
"""SQLSTATEs of other errors that mean an outage.

The server is no longer the primary, or it ended a transaction that took too long.
"""

LOST_NODE = ("failure on connection marked as essential", "could not commit transaction for shard")
"""The messages of Citus for a node lost within a transaction or its commit. Their SQLSTATE is too general to check."""

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
    """Reports an unexpected error, unless it means that the database does not respond."""
    if not is_outage(error):
        report(code, place_of(error), f"{type(error).__name__}: {doing}", match)


def is_outage(error: BaseException | None) -> bool:
    """Returns whether an error of Django or psycopg means that the database, or one of its nodes, does not respond.

    Metrics report such an outage to the operator.
    """
    if isinstance(error, (OperationalError, InterfaceError, psycopg.OperationalError, psycopg.InterfaceError)):
        return True
    cause = error if isinstance(error, psycopg.Error) else getattr(error, "__cause__", None)
    if not isinstance(cause, psycopg.Error):
        return False
    is_lost = cause.sqlstate == "XX000" and any(words in str(cause) for words in LOST_NODE)
    return is_lost or cause.sqlstate in OUTAGE_STATES


def report(code: str, place: str, message: str, match: UUID | None = None) -> None:
    """Writes an error report, or counts it if there is one with this code and place.

    place: the subject of the report.
    """
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
    """Deletes error reports that have not recurred for KEPT; returns their number."""
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute(_PRUNE, [KEPT])
        return int(cursor.rowcount)
