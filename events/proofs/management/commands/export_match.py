"""`manage.py export_match MATCH`: writes the bundle of a match for the offline verifier."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from events.log.access import Viewer
from events.log.models import Match
from events.proofs.selectors import export_text, members_for


class Command(BaseCommand):
    help = "Write a match's bundle for the offline verifier to standard output."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("match", type=UUID)
        parser.add_argument(
            "--as", dest="viewer", default="all", help="all (the default), spectator, or a seat's number"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        match = Match.objects.filter(pk=options["match"]).first()
        if match is None:
            raise CommandError(f"expected a match, got {options['match']}")
        members = members_for(match, _viewer(options["viewer"], match.size))
        for part in export_text(match, members):
            self.stdout.write(part.decode(), ending="")
        self.stdout.write("")


def _viewer(viewer: str, seats: int) -> Viewer:
    if viewer == "all":
        return Viewer(None, all=True)
    if viewer == "spectator":
        return Viewer(None)
    if not viewer.isdecimal() or int(viewer) >= seats:
        raise CommandError(f"expected all, spectator or a seat below {seats}, got {viewer!r}")
    return Viewer(int(viewer))
