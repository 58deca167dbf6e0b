"""The age of the backups as PostgreSQL reports it, for any backup tool.

At the end of a base backup, PostgreSQL writes a history file (`….backup`) into its WAL folder and keeps the newest one.
"""

from __future__ import annotations

from typing import NamedTuple

from django.db import connection

_ARCHIVING = """
    SELECT current_setting('archive_mode') <> 'off', has_function_privilege('pg_ls_waldir()', 'EXECUTE'),
        extract(epoch FROM clock_timestamp() - last_archived_time),
        COALESCE(last_failed_time > COALESCE(last_archived_time, '-infinity'), false)
    FROM pg_stat_archiver
"""
_NEWEST = """
    SELECT extract(epoch FROM clock_timestamp() - max(modification)) FROM pg_ls_waldir() WHERE name LIKE '%.backup'
"""


class Backups(NamedTuple):
    """The backups of the primary. Ages are in seconds; None: no backup exists.

    archives: whether WAL is archived; can_look: whether this role may read the age of the base backup; fails: whether
    the last attempt to archive WAL failed.
    """

    archives: bool
    can_look: bool
    wal_age: float | None
    fails: bool
    base_age: float | None


def backups() -> Backups:
    """Returns the state of the backups as PostgreSQL reports it."""
    with connection.cursor() as cursor:
        cursor.execute(_ARCHIVING)
        archives, can_look, wal_age, fails = cursor.fetchone()
        base_age = None
        if can_look:
            cursor.execute(_NEWEST)
            (base_age,) = cursor.fetchone()
    return Backups(archives, can_look, _seconds(wal_age), fails, _seconds(base_age))


def _seconds(age: object) -> float | None:
    return None if age is None else max(0.0, float(str(age)))
