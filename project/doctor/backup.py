"""Checks of the backups."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings

from project.database.backups import backups
from project.doctor.finding import Finding, fault, ok, warning

LATE_WAL_SECONDS = 900
LATE_BASE_SECONDS = 2 * 86_400
CHECK = "run `pgbackrest --stanza=comptoir check`, and look at PostgreSQL's log (docs/operating.md, Backup)"


def is_fresh() -> Iterator[Finding]:
    """Reports the age of the newest base backup and of the newest archived WAL."""
    if not settings.DATABASE_IS_NAMED:
        yield ok("the embedded database: to back it up, stop it and copy its folder (docs/operating.md, Backup)")
        return
    found = backups()
    if not found.archives:
        yield warning(
            "PostgreSQL archives no WAL: without another backup, its disk is the only copy",
            "set archive_mode and archive_command (docs/operating.md, Backup)",
        )
        return
    if found.fails or found.wal_age is None or found.wal_age > LATE_WAL_SECONDS:
        yield fault(f"WAL was last archived {_ago(found.wal_age)}", CHECK)
    else:
        yield ok(f"WAL was last archived {_ago(found.wal_age)}")
    if not found.can_look:
        yield warning(
            "this role may not read the age of the base backup",
            "as a superuser: GRANT EXECUTE ON FUNCTION pg_ls_waldir() TO it",
        )
    elif found.base_age is None or found.base_age > LATE_BASE_SECONDS:
        yield fault(f"the last base backup ended {_ago(found.base_age)}", "run `pgbackrest --stanza=comptoir backup`")
    else:
        yield ok(f"the last base backup ended {_ago(found.base_age)}")


def _ago(seconds: float | None) -> str:
    if seconds is None:
        return "never"
    return f"{seconds:.0f} seconds ago" if seconds < 7_200 else f"{seconds / 3600:.0f} hours ago"
