"""`manage.py prepare`: prepares the database before a deployment starts its servers."""

import os
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from project.database.prepare import PrepareError, prepare


class Command(BaseCommand):
    help = "Migrate as DATABASE_OWNER_URL, grant the role of DATABASE_URL its rights, and install the queue."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        if not os.environ.get("DATABASE_URL"):
            raise CommandError("expected DATABASE_URL in the environment; `manage.py up` prepares its own database")
        try:
            prepare(os.environ)
        except PrepareError as error:
            raise CommandError(str(error)) from error
        self.stdout.write("the database is ready")
