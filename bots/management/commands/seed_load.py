"""`manage.py seed_load --rows 10000000 --processes 2`: fills the database with real matches, for measurements."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bots.seeding import SeedingError, fill
from events.proofs.services import sample_audit

REPORT_SECONDS = 10.0


class Command(BaseCommand):
    help = "Play matches in memory and store them until the log has grown by that many rows. Every row verifies."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rows", type=int, required=True, help="of matches that end")
        parser.add_argument("--running", type=int, default=0, help="matches that go on, beside them")
        parser.add_argument("--players", type=int, default=1000)
        parser.add_argument("--days", type=int, default=365, help="over which the matches are spread")
        parser.add_argument("--processes", type=int, default=1)
        parser.add_argument("--audit", type=int, default=20, help="matches, chosen by chance, to audit afterwards")

    def handle(self, *args: Any, **options: Any) -> None:
        numbers = {name: options[name] for name in ("rows", "running", "players", "days", "processes")}
        if min(numbers["rows"], numbers["processes"], numbers["players"] // 10, numbers["days"] - 1) < 1:
            raise CommandError("expected at least one row, one process, ten players and two days")
        began = reported = time.monotonic()
        matches = written = 0
        try:
            for stored in fill(**numbers):
                matches, written = matches + stored.matches, written + stored.rows
                if time.monotonic() - reported >= REPORT_SECONDS:
                    reported = time.monotonic()
                    self._report(matches, written, reported - began)
        except SeedingError as error:
            raise CommandError(str(error)) from error
        self._report(matches, written, time.monotonic() - began)
        self._audit(options["audit"])

    def _report(self, matches: int, written: int, seconds: float) -> None:
        self.stdout.write(f"{matches} matches, {written} rows, {written / seconds:.0f} rows a second")
        self.stdout.flush()

    def _audit(self, number: int) -> None:
        audited = sample_audit(number)
        for match_id, findings in audited.items():
            for finding in findings[:1]:
                self.stdout.write(f"ALARM match {match_id} seq {finding.seq}: {finding.words}")
        self.stdout.write(f"{len(audited)} matches audited")
        if any(audited.values()):
            raise CommandError("a match does not verify")
