"""The embedded PostgreSQL: starting, stopping, killing, restarting, and denying access to others."""

import os
import shutil
import signal
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from project.database.queue import install
from project.database.roles import RIGHTS, grant_app_role, make_roles
from project.embedded.postgres import APP, DATABASE, OWNER, QUEUE_DATABASE, Cluster, PostgresError, url


@pytest.fixture(scope="module")
def server() -> Iterator[Cluster]:
    folder = Path(tempfile.mkdtemp(prefix="comptoir-test-"))
    cluster = Cluster(folder / "postgres", durable=False)
    cluster.start()
    make_roles(cluster.url(OWNER, "postgres"), owner=OWNER, app=APP, database=DATABASE, queue=QUEUE_DATABASE)
    yield cluster
    cluster.destroy()
    shutil.rmtree(folder)


def setting(cluster: Cluster, name: str) -> str:
    with psycopg.connect(cluster.url(OWNER, "postgres")) as connection:
        return connection.execute("SELECT current_setting(%s)", [name]).fetchone()[0]


def test_a_durable_cluster_keeps_acknowledged_commits(tmp_path: Path) -> None:
    cluster = Cluster(tmp_path / "postgres")
    cluster.start()
    try:
        durability = {name: setting(cluster, name) for name in ("fsync", "synchronous_commit", "full_page_writes")}
        assert durability == {"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on"}
    finally:
        cluster.destroy()


def test_the_log_of_a_durable_cluster_is_rotated_and_old_files_are_deleted(tmp_path: Path) -> None:
    cluster = Cluster(tmp_path / "postgres")
    cluster.start()
    try:
        rotation = {name: setting(cluster, name) for name in ("log_rotation_size", "log_rotation_age")}
        assert rotation == {"log_rotation_size": "10MB", "log_rotation_age": "1d"}
        assert len(cluster.logs()) == 1
        for day in range(1, 30):
            (tmp_path / "postgres" / "log" / f"postgresql-200001{day:02d}-000000.log").touch()

        cluster.prune_logs()

        assert [path.name[11:19] for path in cluster.logs()[:-1]] == [f"200001{day}" for day in range(24, 30)]
    finally:
        cluster.destroy()


def test_pages_carry_checksums(server: Cluster) -> None:
    assert setting(server, "data_checksums") == "on"


def test_the_database_server_does_not_listen_on_the_network(server: Cluster) -> None:
    assert setting(server, "listen_addresses") == ""


def test_the_folder_of_the_database_is_closed_to_other_users(server: Cluster) -> None:
    assert stat.S_IMODE(server.data.stat().st_mode) == 0o700


def test_a_killed_server_keeps_its_commits(tmp_path: Path) -> None:
    cluster = Cluster(tmp_path / "postgres")
    cluster.start()
    with psycopg.connect(cluster.url(OWNER, "postgres")) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 7 AS number")
    os.kill(cluster.process.pid, signal.SIGKILL)
    cluster.process.wait()

    start_when_the_dead_have_gone(cluster)

    with psycopg.connect(cluster.url(OWNER, "postgres")) as connection:
        assert connection.execute("SELECT number FROM kept").fetchone() == (7,)
    cluster.destroy()


def start_when_the_dead_have_gone(cluster: Cluster) -> None:
    """Starts the cluster once the backends of a killed server have released its memory."""
    for _ in range(20):
        try:
            return cluster.start()
        except PostgresError:
            continue
    cluster.start()


@pytest.mark.parametrize("name", ["a" * 90, "a folder with spaces"])
def test_a_long_or_unusual_path_gets_a_short_socket_that_is_removed_with_the_server(tmp_path: Path, name: str) -> None:
    cluster = Cluster(tmp_path / name / "postgres", durable=False)
    cluster.start()
    try:
        assert cluster.sockets != cluster.data
        assert stat.S_IMODE(cluster.sockets.stat().st_mode) == 0o700
        assert url(cluster.data) == cluster.url()
    finally:
        cluster.destroy()
    assert not cluster.sockets.exists()


def test_a_folder_of_another_version_is_refused_with_a_remedy(tmp_path: Path) -> None:
    data = tmp_path / "postgres"
    data.mkdir()
    (data / "PG_VERSION").write_text("9\n")

    with pytest.raises(PostgresError, match=r"created by PostgreSQL 9.*pg_dumpall"):
        Cluster(data).start()


def test_a_folder_with_other_files_is_refused_and_unchanged(tmp_path: Path) -> None:
    data = tmp_path / "postgres"
    data.mkdir()
    (data / "letter").write_text("dear")

    with pytest.raises(PostgresError, match="neither empty nor a PostgreSQL folder"):
        Cluster(data).start()

    assert (data / "letter").read_text() == "dear"


def test_a_missing_postgres_is_reported_with_a_remedy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COMPTOIR_POSTGRES_BIN", str(tmp_path))

    with pytest.raises(PostgresError, match="set DATABASE_URL"):
        Cluster(tmp_path / "postgres")


@pytest.fixture(scope="module")
def log(server: Cluster) -> str:
    """A database with the tables of the log and another, and the rights of the app on them."""
    owner = server.url(OWNER)
    columns = {
        "events_actionevent": "id bigserial PRIMARY KEY, core text",
        "events_archive": "match_id uuid PRIMARY KEY, name text",
        "events_match": "id bigserial PRIMARY KEY, head_seq int",
    }
    with psycopg.connect(owner) as connection:
        for table in {*RIGHTS, *columns}:
            connection.execute(f"CREATE TABLE {table} ({columns.get(table, 'id bigserial PRIMARY KEY')})")
    grant_app_role(owner, APP)
    with psycopg.connect(server.url()) as connection:
        connection.execute("INSERT INTO events_actionevent (core) VALUES ('{}')")
    return server.url()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events_actionevent SET core = 'x'",
        "DELETE FROM events_actionevent",
        "TRUNCATE events_actionevent",
        "TRUNCATE events_match",
        "INSERT INTO events_archive (match_id) VALUES (gen_random_uuid())",
        "UPDATE events_archive SET name = 'x'",
        "DELETE FROM events_archive",
        "DROP TABLE events_actionevent",
        "ALTER TABLE events_actionevent ADD COLUMN x int",
        "ALTER TABLE events_actionevent DISABLE TRIGGER ALL",
        "CREATE TABLE mine (x int)",
        "GRANT UPDATE ON events_actionevent TO comptoir_app",
        "SET ROLE comptoir_owner",
        "SET session_replication_role = replica",
    ],
)
def test_the_app_cannot_execute_a_forbidden_statement(log: str, statement: str) -> None:
    with psycopg.connect(log) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute(statement)
        connection.execute("UPDATE events_actionevent SET core = 'x'")


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT * FROM events_actionevent",
        "INSERT INTO events_actionevent (core) VALUES ('{}')",
        "UPDATE events_match SET head_seq = 1",
        "DELETE FROM events_match",
    ],
)
def test_the_app_executes_a_permitted_statement(log: str, statement: str) -> None:
    with psycopg.connect(log) as connection:
        connection.execute(statement)


def test_a_manually_granted_right_is_revoked_by_the_next_grant(server: Cluster, log: str) -> None:
    with psycopg.connect(server.url(OWNER)) as connection:
        connection.execute("GRANT TRUNCATE, DELETE ON events_actionevent TO comptoir_app")

    grant_app_role(server.url(OWNER), APP)

    with psycopg.connect(log) as connection:
        rights = "SELECT has_table_privilege('events_actionevent', %s)"
        assert [connection.execute(rights, [r]).fetchone()[0] for r in ("TRUNCATE", "DELETE")] == [False, False]


def test_the_queue_is_installed_once_and_by_the_app(server: Cluster) -> None:
    queue = server.url(database=QUEUE_DATABASE)
    assert [install(queue), install(queue)] == [True, False]
