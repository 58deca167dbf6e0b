"""`manage.py prepare`: what a deployment runs once before its servers."""

import os
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from project.prepare import PrepareError, prepare


class Command(BaseCommand):
    help = "Migrates as DATABASE_OWNER_URL, gives DATABASE_URL's role its rights, and installs the queue if asked for."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        if not os.environ.get("DATABASE_URL"):
            raise CommandError("expected DATABASE_URL in the environment; `manage.py up` prepares its own database")
        try:
            prepare(os.environ)
        except PrepareError as error:
            raise CommandError(str(error)) from error
        self.stdout.write("the database is ready")
