"""`manage.py prepare` in a deployment: the owner migrates; the app can write the log but not change it."""

import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import psycopg
import pytest

from project.database.roles import TIMEOUTS, timeouts
from project.embedded.installation_keys import generate
from project.embedded.postgres import OWNER, Cluster
from tests.project.deployment.files import DOCKERFILE
from tests.stack import ROOT, Stack, copy_of_the_tree

pytestmark = pytest.mark.xdist_group("prepare")  # one database for all tests


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """The URLs of owner and app of a prepared database."""
    server = Cluster(tmp_path_factory.mktemp("prepare") / "postgres", durable=False)
    server.start()
    owner, app = server.url(OWNER, "postgres"), server.url("player", "postgres")
    environment = {
        **os.environ,
        "DATABASE_OWNER_URL": owner,
        "DATABASE_URL": app,
        "CELERY_BROKER_URL": "pgmq://",  # one database for everything
        "LISTEN_DATABASE_URL": app,
    }
    command = [sys.executable, "manage.py", "prepare"]
    runs = [subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True) for _ in range(2)]
    first, second = (run.stdout.decode() for run in runs)
    assert re.search(r"^migrating the database: \w+\.0.*^\d+ migrations applied\n", first, re.M | re.S)
    assert second == "the database is ready\n", "the second run has nothing left to do"
    yield owner, app
    server.destroy()


WORKING = """
from kombu import Consumer, Queue
from project.celery import app

app.send_task("bots.tasks.coach", queue="celery", expires=60)
received = []
with app.connection_for_read() as connection:
    queue = Queue("celery", routing_key="celery")
    with Consumer(connection, [queue], callbacks=[lambda _, message: (message.ack(), received.append(1))]):
        connection.drain_events(timeout=20)
assert received == [1], received
"""


def test_the_application_in_one_container_starts_with_an_external_database(
    prepared: tuple[str, str], tmp_path: Path
) -> None:
    files = {"DATABASE_OWNER_URL": prepared[0], "DATABASE_URL": prepared[1], "EMAIL_URL": ""}
    for name, text in files.items():
        (tmp_path / name).write_text(f"{text}\n")
    environment = {f"{name}_FILE": str(tmp_path / name) for name in files}
    environment |= {"HTTPS": "true", "COMPTOIR_PROXIES": "1", "ALLOWED_HOSTS": "127.0.0.1,localhost"}
    environment |= {"COMPTOIR_METRICS_TOKEN": "scrape", "STATIC_MANIFEST": "true"}
    with psycopg.connect(prepared[0]) as database:
        database.execute("ALTER ROLE player SET synchronous_commit = on")  # the server of the tests has it off
    image = copy_of_the_tree(
        tmp_path / "image", *re.findall(r"^COPY (\w\S*) ", DOCKERFILE.rpartition("FROM ")[2], re.M)
    )
    stack = Stack(environment=environment, root=image)
    try:
        stack.start()
        asked = urllib.request.Request(f"{stack.address}/metrics", headers={"Authorization": "Bearer scrape"})
        with urllib.request.urlopen(asked, timeout=20) as answer:
            metrics = answer.read().decode()
        counted = {path.name.partition("_")[0] for path in (stack.folder / "metrics").iterdir()}
    finally:
        stack.stop()

    assert "comptoir_database_up 1.0" in metrics
    assert "counter" in counted, "all processes count in one folder"


def test_a_migration_has_no_statement_or_idle_timeout() -> None:
    assert timeouts(None) == TIMEOUTS
    assert timeouts("30s") == TIMEOUTS | {"statement_timeout": "30s"}
    assert {timeouts("0")[name] for name in ("statement_timeout", "idle_in_transaction_session_timeout")} == {"0"}


def test_the_app_sends_and_receives_messages_in_a_database_of_another_owner(prepared: tuple[str, str]) -> None:
    environment = {**os.environ, **generate(), "DATABASE_URL": prepared[1], "CELERY_BROKER_URL": "pgmq://"}

    subprocess.run([sys.executable, "-c", WORKING], cwd=ROOT, env=environment, check=True, timeout=100)


def test_the_tables_belong_to_the_owner(prepared: tuple[str, str]) -> None:
    with psycopg.connect(prepared[1]) as connection:
        owners = connection.execute("SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'public'").fetchall()

    assert owners == [(OWNER,)]


def test_a_connection_without_options_has_the_timeouts(prepared: tuple[str, str]) -> None:
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
def test_the_owner_cannot_rewrite_the_log(prepared: tuple[str, str], statement: str) -> None:
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


def test_the_command_archives_only_as_the_owner(prepared: tuple[str, str], tmp_path: Path) -> None:
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
    """Inserts a row into a table of the log, without the rows that it refers to."""
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
