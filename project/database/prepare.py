"""Prepares a database for the servers: migrations as its owner, the rights of the app, and the queue."""

import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import psycopg
from psycopg.conninfo import conninfo_to_dict

from project.database import queue
from project.database.roles import TIMEOUTS, grant_app_role, make_app_role, make_roles, set_timeouts
from project.embedded import postgres

ANSWER_SECONDS = 5
MANAGE = Path(__file__).resolve().parent.parent.parent / "manage.py"


class PrepareError(Exception):
    """The database could not be prepared."""


def prepare(environment: Mapping[str, str]) -> None:
    """Migrates, grants rights and installs the queue, where missing.

    environment: that of the servers, with DATABASE_URL, and DATABASE_OWNER_URL if another role owns the tables.
    Raises PrepareError.
    """
    app = environment["DATABASE_URL"]
    owner = environment.get("DATABASE_OWNER_URL") or app
    require_connection(owner)
    if owner != app:
        make_app_role(owner, app)
    _manage("migrate", "--no-input", "--verbosity=0", environment=environment, url=owner)
    if owner != app:
        grant_app_role(owner, str(conninfo_to_dict(app)["user"]))
    if direct := environment.get("LISTEN_DATABASE_URL"):
        set_timeouts(direct, _timeouts(environment))
    if environment.get("CELERY_BROKER_URL", "pgmq://").startswith("pgmq:"):
        queue.install(environment.get("QUEUE_DATABASE_URL") or app)


def _timeouts(environment: Mapping[str, str]) -> dict[str, str]:
    named = environment.get("DATABASE_STATEMENT_TIMEOUT")
    return TIMEOUTS | ({"statement_timeout": named} if named else {})


def require_connection(url: str) -> None:
    """Raises PrepareError, in one line without the password, unless the database accepts a connection in time."""
    try:
        psycopg.connect(url, connect_timeout=ANSWER_SECONDS).close()
    except psycopg.Error as error:
        with suppress(psycopg.Error):
            facts = conninfo_to_dict(url)
            place = f"{facts.get('host') or 'localhost'}:{facts.get('port') or 5432}"
            reason = " ".join(str(error).split())
            raise PrepareError(f"no connection to the database at {place}: {reason}") from error
        raise PrepareError("expected DATABASE_URL to be like postgresql://user:password@host:5432/name") from error


def _manage(*words: str, environment: Mapping[str, str], url: str) -> None:
    """Runs a Django command as the role of the URL, without a statement timeout."""
    adapted = {**os.environ, **environment, "DATABASE_URL": url, "DATABASE_STATEMENT_TIMEOUT": "0"}
    if subprocess.run([sys.executable, MANAGE, *words], env=adapted).returncode:
        raise PrepareError(f"`manage.py {words[0]}` failed; nothing was started")


def main() -> int:
    """`python -m project.database.prepare [SERVER]`: with the environment of the servers; returns the exit status.

    SERVER: the URL of the embedded PostgreSQL, whose roles and databases are made first.
    """
    for server in sys.argv[1:]:
        make_roles(
            server, owner=postgres.OWNER, app=postgres.APP, database=postgres.DATABASE, queue=postgres.QUEUE_DATABASE
        )
    try:
        prepare(os.environ)
    except PrepareError as error:
        sys.stderr.write(f"CommandError: {error}\n")
        return 1
    except KeyboardInterrupt:
        return 130  # Ctrl-C reaches this process too; the one that started it says that it stops
    return 0


if __name__ == "__main__":
    sys.exit(main())
