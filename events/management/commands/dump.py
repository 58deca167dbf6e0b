"""`manage.py dump --month 2026-10 --out DIR`: the finished public matches of a month, as open data."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from events.base.clock import now_ms
from events.dumps import Month, dump, matches_of

EVERY = 100  # matches between two lines about the progress


class Command(BaseCommand):
    help = "Write the finished public matches of a month as lines of JSON, with their index and SHA-256."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--month", required=True, help="a month that is over, such as 2026-10 (UTC)")
        parser.add_argument("--out", required=True, type=Path, help="the folder for the three files")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            month = Month.of(options["month"])
        except ValueError:
            raise CommandError(f"expected a month such as 2026-10, got {options['month']!r}") from None
        if month.end_ms > now_ms():
            raise CommandError(f"expected a month that is over: {month} is not, and its last matches are missing")
        matches = matches_of(month)
        path = dump(month, options["out"], self._counted(matches.iterator(50), matches.count()))
        self.stdout.write(f"{path}: {path.stat().st_size:,} bytes")

    def _counted(self, matches: Any, count: int) -> Any:
        for number, match in enumerate(matches, start=1):
            yield match
            if number % EVERY == 0 or number == count:
                self.stdout.write(f"{number:,} of {count:,} matches")
