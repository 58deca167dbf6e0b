"""`manage.py doctor`: the checks of a deployment, run in the environment of a server, with advice for each problem."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from django.db import Error as DatabaseError
from django.db import connection

from project.doctor import (
    archive,
    backup,
    broker,
    database,
    division,
    error_reports,
    host,
    keys,
    matches,
    processes,
    replication,
    states,
)
from project.doctor.finding import Finding, fault

Check = Callable[[], Iterator[Finding]]

CHECKS: Mapping[str, Check] = {
    "settings": host.settings_are_safe,
    "disk": host.disk_has_room,
    "database": database.answers,
    "migrations": database.is_migrated,
    "role": database.role_has_its_rights,
    "triggers": database.triggers_guard_the_log,
    "durability": database.commits_are_durable,
    "timeouts": database.timeouts_are_in_force,
    "nodes": division.nodes_are_fit,
    "clock": database.clocks_agree,
    "listen": database.notifications_arrive,
    "replication": replication.standbys_follow,
    "backup": backup.is_fresh,
    "broker": broker.keeps_messages,
    "keys": keys.open_what_is_stored,
    "push": keys.push_reaches_devices,
    "error_reports": error_reports.have_not_been_written,
    "matches": matches.are_looked_after,
    "processes": processes.announce_themselves,
    "deliveries": processes.deliveries_leave,
    "replica": replication.replica_follows,
    "traces": host.traces_are_sent,
    "archive": archive.keeps_matches,
    "states": states.follow_from_the_log,
}


def examine(names: list[str] | None = None) -> Iterator[tuple[str, Finding]]:
    """Yields the findings of all checks, or of the named checks. A check that cannot run yields a fault."""
    for name in names or CHECKS:
        try:
            for finding in CHECKS[name]():
                yield name, finding
        except (DatabaseError, OSError) as error:
            reason = " ".join(str(error).split())[:200]
            yield name, fault(f"the check failed: {type(error).__name__} {reason}", "see the check `database` first")
            if not connection.in_atomic_block and not connection.is_usable():
                connection.close()  # the next check opens a new connection
