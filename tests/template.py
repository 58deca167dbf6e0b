"""A PostgreSQL folder with the tables of the server, created once and copied for each test run and each stack.

Its name is a hash of all migrations and of the SQL that they load, so a changed migration leads to a new folder.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg.sql import SQL, Identifier

from project.embedded.postgres import DATABASE, OWNER, Cluster, binaries

ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = ROOT / ".pytest_cache" / "d" / "templates"
NAME = "test_comptoir"
MAKES_TABLES = (
    "requirements.txt",  # Django and django-oauth-toolkit have migrations too
    "project/embedded/postgres.py",
    "events/*/migrations/*.py",
    "events/*/sql/*.sql",
)


def copy_to(data: Path) -> Cluster:
    """Returns a stopped cluster in the folder `data`, whose databases NAME and DATABASE have all migrations."""
    data.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    TEMPLATES.mkdir(parents=True, exist_ok=True)
    with _only_one_process():
        template = TEMPLATES / _digest()
        if not template.exists():
            shutil.rmtree(TEMPLATES)
            TEMPLATES.mkdir()
            _make(template)
        _copy(template, data)
    return Cluster(data, durable=False)


def _make(template: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="comptoir-template-") as folder:
        cluster = Cluster(Path(folder) / "postgres", durable=False)
        cluster.start()
        try:
            with psycopg.connect(cluster.url(OWNER, "postgres"), autocommit=True) as connection:
                connection.execute(SQL("CREATE DATABASE {}").format(Identifier(NAME)))
            command = [sys.executable, ROOT / "manage.py", "migrate", "--no-input", "--verbosity=0"]
            settings = {"DATABASE_URL": cluster.url(OWNER, NAME), "DATABASE_STATEMENT_TIMEOUT": "0"}
            subprocess.run(command, check=True, env={**os.environ, **settings})
            with psycopg.connect(cluster.url(OWNER, "postgres"), autocommit=True) as connection:
                copied = SQL("CREATE DATABASE {} TEMPLATE {}").format(Identifier(DATABASE), Identifier(NAME))
                connection.execute(copied)
        finally:
            cluster.stop()
        unfinished = template.with_suffix(".unfinished")
        _copy(cluster.data, unfinished)
        unfinished.rename(template)


def _copy(source: Path, target: Path) -> None:
    """Copies a folder with its owners, because root runs PostgreSQL as another user."""
    subprocess.run(["cp", "-a", source, target], check=True)


def _digest() -> str:
    """Returns the hash of everything that determines the tables of an empty database."""
    digest = hashlib.sha256(f"{DATABASE} {binaries()}".encode())
    for pattern in MAKES_TABLES:
        for path in sorted(ROOT.glob(pattern)):
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:32]


@contextmanager
def _only_one_process() -> Iterator[None]:
    with (TEMPLATES.parent / "templates.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
