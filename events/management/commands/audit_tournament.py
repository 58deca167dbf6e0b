"""`manage.py audit_tournament TOURNAMENT`: computes a tournament again from its log and the logs of its matches."""

from __future__ import annotations

import json
import sys
from typing import Any
from uuid import UUID

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser

from events.log.access import Viewer
from events.log.models import Match
from events.proofs.audits import findings
from events.proofs.selectors import bundle_for
from events.tournaments.audit import audit
from events.tournaments.models import Tournament
from events.tournaments.selectors import tournament_bundle


class Command(BaseCommand):
    help = "Draw a tournament's rounds and compute its table again from the logs alone. Exits 1 on a difference."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tournament", type=UUID)

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = Tournament.objects.filter(pk=options["tournament"]).first()
        if tournament is None:
            raise CommandError(f"expected a tournament, got {options['tournament']}")
        matches = list(Match.objects.filter(tournament_match__tournament=tournament).order_by("pk"))
        exports = [json.loads(msgspec.json.encode(bundle_for(match, Viewer(None, all=True)))) for match in matches]
        steps = audit(json.loads(msgspec.json.encode(tournament_bundle(tournament))), exports)
        for status, step, words in steps:
            self.stdout.write(f"{status:<8}{step}: {words}")
        failed = [(match, finding) for match in matches for finding in findings(match)[:1]]
        for match, finding in failed:
            self.stdout.write(f"FAILED  match {match.pk} seq {finding.seq}: {finding.words}")
        self.stdout.write(f"{len(matches)} matches audited by their rules, {len(failed)} failures")
        if failed or any(status == "FAILED" for status, _, _ in steps):
            sys.exit(1)
