"""`manage.py rebuild`: rebuilds a projection from the logs, and reports the differences."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from events.projections.registry import projections
from events.projections.services import projection_rebuild


class Command(BaseCommand):
    help = "Empty a projection and fill it again from the logs. Exits 1 if rows change."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", choices=sorted(projections()))

    def handle(self, *args: Any, **options: Any) -> None:
        rebuilt = projection_rebuild(name=options["name"])
        difference = f"{rebuilt.differing} rows differ" if rebuilt.differing else "equal"
        self.stdout.write(f"{options['name']}: {rebuilt.matches} matches, {difference}")
        if rebuilt.differing:
            sys.exit(1)
