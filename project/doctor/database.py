"""The database as the servers reach it: version, rights, triggers, durability, timeouts, clock, notifications."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pgtrigger
import psycopg
from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from events.clock import now_ms
from events.hub import CHANNEL, listening_parameters
from project.doctor.finding import Finding, fault, ok, one, rows, warning
from project.roles import ARCHIVE, LOG_TABLES

OLDEST = 150_000
SKEW_MS, BAD_SKEW_MS = 500, 5_000
LISTEN_SECONDS = 5.0
UNITS = {"s": 1_000, "ms": 1, "min": 60_000, "h": 3_600_000}


def answers() -> Iterator[Finding]:
    """The server's version, and whether it can be written to."""
    version, number = one("SHOW server_version"), int(one("SHOW server_version_num"))
    if number < OLDEST:
        yield fault(f"PostgreSQL {version}", "upgrade to PostgreSQL 15 or newer")
    elif one("SELECT pg_is_in_recovery()"):
        yield fault("DATABASE_URL leads to a standby, which cannot be written to", "point it to the primary")
    else:
        yield ok(f"PostgreSQL {version}, {_milliseconds_of_a_statement():.1f} ms for a statement")


def is_migrated() -> Iterator[Finding]:
    """Whether this code's migrations are applied, and no newer ones."""
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    unknown = set(executor.loader.applied_migrations) - set(executor.loader.disk_migrations)
    if missing:
        yield fault(f"{len(missing)} migrations are not applied", "run `manage.py prepare` before the servers")
    elif unknown:
        yield warning(f"the database has {len(unknown)} migrations of newer code", "upgrade this node")
    else:
        yield ok("all migrations are applied")


def role_cannot_rewrite_the_log() -> Iterator[Finding]:
    """Rights of the servers' role on the log."""
    role, is_superuser = rows("SELECT rolname, rolsuper FROM pg_roles WHERE rolname = current_user")[0]
    if is_superuser:
        yield fault(f"{role} is a superuser", "let the servers use a role of their own: `manage.py prepare` makes it")
        return
    present = one(
        "SELECT COALESCE(array_agg(name), '{}') FROM unnest(%s::text[]) AS name WHERE to_regclass(name) IS NOT NULL",
        [[*LOG_TABLES]],
    )
    owned = rows("SELECT tablename FROM pg_tables WHERE tableowner = current_user AND tablename = ANY(%s)", [present])
    for (table,) in owned:
        yield fault(f"{role} owns {table}", "set DATABASE_OWNER_URL to another role, and run `manage.py prepare`")
    for table in () if owned else present:
        forbidden = ("UPDATE", "DELETE", "TRUNCATE", "TRIGGER", *(("INSERT",) if table == ARCHIVE else ()))
        rights = [right for right in forbidden if one("SELECT has_table_privilege(%s, %s)", [table, right])]
        if rights:
            yield fault(f"{role} has {', '.join(rights)} on {table}", "run `manage.py prepare`, which revokes them")
        else:
            yield ok(f"{role} can {'read' if table == ARCHIVE else 'add to'} {table} and not change it")


def triggers_guard_the_log() -> Iterator[Finding]:
    """Every trigger of the models is there and enabled."""
    expected = {(model._meta.db_table, trigger.get_pgid(model)) for model, trigger in pgtrigger.registered()}
    present = dict.fromkeys(
        (table, name) for table, name, enabled in rows(
            "SELECT tgrelid::regclass::text, tgname, tgenabled::text FROM pg_trigger WHERE NOT tgisinternal"
        ) if enabled != "D"
    )  # fmt: skip
    for table, name in sorted(expected - present.keys()):
        yield fault(
            f"{table} lacks the trigger {name}, or it is disabled",
            f"as the owner: ALTER TABLE {table} ENABLE TRIGGER USER; if it is gone: manage.py pgtrigger install",
        )
    if not expected - present.keys():
        yield ok(f"{len(expected)} triggers are enabled")


def commits_are_durable() -> Iterator[Finding]:
    """A commit that is acknowledged survives a crash."""
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
    """The timeouts that the servers ask for; a pooler drops them."""
    wrong = [(name, value, one(f"SHOW {name}"))
             for name, value in settings.TIMEOUTS.items()]  # fmt: skip
    wrong = [entry for entry in wrong if milliseconds(entry[1]) != milliseconds(entry[2])]
    for name, expected, value in wrong:
        yield fault(f"{name} is {value}, expected {expected}",
                    "behind a pooler set LISTEN_DATABASE_URL and run `manage.py prepare`")  # fmt: skip
    if not wrong:
        yield ok(", ".join(f"{name} {value}" for name, value in settings.TIMEOUTS.items()))


def clocks_agree() -> Iterator[Finding]:
    """The clock of this host against that of the database's."""
    before = now_ms()
    theirs = float(one("SELECT extract(epoch FROM clock_timestamp()) * 1000"))
    skew = abs(theirs - (before + now_ms()) / 2)
    fact = f"this host's clock and the database's differ by {skew:.0f} ms"
    if skew > BAD_SKEW_MS:
        yield fault(fact, "run an NTP client on both: deadlines and leases go by this host's clock")
    elif skew > SKEW_MS:
        yield warning(fact, "run an NTP client on both")
    else:
        yield ok(fact)


def notifications_arrive() -> Iterator[Finding]:
    """A notification through the servers' connection reaches one that listens as streams do."""
    with psycopg.connect(**listening_parameters(), autocommit=True) as listening:
        listening.execute(f"LISTEN {CHANNEL}")
        one("SELECT pg_notify(%s, 'doctor:')", [CHANNEL])
        heard = any(notice.payload == "doctor:" for notice in listening.notifies(timeout=LISTEN_SECONDS, stop_after=1))
    if heard:
        yield ok("a notification arrives")
    else:
        yield fault(
            "a notification does not arrive: streams only look every two seconds",
            "set LISTEN_DATABASE_URL to an address that leads past the pooler, to the same database",
        )


def milliseconds(text: str) -> float:
    """A duration of PostgreSQL in milliseconds; a bare number is milliseconds."""
    unit = text.lstrip("0123456789.")
    return float(text.removesuffix(unit) or 0) * UNITS.get(unit or "ms", 1)


def _milliseconds_of_a_statement() -> float:
    began = time.perf_counter()
    one("SELECT 1")
    return (time.perf_counter() - began) * 1000
