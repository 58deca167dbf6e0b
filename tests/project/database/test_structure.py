"""An empty database is made at once, and is what all migrations make one after the other."""

from collections.abc import Iterator

import psycopg
import pytest
from django.db import connection

from project.database.structure import FILE, make_structure, migrated, statements, structure_of
from project.embedded.postgres import OWNER, Cluster

COUNTED = "SELECT (SELECT count(*) FROM django_content_type), (SELECT count(*) FROM auth_permission)"

pytestmark = pytest.mark.xdist_group("structure")  # one server for all tests


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A PostgreSQL without tables."""
    cluster = Cluster(tmp_path_factory.mktemp("structure") / "postgres", durable=False)
    cluster.start()
    yield cluster
    cluster.destroy()


def empty(server: Cluster, name: str) -> str:
    """The URL of a new database."""
    with psycopg.connect(server.url(OWNER, "postgres"), autocommit=True) as link:
        link.execute(f"CREATE DATABASE {name}")
    return server.url(OWNER, name)


def read_again(server: Cluster, url: str) -> str:
    """A database made of the dump of another one: PostgreSQL writes `IN` in another way than it reads it."""
    again = empty(server, "again")
    with psycopg.connect(again) as link:
        link.execute(structure_of(url))
    return again


def counted(url: str) -> tuple[int, int]:
    with psycopg.connect(url) as link:
        return link.execute(COUNTED).fetchone()


def test_what_is_made_at_once_is_what_the_migrations_make(server: Cluster) -> None:
    at_once, one_by_one = empty(server, "at_once"), empty(server, "one_by_one")

    migrated(at_once)
    migrated(one_by_one, "--one-by-one")

    assert structure_of(at_once) == structure_of(read_again(server, one_by_one))
    assert counted(at_once) == counted(one_by_one) and min(counted(at_once)) > 50


def test_one_index_less_is_a_difference(server: Cluster) -> None:
    lacking = empty(server, "lacking")
    migrated(lacking)
    with psycopg.connect(lacking, autocommit=True) as link:
        before = structure_of(lacking)
        link.execute("DROP INDEX notice_age")

    assert set(before.splitlines()) - set(structure_of(lacking).splitlines()) == {
        "CREATE INDEX notice_age ON events_notice USING btree (created_ms);"
    }


@pytest.mark.django_db
def test_a_database_that_has_tables_is_left_to_its_migrations() -> None:
    assert not make_structure(connection)


def test_the_file_holds_statements_alone() -> None:
    dump = "-- a comment\n\\restrict x\nSET a = 1;\n\nCREATE TABLE public.one (\n    id integer\n);\n\n-- another\n"

    assert statements(dump) == "CREATE TABLE one (\n    id integer\n);"
    assert FILE.read_text(encoding="utf-8").startswith("CREATE FUNCTION")
