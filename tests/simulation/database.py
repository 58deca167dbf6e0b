"""The database of a simulation: a real PostgreSQL with a simulated clock and simulated randomness.

The simulation uses the real database because most promises of the server rest on it: locks, constraints, SQL functions,
and the rollback after a lost connection. A stand-in in memory would only simulate these promises. Each run begins with
empty tables. Its threads commit, so processes see each other's data as they do in production.

A schema before PostgreSQL's own in the search path defines `now()`, `clock_timestamp()`, `random()`,
`gen_random_uuid()` and `pg_notify()`. The sending connection receives a notification and passes it on when its
transaction commits. A table of that schema records the correct time of each event, regardless of the process's clock.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol
from unittest.mock import patch
from uuid import UUID

import psycopg
from django.db import connection, connections
from psycopg.pq import TransactionStatus

from tests.simulation.scheduler import STATEMENT_MS, Activity, Broken, Died, here

MOST_STATEMENTS = 20_000  # in one activity, or in one iteration of the scheduler
CLOCK_STEP_MS = 250  # the maximum delay of a connection's clock
_SHADOWS = """
    CREATE SCHEMA IF NOT EXISTS simulation;
    CREATE SEQUENCE IF NOT EXISTS simulation.drawn;
    CREATE OR REPLACE FUNCTION simulation.now() RETURNS timestamptz STABLE LANGUAGE sql
        AS $$ SELECT to_timestamp(current_setting('simulation.ms')::bigint / 1000.0) $$;
    CREATE OR REPLACE FUNCTION simulation.clock_timestamp() RETURNS timestamptz STABLE LANGUAGE sql
        AS $$ SELECT to_timestamp(current_setting('simulation.ms')::bigint / 1000.0) $$;
    CREATE OR REPLACE FUNCTION simulation.random() RETURNS float8 LANGUAGE sql
        AS $$ SELECT ('x' || left(md5('random' || nextval('simulation.drawn')), 8))::bit(31)::int / 2147483648.0 $$;
    CREATE OR REPLACE FUNCTION simulation.gen_random_uuid() RETURNS uuid LANGUAGE sql
        AS $$ SELECT md5('uuid' || nextval('simulation.drawn'))::uuid $$;
    CREATE OR REPLACE FUNCTION simulation.pg_notify(text, text) RETURNS void LANGUAGE plpgsql
        AS $$ BEGIN RAISE INFO 'hint %', json_build_array($1, $2); END $$;
    CREATE TABLE IF NOT EXISTS simulation.written (match uuid, seq bigint, ms bigint);
    CREATE OR REPLACE FUNCTION simulation.note_written() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO simulation.written SELECT match_id, seq, current_setting('simulation.ms')::bigint FROM fresh;
        RETURN NULL;
    END $$;
    CREATE OR REPLACE TRIGGER simulation_written AFTER INSERT ON events_actionevent
        REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION simulation.note_written();
"""
PATH = "-c search_path=simulation,pg_catalog,public"
_FILLED = """
    SELECT format('%I', relname) FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
        AND relname NOT IN ('django_migrations', 'django_content_type', 'auth_permission') AND pg_relation_size(oid) > 0
    ORDER BY relname
"""


def empty() -> None:
    """Empties all tables and restarts their sequences."""
    with connection.cursor() as cursor:
        cursor.execute(_FILLED)
        tables = ", ".join(name for (name,) in cursor.fetchall())
        if tables:
            cursor.execute("SET comptoir.maintenance = 'on'")
            cursor.execute(f"TRUNCATE {tables} RESTART IDENTITY CASCADE")
            cursor.execute("RESET comptoir.maintenance")
        cursor.execute("SELECT setval('simulation.drawn', 1, false)")
        cursor.execute("TRUNCATE simulation.written")


def written_ms(match_id: UUID) -> dict[int, int]:
    """Returns the time at which each event of a match was written, by its number, at most CLOCK_STEP_MS early."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT seq, ms FROM simulation.written WHERE match = %s", [match_id])
        return dict(cursor.fetchall())


@contextmanager
def simulated() -> Iterator[None]:
    """Routes every statement, commit and clock of the database through the simulation until the block ends."""
    options = connection.settings_dict["OPTIONS"]
    with connection.cursor() as cursor:
        cursor.execute(_SHADOWS)
    connections.close_all()
    with (
        patch.dict(options, options=f"{options.get('options', '')} {PATH}"),
        patch.dict(connection.settings_dict, CONN_HEALTH_CHECKS=False),  # a check doubles the statements
        patch.object(psycopg.Cursor, "execute", _hooked(psycopg.Cursor.execute)),
        patch.object(psycopg.Cursor, "executemany", _hooked(psycopg.Cursor.executemany)),
        patch.object(psycopg.Connection, "commit", _committed(psycopg.Connection.commit)),
        patch.object(psycopg.Connection, "rollback", _rolled_back(psycopg.Connection.rollback)),
    ):
        try:
            yield
        finally:
            connections.close_all()
    with connection.cursor() as cursor:
        cursor.execute("DROP SCHEMA simulation CASCADE")


def _hooked(execute: Callable[..., Any]) -> Callable[..., Any]:
    def executed(cursor: Any, query: Any, *arguments: Any, **options: Any) -> Any:
        return _passed(cursor.connection, lambda: execute(cursor, query, *arguments, **options))

    return executed


def _committed(commit: Callable[..., Any]) -> Callable[..., Any]:
    def committed(own: Any) -> None:
        _passed(own, lambda: commit(own))

    return committed


def _rolled_back(rollback: Callable[..., Any]) -> Callable[..., Any]:
    def rolled_back(own: Any) -> None:
        own.hints = []
        rollback(own)

    return rolled_back


def _passed(own: Any, call: Callable[[], Any]) -> Any:
    """Advances an activity to its next statement; a fault may occur before or after the statement."""
    activity = here.activity
    if activity is None:
        if _world:
            _set_clock(own, _world[0].outside_ms())
        return call()
    if activity.is_doomed:
        raise Died
    activity.statements += 1
    if activity.statements > MOST_STATEMENTS:
        raise Broken(f"{activity.name} does not end")
    place, scheduler = activity.statements, activity.scheduler
    scheduler.now_ms += STATEMENT_MS
    if activity.pauses_at and place >= activity.pauses_at and is_idle(own):
        activity.pauses_at = 0
        _pause(activity)
    _set_clock(own, scheduler.now_ms)
    if place == activity.dies_at:
        _die(activity, own, call)
    if place == activity.loses_at:
        _lose(activity, own, call)
    return _called(own, call)


def _called(own: Any, call: Callable[[], Any]) -> Any:
    """Sends a statement, and passes on the notifications of a commit."""
    if "hints" not in vars(own):
        own.hints = []
        own.add_notice_handler(lambda notice: _heard(own, notice.message_primary or ""))
    result = call()
    if own.hints and is_idle(own):
        hints, own.hints = own.hints, []
        for channel, payload in hints:
            _world[0].hint(channel, payload)
    return result


def _heard(own: Any, message: str) -> None:
    word, _, rest = message.partition(" ")
    if word == "hint":
        own.hints.append(json.loads(rest))


def _pause(activity: Activity) -> None:
    faults = activity.scheduler.faults
    ms = (1 + faults.below("pause", 50), faults.below("pause", 2_000), faults.below("pause", 12_000))
    activity.suspend(ms[faults.below("pause", 3)])


def _die(activity: Activity, own: Any, call: Callable[[], Any]) -> None:
    """Kills the process before or after a statement."""
    if activity.scheduler.faults.below("death", 2):
        _called(own, call)
    activity.is_doomed = True
    raise Died


def _lose(activity: Activity, own: Any, call: Callable[[], Any]) -> None:
    """Loses the connection before or after a statement; the process does not learn whether the statement ran."""
    if activity.scheduler.faults.below("connection", 2):
        _called(own, call)
    activity.scheduler.trace(f"{activity.node} loses the connection of {activity.name}")
    own.close()
    activity.scheduler.interrupted()
    raise psycopg.OperationalError("the connection is lost")


def is_idle(own: Any) -> bool:
    """Returns whether a connection is outside any transaction."""
    return bool(own.info.transaction_status == TransactionStatus.IDLE)


class Hearing(Protocol):
    """Hooks of the database: the simulated time for the harness's own statements, and the receiver of hints."""

    def outside_ms(self) -> int: ...
    def hint(self, channel: str, payload: str) -> None: ...


_world: list[Hearing] = []


def set_world(world: Hearing) -> None:
    """Sets the world that uses the database."""
    _world[:] = [world]


def _set_clock(own: Any, now_ms: int) -> None:
    """Sets the clock of a connection that begins a transaction; `now()` is constant within a transaction."""
    if now_ms - vars(own).get("simulated_ms", 0) >= CLOCK_STEP_MS and is_idle(own):
        result = own.pgconn.exec_(b"SET simulation.ms = '%d'" % now_ms)
        if result.error_message:
            raise Broken(result.error_message.decode())
        own.simulated_ms = now_ms
