"""`manage.py seed_load --rows 1000000 --processes 4`: fills the log with real matches, for measurements."""

from __future__ import annotations

import subprocess
import sys
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bots.seeding import SeedingError, play_matches

GAME, SEATS, OPTIONS = "great_dalmuti", 5, {"end": {"hands": 3}}
REPORT_SECONDS = 10.0


class Command(BaseCommand):
    help = "Play matches between bots until the log has grown by that many rows. Every row is real and verifies."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rows", type=int, required=True)
        parser.add_argument("--processes", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        rows, processes = options["rows"], options["processes"]
        if rows < 1 or processes < 1:
            raise CommandError("expected at least one row and one process")
        if processes == 1:
            self._play(rows)
            return
        words = [sys.executable, sys.argv[0], "seed_load", "--rows", str(-(-rows // processes))]
        children = [subprocess.Popen(words) for _ in range(processes)]
        statuses = [child.wait() for child in children]
        if any(statuses):
            raise CommandError("a process failed; the matches that it had finished stay")

    def _play(self, rows: int) -> None:
        began = reported = time.monotonic()
        matches = written = 0
        try:
            for played in play_matches(rows, GAME, SEATS, OPTIONS):
                matches, written = matches + 1, written + played.rows
                if time.monotonic() - reported >= REPORT_SECONDS:
                    reported = time.monotonic()
                    self._report(matches, written, reported - began)
        except SeedingError as error:
            raise CommandError(str(error)) from error
        self._report(matches, written, time.monotonic() - began)

    def _report(self, matches: int, written: int, seconds: float) -> None:
        self.stdout.write(f"{matches} matches, {written} rows, {written / seconds:.0f} rows a second")
