"""`make test-services`: runs the tests that use a service, with this machine's PostgreSQL, RabbitMQ and Redis.

The database and its roles are created for the run and dropped after it. SERVICES_POSTGRES_URL, SERVICES_RABBITMQ_URL
and SERVICES_REDIS_URL override the usual addresses; further arguments go to pytest.
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

from project.embedded.installation_keys import generate
from tests.games.harness.time_budget import SEED

POSTGRES = os.environ.get("SERVICES_POSTGRES_URL", "postgresql://postgres:postgres@127.0.0.1:5432/postgres")
RABBITMQ = os.environ.get("SERVICES_RABBITMQ_URL", "amqp://guest:guest@127.0.0.1:5672//")
REDIS = os.environ.get("SERVICES_REDIS_URL", "redis://127.0.0.1:6379/9")
WORKERS = os.environ.get("WORKERS", "2")
PYTEST = (
    sys.executable,
    "-m",
    "pytest",
    "-q",
    "-n",
    WORKERS,
    "--dist",
    "loadgroup",
    f"--randomly-seed={SEED}",
    "--ignore",
    "tests/web",
)

# The embedded PostgreSQL of `make test` gives the same results for tests within one transaction, so they are left out.
REACHING = ("-m", "services or postgres")


def main() -> int:
    """Runs the tests and returns the exit status: 0 if every run passed."""
    if not listens(POSTGRES):
        print(f"no PostgreSQL at {place(POSTGRES)}: nothing was run")
        return 1
    statuses = []
    with database() as url:
        for name, broker in (("RabbitMQ", RABBITMQ), ("Redis", REDIS)):
            if not listens(broker):
                print(f"skipped: no {name} at {place(broker)}")
                continue
            whole = not statuses  # only a few tests depend on the broker; these run with each broker
            what, selected = ("tests of services", REACHING) if whole else ("tests of the broker", ("-m", "services"))
            print(f"== {what}, PostgreSQL and {name}", flush=True)
            environment = {**os.environ, **generate(), "DATABASE_URL": url, "CELERY_BROKER_URL": broker}
            statuses.append(subprocess.run([*PYTEST, *selected, *sys.argv[1:]], env=environment).returncode)
    return 0 if statuses and not any(statuses) else 1


@contextmanager
def database() -> Iterator[str]:
    """Creates a database, owned by a new role that may also create test databases; drops both afterwards."""
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
            databases = server.execute("SELECT datname FROM pg_database WHERE datdba = %s::regrole", [name]).fetchall()
            for (each,) in databases:
                server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(each)))
            server.execute(sql.SQL("DROP ROLE {}").format(known))


def listens(url: str) -> bool:
    """Returns whether a server accepts connections at the URL's host and port."""
    parts = urlsplit(url)
    try:
        socket.create_connection((parts.hostname or "127.0.0.1", parts.port or 5432), timeout=2).close()
    except OSError:
        return False
    return True


def place(url: str) -> str:
    """Returns the URL without its user and password."""
    return urlsplit(url).netloc.rpartition("@")[2]


if __name__ == "__main__":
    sys.exit(main())
