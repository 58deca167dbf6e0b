"""`manage.py recompute_ratings`: computes all ratings again from the logs, and reports what was different."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from events.ratings.services import ratings_recompute
from games import registry


class Command(BaseCommand):
    help = "Compute all ratings again from the logs. Exits 1 if the ratings were different before."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", metavar="GAME", help="only these games")

    def handle(self, *args: Any, **options: Any) -> None:
        differences = {game: ratings_recompute(game) for game in options["games"] or sorted(registry.GAMES)}
        for game, number in differences.items():
            self.stdout.write(f"{game}: {'equal' if not number else f'{number} rows differ'}")
        if any(differences.values()):
            sys.exit(1)
