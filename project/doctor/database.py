"""The checks of the database over the servers' connection.

They cover version, rights, triggers, durability, timeouts, clock and notifications.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import pgtrigger
import psycopg
from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from events.base.clock import now_ms
from events.base.hub import listening_parameters
from events.base.publishing import CHANNEL
from project.database.roles import ALL_RIGHTS, RIGHTS
from project.doctor.finding import Finding, fault, ok, one, rows, warning

OLDEST = 150_000
SKEW_MS, BAD_SKEW_MS = 500, 5_000
LISTEN_SECONDS = 5.0
UNITS = {"s": 1_000, "ms": 1, "min": 60_000, "h": 3_600_000}


def answers() -> Iterator[Finding]:
    """Checks the version of PostgreSQL, and that the database accepts writes."""
    version, number = one("SHOW server_version"), int(one("SHOW server_version_num"))
    if number < OLDEST:
        yield fault(f"PostgreSQL {version}", "upgrade to PostgreSQL 15 or newer")
    elif one("SELECT pg_is_in_recovery()"):
        yield fault("DATABASE_URL addresses a standby, which does not accept writes", "point it to the primary")
    else:
        yield ok(f"PostgreSQL {version}, {_milliseconds_of_a_statement():.1f} ms for a statement")


def is_migrated() -> Iterator[Finding]:
    """Checks that all migrations of this version are applied, and no newer migrations."""
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    unknown = set(executor.loader.applied_migrations) - set(executor.loader.disk_migrations)
    if missing:
        yield fault(f"{len(missing)} migrations are not applied", "run `manage.py prepare` before the servers")
    elif unknown:
        yield warning(f"the database has {len(unknown)} migrations of newer code", "upgrade this node")
    else:
        yield ok("all migrations are applied")


def role_has_its_rights() -> Iterator[Finding]:
    """Checks that the servers' role has all required rights, and no further rights on the log."""
    role, is_superuser = rows("SELECT rolname, rolsuper FROM pg_roles WHERE rolname = current_user")[0]
    if is_superuser:
        yield fault(f"{role} is a superuser", "let the servers use a role of their own: `manage.py prepare` makes it")
        return
    tables = rows("SELECT tablename, tableowner = current_user FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
    owned = [table for table, is_owner in tables if is_owner and table in RIGHTS]
    for table in owned:
        yield fault(f"{role} owns {table}", "set DATABASE_OWNER_URL to another role, and run `manage.py prepare`")
    for table, _ in () if owned else tables:
        yield from _rights_on(role, table)
    for (sequence,) in rows(_UNUSABLE_SEQUENCES):
        yield fault(f"{role} lacks USAGE on {sequence}", GRANT)
    if not owned:
        yield ok(f"{role} was examined on {len(tables)} tables")


GRANT = "run `manage.py prepare`, which grants it"
ALL_POSSIBLE = (*ALL_RIGHTS, "TRUNCATE", "TRIGGER")
_UNUSABLE_SEQUENCES = """
    SELECT sequencename FROM pg_sequences
    WHERE schemaname = 'public' AND NOT has_sequence_privilege(format('%I.%I', schemaname, sequencename), 'USAGE')
"""
_HELD = """
    SELECT right_name FROM unnest(%s::text[]) AS right_name
    WHERE has_table_privilege(format('public.%%I', %s::text), right_name)
"""


def _rights_on(role: str, table: str) -> Iterator[Finding]:
    """Yields the role's missing rights on a table, and its excessive rights on a table of the log."""
    held = {right for (right,) in rows(_HELD, [[*ALL_POSSIBLE], table])}
    needed = RIGHTS.get(table, ALL_RIGHTS)
    missing = [right for right in needed if right not in held]
    forbidden = [right for right in ALL_POSSIBLE if right in held and right not in needed] if table in RIGHTS else []
    if missing:
        yield fault(f"{role} lacks {', '.join(missing)} on {table}", GRANT)
    if forbidden:
        yield fault(f"{role} has {', '.join(forbidden)} on {table}", "run `manage.py prepare`, which revokes them")
    if table in RIGHTS and not (missing or forbidden):
        yield ok(f"{role} can {'add to' if 'INSERT' in needed else 'read'} {table} and not change it")


def triggers_guard_the_log() -> Iterator[Finding]:
    """Checks that every trigger of the models exists and is enabled."""
    expected = {(model._meta.db_table, trigger.get_pgid(model)) for model, trigger in pgtrigger.registered()}
    present = dict.fromkeys(
        (table, name)
        for table, name, enabled in rows(
            "SELECT tgrelid::regclass::text, tgname, tgenabled::text FROM pg_trigger WHERE NOT tgisinternal"
        )
        if enabled != "D"
    )
    for table, name in sorted(expected - present.keys()):
        yield fault(
            f"{table} lacks the trigger {name}, or it is disabled",
            f"as the owner: ALTER TABLE {table} ENABLE TRIGGER USER; if it is gone: manage.py pgtrigger install",
        )
    if not expected - present.keys():
        yield ok(f"{len(expected)} triggers are enabled")


def commits_are_durable() -> Iterator[Finding]:
    """Checks that an acknowledged commit survives a crash."""
    for name, bad, advice in (
        ("synchronous_commit", ("off",), "set synchronous_commit = on: acknowledged moves could be lost"),
        ("fsync", ("off",), "set fsync = on"),
        ("full_page_writes", ("off",), "set full_page_writes = on"),
    ):
        value = one(f"SHOW {name}")
        yield fault(f"{name} is {value}", advice) if value in bad else ok(f"{name} is {value}")
    if one("SHOW data_checksums") == "off":
        yield warning("pages of the database have no checksums", "stop PostgreSQL and run pg_checksums --enable")


def timeouts_are_in_force() -> Iterator[Finding]:
    """Checks that the timeouts of the servers' connections are in force. A pooler drops them."""
    wrong = [(name, value, one(f"SHOW {name}")) for name, value in settings.TIMEOUTS.items()]
    wrong = [entry for entry in wrong if milliseconds(entry[1]) != milliseconds(entry[2])]
    for name, expected, value in wrong:
        yield fault(
            f"{name} is {value}, expected {expected}",
            "behind a pooler set LISTEN_DATABASE_URL and run `manage.py prepare`",
        )
    if not wrong:
        yield ok(", ".join(f"{name} {value}" for name, value in settings.TIMEOUTS.items()))


def clocks_agree() -> Iterator[Finding]:
    """Compares the clock of this host with the database's."""
    before = now_ms()
    theirs = float(one("SELECT extract(epoch FROM clock_timestamp()) * 1000"))
    skew = abs(theirs - (before + now_ms()) / 2)
    fact = f"this host's clock and the database's differ by {skew:.0f} ms"
    if skew > BAD_SKEW_MS:
        yield fault(fact, "run an NTP client on both: tokens expire by this host's clock")
    elif skew > SKEW_MS:
        yield warning(fact, "run an NTP client on both")
    else:
        yield ok(fact)


def notifications_arrive() -> Iterator[Finding]:
    """Checks that a notification through the servers' connection reaches a listening stream."""
    with psycopg.connect(**listening_parameters(), autocommit=True) as listening:
        listening.execute(f"LISTEN {CHANNEL}")
        one("SELECT pg_notify(%s, 'doctor:')", [CHANNEL])
        heard = any(notice.payload == "doctor:" for notice in listening.notifies(timeout=LISTEN_SECONDS, stop_after=1))
    if heard:
        yield ok("a notification arrives")
    else:
        yield fault(
            "a notification does not arrive: streams read only every 30 seconds",
            "set LISTEN_DATABASE_URL to an address that leads past the pooler, to the same database",
        )


def milliseconds(text: str) -> float:
    """Returns a duration of PostgreSQL in milliseconds. A number without a unit is in milliseconds."""
    unit = text.lstrip("0123456789.")
    return float(text.removesuffix(unit) or 0) * UNITS.get(unit or "ms", 1)


def _milliseconds_of_a_statement() -> float:
    began = time.perf_counter()
    one("SELECT 1")
    return (time.perf_counter() - began) * 1000
