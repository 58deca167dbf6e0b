"""`manage.py migrate`, which makes all tables of an empty database at once."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.commands import migrate
from django.db import connections

from project.database.structure import make_structure


class Command(migrate.Command):
    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--one-by-one", action="store_true", help="Runs every migration, in an empty database too.")

    def handle(self, *args: Any, **options: Any) -> None:
        is_whole = not (options["app_label"] or options["plan"] or options["check_unapplied"] or options["fake"])
        if is_whole and not options["one_by_one"]:
            make_structure(connections[options["database"]])
        super().handle(*args, **options)
