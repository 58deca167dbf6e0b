"""`manage.py distribute`: divides the tables of matches among the nodes of Citus. A refusal changes nothing."""

from __future__ import annotations

import os
from typing import Any

import psycopg
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from project.database.distribution import SHARDS, DistributeError, distribute


class Command(BaseCommand):
    help = "Divide the tables of matches among the nodes of Citus, as DATABASE_OWNER_URL. May run again at any time."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--shards", type=int, default=SHARDS, help=f"parts of each table; by default {SHARDS}")

    def handle(self, *args: Any, **options: Any) -> None:
        app = os.environ.get("DATABASE_URL")
        if not app:
            raise CommandError("expected DATABASE_URL in the environment, and DATABASE_OWNER_URL")
        try:
            owner = os.environ.get("DATABASE_OWNER_URL") or app
            done = distribute(owner, app, settings.TIMEOUTS, options["shards"])
        except DistributeError as error:
            raise CommandError(str(error)) from error
        except psycopg.Error as error:
            raise CommandError(f"nothing was divided: {' '.join(str(error).split())}") from error
        for line in done:
            self.stdout.write(line)
        self.stdout.write(f"{len(done)} steps done" if done else "everything is divided already")
