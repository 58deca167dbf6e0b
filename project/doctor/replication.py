"""The checks of replication: whether standbys follow, and whether commits wait for a standby."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings
from django.db import Error, connections

from events.log.replicas import REPLICA
from project.doctor.finding import Finding, fault, ok, one, rows, warning

LATE_SECONDS = 60
LAG_BYTES = 64 * 2**20
_STANDBYS = """
    SELECT application_name, state, sync_state, pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)
    FROM pg_stat_replication
"""
_ABANDONED = "SELECT slot_name FROM pg_replication_slots WHERE NOT active"


def standbys_follow() -> Iterator[Finding]:
    """Checks the standbys, their lag, and replication slots without a reader."""
    if one("SELECT pg_is_in_recovery()"):
        yield fault("this is a standby", "point DATABASE_URL to the primary")
        return
    names, standbys = one("SHOW synchronous_standby_names"), rows(_STANDBYS)
    yield from judged(names, standbys)
    for (slot,) in rows(_ABANDONED):
        yield warning(
            f"the replication slot {slot} is not read: WAL piles up for it",
            f"bring its standby back, or SELECT pg_drop_replication_slot('{slot}')",
        )


def judged(names: str, standbys: list[tuple[str, str | None, str | None, int | None]]) -> Iterator[Finding]:
    """Yields the findings for standbys. standbys: the name, state, sync state and unreplayed bytes of each."""
    if any(state is None for _, state, _, _ in standbys):
        yield warning("this role may not read the state of replication", "as a superuser: GRANT pg_monitor to it")
        return
    if names and not any(kind in ("sync", "quorum") for _, _, kind, _ in standbys):
        yield fault(
            f"no synchronous standby of {names!r} is connected: no commit returns",
            "start the standby, or empty synchronous_standby_names and accept that one disk holds all moves",
        )
    if not names and not settings.DATABASE_IS_NAMED:
        yield ok("the embedded database has no standby: a backup elsewhere keeps the moves (docs/operating.md, Backup)")
    elif not names:
        yield warning("no synchronous standby: with this machine, the newest moves are lost", "see docs/failover.md")
    for name, state, kind, lag in standbys:
        fact = f"standby {name}: {state}, {kind}, {(lag or 0) / 2**20:.1f} MB behind"
        yield warning(fact, "look at its load and its network") if (lag or 0) > LAG_BYTES else ok(fact)


def replica_follows() -> Iterator[Finding]:
    """Checks that REPLICA_URL addresses a replica of this database with a small lag."""
    if REPLICA not in connections.databases:
        yield ok("no REPLICA_URL: the primary serves matches that are over")
        return
    try:
        with connections[REPLICA].cursor() as cursor:
            cursor.execute("SELECT pg_is_in_recovery(), extract(epoch FROM now() - pg_last_xact_replay_timestamp())")
            is_replica, seconds = cursor.fetchone()
            cursor.execute("SELECT system_identifier FROM pg_control_system()")
            [identifier] = cursor.fetchone()
    except Error as error:
        yield warning(
            f"the replica does not answer: {type(error).__name__}; the primary serves everything",
            "start it, or unset REPLICA_URL",
        )
        return
    if identifier != one("SELECT system_identifier FROM pg_control_system()"):
        yield fault("REPLICA_URL leads to another database", "point it to a replica of this one")
    elif not is_replica:
        yield warning("REPLICA_URL leads to a primary", "point it to a replica, or unset it")
    elif (seconds or 0) > LATE_SECONDS:
        yield warning(
            f"the replica last replayed a transaction {seconds:.0f} seconds ago",
            "if moves were played since, look at its load and its network",
        )
    else:
        yield ok("the replica follows")
