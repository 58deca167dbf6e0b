"""The database of `python -m tests.simulation`: a PostgreSQL in a temporary folder, with the tables of the server.

DATABASE_URL may name another database instead, which is then migrated. Each run empties the database, so its name must
begin with `simulation`.
"""

from __future__ import annotations

import gc
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

NAME = "simulation"
GARBAGE = 50_000  # allocations between two garbage collections: Python's 700 suits programs with less memory


@contextmanager
def staged() -> Iterator[None]:
    """Starts the database, sets up Django, and simulates the surroundings of the server until the block ends."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "project.settings"
    if named := os.environ.get("DATABASE_URL"):
        if not urlsplit(named).path.startswith(f"/{NAME}"):
            raise SystemExit(f"expected the name of the database to begin with {NAME}, because it is emptied")
        with _simulated(migrates=True):
            yield
        return
    from project.embedded.postgres import OWNER
    from tests import template

    with tempfile.TemporaryDirectory(prefix="comptoir-simulation-") as folder:
        cluster = template.copy_to(Path(folder) / "postgres")
        cluster.start()
        try:
            os.environ["DATABASE_URL"] = cluster.url(OWNER, template.NAME)
            with _simulated(migrates=False):
                yield
        finally:
            cluster.destroy()


@contextmanager
def _simulated(migrates: bool) -> Iterator[None]:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection, connections

    from tests.simulation.database import simulated

    if migrates:
        call_command("migrate", verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute("ALTER SYSTEM SET autovacuum = off")
        cursor.execute("SELECT pg_reload_conf()")
    gc.freeze()  # objects loaded so far persist, so later collections can skip them
    gc.set_threshold(GARBAGE)
    with simulated():
        yield
    connections.close_all()
