"""`manage.py archive`: moves matches that ended some time ago from the database to the archive."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import islice
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from events.base.exceptions import Busy
from events.log.archive import ArchiveDamaged
from events.proofs.archiving import NotVerified, match_archive, matches_to_archive, only_run

DAYS = 3
"""The days that a match stays in the database. Players mostly revisit a match soon after its end, or never."""
MANAGE = settings.BASE_DIR / "manage.py"


class Command(BaseCommand):
    help = "Verify finished matches and move them to COMPTOIR_ARCHIVE_URL. Exits 1 if a match could not be moved."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=float, default=DAYS, help=f"the days since their end; by default {DAYS}")
        parser.add_argument("--limit", type=int, default=None, help="the maximum number of matches")

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.DATABASE_IS_NAMED and not settings.ARCHIVE_IS_NAMED:
            raise CommandError("expected COMPTOIR_ARCHIVE_URL: a store that every node reaches and that is backed up")
        if not _may_archive():
            sys.exit(_as_owner(options))
        with only_run() as is_only:
            if not is_only:
                raise CommandError("another `manage.py archive` runs")
            if self._archive(options["days"], options["limit"]):
                sys.exit(1)

    def _archive(self, days: float, limit: int | None) -> int:
        """Archives matches; returns the number of matches that could not be archived."""
        moved = refused = 0
        for match in list(islice(matches_to_archive(days), limit)):
            try:
                match_archive(match=match)
                moved += 1
            except (NotVerified, Busy, ArchiveDamaged) as error:
                refused += 1
                self.stdout.write(f"match {match.pk} stays in the database: {type(error).__name__} {error}")
        self.stdout.write(f"{moved} matches archived, {refused} not")
        return refused


def _may_archive() -> bool:
    """Returns whether this database role may add archive rows; the role of the servers may not."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT has_table_privilege('events_archive', 'INSERT')")
        return bool(cursor.fetchone()[0])


def _as_owner(options: dict[str, Any]) -> int:
    """Runs the command again with DATABASE_OWNER_URL; returns its exit status.

    Raises CommandError without an owner URL.
    """
    owner = os.environ.get("DATABASE_OWNER_URL") or ("" if settings.DATABASE_IS_NAMED else settings.EMBEDDED_OWNER_URL)
    if not owner or owner == os.environ.get("DATABASE_URL"):
        raise CommandError("expected DATABASE_OWNER_URL: the role of the servers may not archive")
    words = ["--days", str(options["days"]), *(["--limit", str(options["limit"])] if options["limit"] else [])]
    environment = {
        **os.environ,
        "DATABASE_URL": owner,
        "LISTEN_DATABASE_URL": owner,
        "COMPTOIR_ARCHIVE_URL": settings.COMPTOIR_ARCHIVE_URL,
    }
    return subprocess.run([sys.executable, MANAGE, "archive", *words], env=environment).returncode
