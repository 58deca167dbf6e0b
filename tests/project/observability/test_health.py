"""The probes: their responses when a part is missing, without internal details."""

import errno
import json
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import amqp
import kombu
import psycopg
import pytest
import redis
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client, override_settings

from project.observability import health
from project.observability.broker import BrokerUnavailable


@pytest.fixture
def client() -> Client:
    return Client()


def test_livez_answers_without_a_database(client: Client) -> None:
    response = client.get("/livez")

    assert (response.status_code, response.json()) == (200, {"status": "alive"})


def broken() -> None:
    raise health.NotReady("does not answer")


def sound() -> None:
    pass


@pytest.mark.parametrize(("database", "broker"), [(broken, sound), (broken, broken)])
def test_an_unready_database_makes_the_server_unready(
    client: Client, monkeypatch: pytest.MonkeyPatch, database: Callable[[], None], broker: Callable[[], None]
) -> None:
    monkeypatch.setattr(health, "PARTS", {"database": database, "broker": broker})

    response = client.get("/readyz")

    assert (response.status_code, response.json()["status"]) == (503, "unready")
    assert response.json()["parts"]["database"] == "does not answer"


def test_an_unready_server_logs_one_line_with_the_reasons(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(health, "PARTS", {"database": broken, "broker": broken, "disk": sound})

    with caplog.at_level("INFO"):
        assert client.get("/readyz").status_code == 503

    [line] = [record.msg for record in caplog.records]
    assert isinstance(line, dict)
    assert (line["status"], line["reason"]) == (503, "database: does not answer, broker: does not answer")


def test_a_server_without_a_broker_is_degraded_and_accepts_requests(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "PARTS", {"database": sound, "broker": broken})

    response = client.get("/readyz")

    assert response.status_code == 200
    assert response.json() == {"status": "degraded", "parts": {"database": "ready", "broker": "does not answer"}}


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ConnectionRefusedError("amqp://guest:canary@queue"), "does not answer"),
        (TimeoutError("timed out"), "does not answer"),
        (kombu.exceptions.OperationalError("gone"), "does not answer"),
        (amqp.exceptions.AccessRefused("canary"), "refuses the login"),
        (amqp.exceptions.NotAllowed("no such virtual host"), "refuses the login"),
        (redis.exceptions.AuthenticationError("canary"), "refuses the login"),
        (psycopg.OperationalError("password authentication failed"), "does not answer"),
        (AttributeError("amqp raises it if the connection is lost"), "does not answer"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_each_failure_of_the_broker_makes_the_server_degraded_with_a_reason(
    error: Exception, reason: str, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise error

    monkeypatch.setattr("project.observability.broker.opened", fail)
    monkeypatch.setattr(health, "PARTS", {"broker": health.Broker()})

    response = client.get("/readyz")

    assert (response.status_code, response.json()) == (200, {"status": "degraded", "parts": {"broker": reason}})


def test_a_broker_that_accepts_connections_but_no_messages_counts_as_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full:
        transport = SimpleNamespace(driver_type="amqp")
        default_channel = None

        def Producer(self, _: Any) -> Any:
            return self

        def publish(self, *_: Any, **limits: Any) -> None:
            assert limits["confirm_timeout"] and limits["timeout"]
            raise TimeoutError("a memory alarm: no confirmation")

        def collect(self) -> None:
            pass

    monkeypatch.setattr("project.observability.broker.opened", lambda _: Full())

    with pytest.raises(health.NotReady, match="takes no messages"):
        health.Broker()()


def test_a_request_does_not_wait_for_the_broker_check_of_another_request() -> None:
    begun, may_end = threading.Event(), threading.Event()
    looks: list[str] = []

    def look() -> None:
        looks.append(threading.current_thread().name)
        begun.set()
        assert may_end.wait(60)
        raise BrokerUnavailable("takes no messages")

    broker = health.Broker(look, seconds=60)

    def ask() -> None:
        with pytest.raises(health.NotReady):
            broker()

    first = threading.Thread(target=ask, name="first")
    first.start()
    assert begun.wait(60)

    broker()
    may_end.set()
    first.join()

    with pytest.raises(health.NotReady, match="takes no messages"):
        broker()
    assert looks == ["first"]


def test_an_exception_in_a_check_makes_the_server_unready(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "PARTS", {"disk": lambda: [][0]})

    response = client.get("/readyz")

    assert (response.status_code, response.json()["status"]) == (503, "unready")


@pytest.mark.django_db
def test_the_database_and_its_migrations_are_ready() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit = on")
        health.database()
    health.migrations()


@pytest.mark.django_db
def test_a_database_that_may_lose_commits_is_unready() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit = off")

    with pytest.raises(health.NotReady, match="could be lost"):
        health.database()


@pytest.mark.django_db
def test_a_pending_migration_makes_the_server_unready() -> None:
    call_command("migrate", "sessions", "zero", fake=True, verbosity=0)

    with pytest.raises(health.NotReady, match="1 not applied"):
        health.migrations()


@pytest.mark.django_db
def test_a_newer_database_makes_the_server_degraded_and_is_refused_at_the_next_start(client: Client) -> None:
    MigrationRecorder(connection).record_applied("users", "9999_future")

    report = client.get("/readyz").json()
    with pytest.raises(SystemCheckError, match=r"A newer version has migrated the database: users\.9999_future"):
        call_command("migrate", verbosity=0, skip_checks=False)

    assert report["parts"]["version"] == "a newer version has migrated the database: 1 migrations"
    assert report["parts"]["migrations"] == "ready"


def test_a_probe_does_not_reveal_the_address_of_the_database(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    class Dead:
        def cursor(self) -> None:
            from django.db import OperationalError

            raise OperationalError("no route to postgresql://app:canary@database/comptoir")

    monkeypatch.setattr(health, "connection", Dead())
    monkeypatch.setattr(health, "PARTS", {"database": health.database})

    assert "canary" not in json.dumps(client.get("/readyz").json())


@override_settings(ALLOWED_HOSTS=["comptoir.example"])
def test_a_request_for_another_host_is_refused(client: Client) -> None:
    assert client.get("/readyz", headers={"Host": "elsewhere.example"}).status_code == 400


@pytest.mark.django_db
def test_a_transaction_has_the_isolation_level_read_committed() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('transaction_isolation')")
        assert cursor.fetchone() == ("read committed",)


def test_the_address_that_is_printed_leads_to_the_client_and_to_the_contract(client: Client) -> None:
    first = client.get("/")

    assert (first.status_code, first.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert b"/api/docs" in first.content
    assert client.get("/api/docs").status_code == 200


def test_a_full_disk_makes_the_server_unready(monkeypatch: pytest.MonkeyPatch) -> None:
    health.disk()
    monkeypatch.setattr(health.shutil, "disk_usage", lambda _: SimpleNamespace(free=health.LEAST_FREE - 1))

    with pytest.raises(health.NotReady, match="full"):
        health.disk()


def test_a_folder_that_cannot_be_written_makes_the_server_unready(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATA_DIR = tmp_path / "data"
    health.disk()
    settings.DATA_DIR.mkdir()
    health.disk()
    assert list(settings.DATA_DIR.iterdir()) == []

    def refuse(*_: Any, **__: Any) -> None:
        raise OSError(errno.EROFS, "read-only file system", str(tmp_path))

    monkeypatch.setattr(health.tempfile, "TemporaryFile", refuse)
    with pytest.raises(health.NotReady, match="cannot be written"):
        health.disk()
