"""`manage.py startgame haggle`: creates a new game that runs, as the basis for your own game."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from project.startgame import StartGameError, start_game


class Command(BaseCommand):
    help = "Create games/<key>, a small game that runs, with its tests, and register it (docs/writing-a-game.md)."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("key", help="the game's name in URLs and its package's name, such as haggle or iron_bank")

    def handle(self, *args: Any, **options: Any) -> None:
        key = options["key"]
        try:
            written = start_game(key, settings.BASE_DIR)
        except StartGameError as error:
            raise CommandError(str(error)) from error
        for path in written:
            self.stdout.write(f"  {path.relative_to(settings.BASE_DIR)}")
        self.stdout.write(f"Its rules are in games/{key}; docs/writing-a-game.md says what to change. Test them with")
        self.stdout.write(f"  .venv/bin/python -m pytest tests/games -k {key}")
