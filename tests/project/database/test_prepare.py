"""`manage.py prepare` in a deployment: the owner migrates; the app can write the log but not change it."""

import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from project.embedded.postgres import OWNER, Cluster
from tests.stack import ROOT

pytestmark = pytest.mark.xdist_group("prepare")  # one database for all tests


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """The URLs of owner and app of a prepared database."""
    server = Cluster(tmp_path_factory.mktemp("prepare") / "postgres", durable=False)
    server.start()
    owner, app = server.url(OWNER, "postgres"), server.url("player", "postgres")
    environment = {
        **os.environ, "DATABASE_OWNER_URL": owner, "DATABASE_URL": app, "CELERY_BROKER_URL": "amqp://",
        "LISTEN_DATABASE_URL": app,
    }  # fmt: skip
    for _ in range(2):  # the second run has nothing left to do
        subprocess.run([sys.executable, "manage.py", "prepare"], cwd=ROOT, env=environment, check=True)
    yield owner, app
    server.destroy()


def test_the_tables_belong_to_the_owner(prepared: tuple[str, str]) -> None:
    with psycopg.connect(prepared[1]) as connection:
        owners = connection.execute("SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'public'").fetchall()

    assert owners == [(OWNER,)]


def test_a_connection_without_options_as_through_a_pooler_has_the_timeouts(prepared: tuple[str, str]) -> None:
    with psycopg.connect(prepared[1]) as connection:
        values = [connection.execute(f"SHOW {name}").fetchone() for name in ("lock_timeout", "statement_timeout")]

    assert values == [("2s",), ("5s",)]


@pytest.mark.parametrize("right", ["UPDATE", "DELETE", "TRUNCATE", "TRIGGER"])
def test_the_app_has_no_right_to_rewrite_the_log(prepared: tuple[str, str], right: str) -> None:
    with psycopg.connect(prepared[1]) as connection:
        assert connection.execute("SELECT has_table_privilege('events_actionevent', %s)", [right]).fetchone() == (
            False,
        )


@pytest.mark.parametrize("statement", ["UPDATE events_actionevent SET seq = 9", "DELETE FROM events_actionevent"])
def test_not_even_the_owner_rewrites_the_log(prepared: tuple[str, str], statement: str) -> None:
    owner = prepared[0]
    with psycopg.connect(owner) as connection:
        add_a_row(connection)
        with pytest.raises(psycopg.errors.RaiseException):
            connection.execute(statement)
        connection.rollback()


@pytest.mark.parametrize("right", ["INSERT", "UPDATE", "DELETE", "TRUNCATE"])
def test_the_app_cannot_list_a_match_as_archived(prepared: tuple[str, str], right: str) -> None:
    with psycopg.connect(prepared[1]) as connection:
        assert connection.execute("SELECT has_table_privilege('events_archive', %s)", [right]).fetchone() == (False,)


def test_the_command_archives_as_the_owner_and_only_so(prepared: tuple[str, str], tmp_path: Path) -> None:
    environment = {**os.environ, "DATABASE_URL": prepared[1], "COMPTOIR_ARCHIVE_URL": f"file://{tmp_path}/archive"}
    command = [sys.executable, "manage.py", "archive", "--days", "0"]

    as_app = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    with_owner = {**environment, "DATABASE_OWNER_URL": prepared[0]}
    as_owner = subprocess.run(command, cwd=ROOT, env=with_owner, capture_output=True, text=True)

    assert (as_app.returncode, as_owner.returncode) == (1, 0), as_owner.stderr
    assert "expected DATABASE_OWNER_URL" in as_app.stderr
    assert as_owner.stdout == "0 matches archived, 0 not\n"


def test_the_owner_empties_the_log_only_under_maintenance(prepared: tuple[str, str]) -> None:
    with psycopg.connect(prepared[0]) as connection:
        with pytest.raises(psycopg.errors.RaiseException), connection.transaction():
            connection.execute("TRUNCATE events_actionevent CASCADE")
        connection.execute("SET LOCAL comptoir.maintenance = 'on'")
        connection.execute("TRUNCATE events_actionevent CASCADE")
        connection.rollback()


def add_a_row(connection: psycopg.Connection) -> None:
    """Inserts a row into the log without related rows, whatever its columns are."""
    connection.execute("SET LOCAL session_replication_role = replica")  # no foreign keys
    columns = connection.execute(
        "SELECT column_name, data_type FROM information_schema.columns "
        "WHERE table_name = 'events_actionevent' AND is_nullable = 'NO' AND is_identity = 'NO'"
    ).fetchall()
    samples = {"uuid": "gen_random_uuid()", "jsonb": "'{}'", "bytea": "''", "text": "''", "character varying": "''"}
    names = ", ".join(name for name, _ in columns)
    values = ", ".join(samples.get(kind, "0") for _, kind in columns)
    connection.execute(f"INSERT INTO events_actionevent ({names}) VALUES ({values})")
    connection.execute("SET LOCAL session_replication_role = origin")
