"""The tables of an empty database, made at once: what all migrations together would make, in a tenth of their time.

`structure.sql` is written by `python -m project.database.structure`. It need not be new: migrations that it does not
know run after it as they do elsewhere. A database that has tables is left to its migrations.
"""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from project.embedded.postgres import OWNER, Cluster, binaries

FILE = Path(__file__).with_name("structure.sql")
MANAGE = Path(__file__).resolve().parent.parent.parent / "manage.py"
SCHEMA = "public."
_APPLIED = """
    SELECT format('INSERT INTO django_migrations (app, name, applied) VALUES (%L, %L, now());', app, name)
    FROM django_migrations ORDER BY id
"""


def make_structure(connection: BaseDatabaseWrapper) -> bool:
    """Makes tables, functions, triggers and the list of migrations; False if the database is not empty."""
    with transaction.atomic(connection.alias), connection.cursor() as cursor:
        if connection.introspection.table_names(cursor):
            return False
        cursor.execute(FILE.read_text(encoding="utf-8"))
    return True


def structure_of(url: str) -> str:
    """The statements that make the structure of a migrated database, and list its migrations."""
    dump = _run(binaries() / "pg_dump", "--schema-only", "--no-owner", "--no-privileges", url)
    listed = _run(binaries() / "psql", "-XAtc", _APPLIED, url)
    return f"{statements(dump)}\n{listed}"


def statements(dump: str) -> str:
    """The statements of a dump, in the schema of the connection: without comments, settings and empty lines."""
    begin = dump.index("\nCREATE ")
    lines = (line for line in dump[begin:].splitlines() if line and not line.startswith(("--", "SET ", "\\")))
    return "\n".join(lines).replace(SCHEMA, "")


def _run(*words: str | Path) -> str:
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def migrated(url: str, *words: str) -> None:
    """Runs `manage.py migrate` on a database."""
    command = [sys.executable, MANAGE, "migrate", "--no-input", "--verbosity=0", *words]
    subprocess.run(command, env={**os.environ, "DATABASE_URL": url}, check=True)


def main() -> None:
    """Runs all migrations on a database of its own, and writes what they have made."""
    with TemporaryDirectory() as folder:
        cluster = Cluster(Path(folder) / "postgres", durable=False)
        cluster.start()
        try:
            url = cluster.url(OWNER, "postgres")
            migrated(url, "--one-by-one")
            FILE.write_text(structure_of(url), encoding="utf-8")
        finally:
            cluster.destroy()


if __name__ == "__main__":
    main()
