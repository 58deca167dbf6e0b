"""`manage.py draw_tables`: prints the tables of the models as a Mermaid diagram, for docs/architecture.md."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand
from django.db.models import Model

CENTRES = ("Match", "Player", "Tournament")
OF_THE_SERVER = "the server"


class Command(BaseCommand):
    help = "Print the tables as a Mermaid diagram: whose each one is, and which others it names."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(diagram())


def diagram() -> str:
    """Returns the diagram. Tables stand in groups by the matches, players and tournaments that they name."""
    groups: dict[tuple[str, ...], list[str]] = defaultdict(list)
    links = []
    for table in apps.get_app_config("events").get_models():
        name, named = table.__name__, set(_named(table))
        if name in CENTRES:
            groups[name,].insert(0, name)
        else:
            groups[tuple(centre for centre in CENTRES if centre in named)].append(name)
        links += [f"  {name} --> {other}" for other in sorted(named.difference(CENTRES, {name}))]
    lines = ["flowchart LR"]
    for owners, tables in sorted(groups.items()):
        title = " and a ".join(owner.lower() for owner in owners)
        lines += [f'  subgraph "{f"of a {title}" if owners else f"of {OF_THE_SERVER}"}"', *(f"    {t}" for t in tables)]
        lines += ["  end"]
    return "\n".join([*lines, *links])


def _named(table: type[Model]) -> Iterator[str]:
    """The models whose rows a table names."""
    for field in table._meta.concrete_fields:
        if field.related_model is not None and not isinstance(field.related_model, str):
            yield field.related_model.__name__
