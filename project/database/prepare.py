"""The preparation of a database for the servers: migrations as its owner, the rights of the app, and the queue."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

import psycopg
from psycopg.conninfo import conninfo_to_dict

from project.database import queue
from project.database.roles import grant_app_role, make_app_role, make_roles, set_timeouts, timeouts
from project.embedded import postgres
from project.embedded.supervisor import say

ANSWER_SECONDS = 5
SAY_SECONDS = 1.0  # the least time between two progress messages, because a new database has many short migrations
APPLIED = re.compile(r"\s*Applying (\S+)\.\.\.")
Say = Callable[[str], object]
MANAGE = Path(__file__).resolve().parent.parent.parent / "manage.py"


class PrepareError(Exception):
    """The database could not be prepared."""


def prepare(environment: Mapping[str, str], say: Say = print) -> None:
    """Migrates the database, grants the rights, and installs the queue if it is missing.

    environment: the environment of the servers, with DATABASE_URL, and with DATABASE_OWNER_URL if another role owns the
    tables. say: receives the progress of the migrations. Raises PrepareError.
    """
    app = environment["DATABASE_URL"]
    owner = environment.get("DATABASE_OWNER_URL") or app
    require_connection(owner)
    if owner != app:
        make_app_role(owner, app)
    if is_of_one_app(owner):
        _manage("adopt", environment=environment, url=owner, say=say)
    _manage("migrate", "--no-input", "--no-color", environment=environment, url=owner, say=say)
    if owner != app:
        grant_app_role(owner, str(conninfo_to_dict(app)["user"]))
    if direct := environment.get("LISTEN_DATABASE_URL"):
        set_timeouts(direct, timeouts(environment.get("DATABASE_STATEMENT_TIMEOUT")))
    if (environment.get("CELERY_BROKER_URL") or "pgmq:").startswith("pgmq:"):
        queue.install(environment.get("QUEUE_DATABASE_URL") or app, owner)


def is_of_one_app(url: str) -> bool:
    """Returns whether the database is from the time when `events` was one app, so `adopt` must run before `migrate`."""
    with psycopg.connect(url) as connection:
        if connection.execute("SELECT to_regclass('django_migrations')").fetchone() == (None,):
            return False
        return connection.execute("SELECT 1 FROM django_migrations WHERE app = 'events'").fetchone() is not None


def require_connection(url: str) -> None:
    """Raises PrepareError, with a text without the password, unless the database accepts a connection in time."""
    try:
        psycopg.connect(url, connect_timeout=ANSWER_SECONDS).close()
    except psycopg.Error as error:
        with suppress(psycopg.Error):
            facts = conninfo_to_dict(url)
            place = f"{facts.get('host') or 'localhost'}:{facts.get('port') or 5432}"
            reason = " ".join(str(error).split())
            raise PrepareError(f"no connection to the database at {place}: {reason}") from error
        raise PrepareError("expected DATABASE_URL to be like postgresql://user:password@host:5432/name") from error


def _manage(*words: str, environment: Mapping[str, str], url: str, say: Say) -> None:
    """Runs a Django command as the role of the URL, without a statement timeout. Reports the progress of migrations."""
    adapted = {**os.environ, **environment, "DATABASE_URL": url, "DATABASE_STATEMENT_TIMEOUT": "0"}
    number, said_at = 0, 0.0
    with subprocess.Popen([sys.executable, MANAGE, *words], env=adapted, stdout=subprocess.PIPE, text=True) as command:
        for line in command.stdout or ():
            if words[0] != "migrate":
                say(line.strip())
            elif applied := APPLIED.match(line):
                number += 1
                if time.monotonic() - said_at > SAY_SECONDS:
                    said_at = time.monotonic()
                    say(f"migrating the database: {applied[1]}")
    if number:
        say(f"{number} migrations applied")
    if command.returncode:
        raise PrepareError(f"`manage.py {words[0]}` failed; nothing was started")


def main() -> int:
    """Runs `python -m project.database.prepare [SERVER]` with the environment of the servers. Returns the exit status.

    SERVER: the URL of the embedded PostgreSQL. Its roles and databases are created first.
    """
    for server in sys.argv[1:]:
        make_roles(
            server, owner=postgres.OWNER, app=postgres.APP, database=postgres.DATABASE, queue=postgres.QUEUE_DATABASE
        )
    try:
        prepare(os.environ, say)
    except PrepareError as error:
        sys.stderr.write(f"CommandError: {error}\n")
        return 1
    except KeyboardInterrupt:
        return 130  # Ctrl-C also reaches the parent process, which reports the stop
    return 0


if __name__ == "__main__":
    sys.exit(main())
