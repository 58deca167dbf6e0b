"""`manage.py backup base|wal|restore`: backups of the database with PostgreSQL's own tools."""

from __future__ import annotations

import os
import signal
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from project.database import backup


class Command(BaseCommand):
    help = "Base backups, the WAL since, and restores to a moment. Reads BACKUP_DATABASE_URL, a role with REPLICATION."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        for name, what in (("base", "make and check a base backup"), ("wal", "receive the WAL until it is stopped")):
            actions.add_parser(name, help=what).add_argument("--folder", type=Path, required=True)
        restore = actions.add_parser("restore", help="make a data folder that recovers at its first start")
        restore.add_argument("--folder", type=Path, required=True)
        restore.add_argument("--into", type=Path, required=True, help="the new data folder of PostgreSQL")
        restore.add_argument("--until", type=datetime.fromisoformat, help="such as 2026-11-22T12:00:00+00:00")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            getattr(self, options["action"])(options)
        except (backup.BackupError, OSError) as error:
            raise CommandError(str(error)) from error

    def base(self, options: dict[str, Any]) -> None:
        self.stdout.write(f"made and checked {backup.base(_url(), options['folder'])}")

    def wal(self, options: dict[str, Any]) -> None:
        receiving = backup.receive(_url(), options["folder"])
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: receiving.terminate())
        sys.exit(receiving.wait())

    def restore(self, options: dict[str, Any]) -> None:
        until = options["until"]
        if until is not None and until.tzinfo is None:
            raise CommandError("expected --until with its offset from UTC, such as 2026-11-22T12:00:00+00:00")
        used = backup.restore(options["folder"], options["into"], until)
        self.stdout.write(f"restored {used} into {options['into']}; start PostgreSQL on it, then verify every match:")
        self.stdout.write("  manage.py audit_matches --all")


def _url() -> str:
    url = os.environ.get("BACKUP_DATABASE_URL")
    if not url:
        raise CommandError("expected BACKUP_DATABASE_URL in the environment")
    return url
