"""`manage.py audit_matches`: audits the matches that changed since the last run, and reports every finding."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from events.log.models import Match
from events.proofs.audits import difference, matches_to_audit
from events.proofs.services import match_audit_and_report
from games import registry
from games.kernel.game import Game


class Command(BaseCommand):
    help = "Verify every match that changed since the last run: chain, columns, cells, head, rules. Exits 1 on failure."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--all", action="store_true", help="audit unchanged matches as well")
        parser.add_argument("--candidate", metavar="GAME:VERSION", help="report the events that these rules change")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["candidate"]:
            self._shadow(options["candidate"])
        elif self._audit(options["all"]):
            sys.exit(1)

    def _audit(self, everything: bool) -> int:
        """Audits matches; returns the number of matches with a defect."""
        audited = failed = 0
        for match in matches_to_audit(everything).iterator():
            finding = match_audit_and_report(match=match)
            audited, failed = audited + 1, failed + (finding is not None)
            if finding is not None:
                self.stdout.write(f"FAILED match {match.pk} seq {finding.seq}: {finding.words}")
        self.stdout.write(f"{audited} matches audited, {failed} failures")
        return failed

    def _shadow(self, candidate: str) -> None:
        game, differing, replayed = _candidate(candidate), 0, 0
        for match in Match.objects.filter(game=game.key, head_seq__gte=0).order_by("pk").iterator():
            finding = difference(match, game)
            replayed, differing = replayed + 1, differing + (finding is not None)
            if finding is not None:
                self.stdout.write(f"match {match.pk} seq {finding.seq}: {finding.words}")
        self.stdout.write(f"{replayed} matches replayed under {candidate}, {differing} differ")


def _candidate(candidate: str) -> Game:
    key, _, version = candidate.partition(":")
    try:
        return registry.get(key, int(version))
    except (KeyError, ValueError):
        raise CommandError(f"expected a game and a version of its rules, got {candidate!r}") from None
