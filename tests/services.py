"""`make test-services`: the suite once more, on the PostgreSQL, RabbitMQ and Redis that answer on this machine.

The database and its roles are made for the run and dropped after it. SERVICES_POSTGRES_URL, SERVICES_RABBITMQ_URL and
SERVICES_REDIS_URL name others than the usual addresses; further words go to pytest.
"""

import os
import secrets
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import psycopg
from psycopg import sql

from project.installation_keys import generate
from tests.games.time_budget import SEED

POSTGRES = os.environ.get("SERVICES_POSTGRES_URL", "postgresql://postgres:postgres@127.0.0.1:5432/postgres")
RABBITMQ = os.environ.get("SERVICES_RABBITMQ_URL", "amqp://guest:guest@127.0.0.1:5672//")
REDIS = os.environ.get("SERVICES_REDIS_URL", "redis://127.0.0.1:6379/9")
WORKERS = os.environ.get("WORKERS", "2")
PYTEST = (sys.executable, "-m", "pytest", "-q", "-n", WORKERS, "--dist", "loadgroup", f"--randomly-seed={SEED}",
          "--ignore", "tests/web")  # fmt: skip


def main() -> int:
    """Returns the exit status: 0 if every run passed."""
    if not listens(POSTGRES):
        print(f"no PostgreSQL at {place(POSTGRES)}: nothing was run")
        return 1
    statuses = []
    with database() as url:
        for name, broker in (("RabbitMQ", RABBITMQ), ("Redis", REDIS)):
            if not listens(broker):
                print(f"skipped: no {name} at {place(broker)}")
                continue
            whole = not statuses  # the broker matters to few tests; these run on each
            print(f"== {'all tests' if whole else 'tests of the broker'}, PostgreSQL and {name}", flush=True)
            selected = () if whole else ("-m", "services")
            environment = {**os.environ, **generate(), "DATABASE_URL": url, "CELERY_BROKER_URL": broker}
            statuses.append(subprocess.run([*PYTEST, *selected, *sys.argv[1:]], env=environment).returncode)
    return 0 if statuses and not any(statuses) else 1


@contextmanager
def database() -> Iterator[str]:
    """A database of our own, owned by a role of our own that may also make test databases."""
    name, password = f"comptoir_services_{os.getpid()}", secrets.token_urlsafe(16)
    known = sql.Identifier(name)
    with psycopg.connect(POSTGRES, autocommit=True) as server:
        server.execute(sql.SQL("CREATE ROLE {} LOGIN CREATEDB PASSWORD {}").format(known, sql.Literal(password)))
        server.execute(sql.SQL("CREATE DATABASE {} OWNER {}").format(known, known))
    parts = urlsplit(POSTGRES)
    try:
        yield f"postgresql://{name}:{password}@{parts.hostname}:{parts.port or 5432}/{name}"
    finally:
        with psycopg.connect(POSTGRES, autocommit=True) as server:
            found = server.execute("SELECT datname FROM pg_database WHERE datdba = %s::regrole", [name]).fetchall()
            for (each,) in found:
                server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(each)))
            server.execute(sql.SQL("DROP ROLE {}").format(known))


def listens(url: str) -> bool:
    """Whether somebody takes connections at the URL's host and port."""
    parts = urlsplit(url)
    try:
        socket.create_connection((parts.hostname or "127.0.0.1", parts.port or 5432), timeout=2).close()
    except OSError:
        return False
    return True


def place(url: str) -> str:
    """The URL without its user and password."""
    return urlsplit(url).netloc.rpartition("@")[2]


if __name__ == "__main__":
    sys.exit(main())
