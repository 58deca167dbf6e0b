"""`manage.py doctor` finds each planted fault of a deployment, and none in a sound deployment."""

from __future__ import annotations

import io
import json
import secrets
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.models import F
from django.db.models.functions import Now

from events.base.clock import clock, now_ms
from events.base.encryption import SecretUnreadable, cipher_of
from events.base.signing import keys_of
from events.log.global_log import global_log_witness
from events.log.models import Match, PendingAction, Secret
from events.log.secrets import secrets_reseal
from events.processes.models import ErrorReport, Process
from events.processes.services import process_beat
from events.users.models import AccountEmail
from project.database.backups import Backups
from project.database.roles import ALL_RIGHTS, RIGHTS
from project.doctor import CHECKS, backup, broker, examine, host, replication
from project.doctor.finding import Finding
from project.observability.broker import BrokerUnavailable
from tests.events.calls import somebody
from tests.events.notifications.receivers import Device
from tests.events.tables import dalmuti

pytestmark = pytest.mark.django_db


@pytest.fixture
def app_role() -> Iterator[None]:
    """Grants the servers' role the rights that `prepare` grants, until the end of the test."""
    if settings.DATABASE_IS_NAMED:
        pytest.skip("the owner of a database on a named server may not create roles")
    execute("CREATE ROLE doctors_app LOGIN")
    execute("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO doctors_app")
    execute("GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO doctors_app")
    for table, kept in RIGHTS.items():
        execute(f"REVOKE {', '.join(right for right in ALL_RIGHTS if right not in kept)} ON {table} FROM doctors_app")
    yield
    execute("RESET ROLE")


def execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def found(check: str) -> list[tuple[str, str]]:
    return [(finding.state, finding.fact) for _, finding in examine([check])]


def states(check: str) -> set[str]:
    return {state for state, _ in found(check)}


def test_a_role_without_a_right_to_change_the_log_is_sound(app_role: None) -> None:
    execute("SET ROLE doctors_app")

    assert states("role") == {"ok"}


@pytest.mark.parametrize("right", ["UPDATE", "DELETE", "TRUNCATE", "TRIGGER"])
def test_a_right_to_change_the_log_is_found(app_role: None, right: str) -> None:
    execute(f"GRANT {right} ON events_globalleaf TO doctors_app")
    execute("SET ROLE doctors_app")

    assert ("fault", f"doctors_app has {right} on events_globalleaf") in found("role")


@pytest.mark.parametrize(
    ("right", "on"),
    [
        ("INSERT", "events_actionevent"),
        ("SELECT", "events_archive"),
        ("INSERT", "events_globalleaf"),
        ("UPDATE", "events_match"),
        ("DELETE", "events_pending"),
        ("SELECT", "django_session"),
    ],
)
def test_a_missing_right_of_the_servers_is_found(app_role: None, right: str, on: str) -> None:
    execute(f"REVOKE {right} ON {on} FROM doctors_app")
    execute("SET ROLE doctors_app")

    assert ("fault", f"doctors_app lacks {right} on {on}") in found("role")


def test_a_sequence_that_the_servers_cannot_use_is_found(app_role: None) -> None:
    execute("REVOKE USAGE ON SEQUENCE events_pending_id_seq FROM doctors_app")
    execute("SET ROLE doctors_app")

    assert ("fault", "doctors_app lacks USAGE on events_pending_id_seq") in found("role")


def test_a_superuser_as_the_role_of_the_servers_is_found() -> None:
    assert states("role") == {"fault"}


def test_a_disabled_trigger_is_found() -> None:
    assert states("triggers") == {"ok"}
    execute("ALTER TABLE events_actionevent DISABLE TRIGGER USER")

    assert any(state == "fault" and "events_actionevent" in fact for state, fact in found("triggers"))


def test_commits_that_a_crash_would_lose_are_found() -> None:
    execute("SET LOCAL synchronous_commit = on")
    assert ("fault", "synchronous_commit is off") not in found("durability")
    execute("SET LOCAL synchronous_commit = off")

    assert ("fault", "synchronous_commit is off") in found("durability")


def test_timeouts_that_a_pooler_dropped_are_found(settings: Any) -> None:
    settings.TIMEOUTS = {"lock_timeout": "10s"}  # the value of the tests' connection
    assert states("timeouts") == {"ok"}
    execute("SET LOCAL lock_timeout = 0")

    assert states("timeouts") == {"fault"}


@pytest.mark.parametrize(("ahead", "state"), [(0, "ok"), (1_500, "warning"), (-3_600_000, "fault")])
def test_a_wrong_clock_is_found(monkeypatch: pytest.MonkeyPatch, ahead: int, state: str) -> None:
    import time

    monkeypatch.setattr("project.doctor.database.now_ms", lambda: round(time.time() * 1000) + ahead)

    assert states("clock") == {state}


def test_a_missing_migration_and_one_of_newer_code_are_found() -> None:
    assert states("migrations") == {"ok"}
    execute("INSERT INTO django_migrations (app, name, applied) VALUES ('events', '9999_newer', now())")
    assert states("migrations") == {"warning"}
    execute("DELETE FROM django_migrations WHERE app = 'sessions'")

    assert states("migrations") == {"fault"}


@pytest.mark.django_db(transaction=True)
def test_a_connection_for_listening_to_another_database_is_found(settings: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr("project.doctor.database.LISTEN_SECONDS", 0.2)
    settings.LISTEN_DATABASE_URL = ""
    assert states("listen") == {"ok"}
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
    facts = connection.get_connection_params()
    settings.LISTEN_DATABASE_URL = " ".join(
        f"{name}={value}"
        for name, value in {
            **{key: facts.get(key) for key in ("host", "port", "user", "password")},
            "dbname": "postgres",
        }.items()
        if value
    )

    assert states("listen") == {"fault"}


GOOD = [("b", "streaming", "sync", 0)]


@pytest.mark.parametrize(
    ("names", "standbys", "expected"),
    [
        ("b", GOOD, {"ok"}),
        ("b", [], {"fault"}),
        ("b", [("b", "streaming", "async", 0)], {"fault", "ok"}),
        ("", [], {"warning"}),
        ("b", [("b", "streaming", "sync", 2**30)], {"warning"}),
        ("b", [("b", None, None, None)], {"warning"}),
    ],
)
def test_standbys_that_do_not_follow_are_found(
    names: str, standbys: list[Any], expected: set[str], settings: Any
) -> None:
    settings.DATABASE_IS_NAMED = True
    assert {finding.state for finding in replication.judged(names, standbys)} == expected


def test_a_disk_that_is_almost_full_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    import shutil

    usage = type(shutil.disk_usage("/"))
    for free, state in ((50, "ok"), (8, "warning"), (2, "fault")):
        monkeypatch.setattr("shutil.disk_usage", lambda _, free=free: usage(100, 100 - free, free))
        assert {finding.state for finding in host.disk_has_room()} == {state}


@pytest.mark.parametrize(("host", "state"), [("localhost", "ok"), ("games.example", "warning")])
def test_an_installation_without_https_has_one_finding_about_it(host: str, state: str, settings: Any) -> None:
    settings.HTTPS = settings.SECURE_SSL_REDIRECT = settings.DATABASE_IS_NAMED = False
    settings.ALLOWED_HOSTS, settings.SECRETS_ARE_TEMPORARY = ["127.0.0.1", host], False
    settings.SECRET_KEY = secrets.token_hex(32)

    findings = list(found("settings"))

    assert [found for found, fact in findings if "HTTPS is off" in fact] == [state]
    assert [fact for found, fact in findings if found not in ("ok", state)] == []


def test_the_embedded_database_needs_no_standby(settings: Any) -> None:
    settings.DATABASE_IS_NAMED = False
    assert [finding.state for finding in replication.judged("", [])] == ["ok"]
    settings.DATABASE_IS_NAMED = True
    assert [finding.state for finding in replication.judged("", [])] == ["warning"]


FRESH = Backups(archives=True, can_look=True, wal_age=30, fails=False, base_age=3_600)


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        (FRESH, {"ok"}),
        (FRESH._replace(archives=False), {"warning"}),
        (FRESH._replace(can_look=False), {"ok", "warning"}),
        (FRESH._replace(wal_age=None), {"ok", "fault"}),
        (FRESH._replace(wal_age=1_000), {"ok", "fault"}),
        (FRESH._replace(fails=True), {"ok", "fault"}),
        (FRESH._replace(base_age=None), {"ok", "fault"}),
        (FRESH._replace(base_age=200_000), {"ok", "fault"}),
    ],
)
def test_a_backup_that_is_missing_or_old_is_found(
    known: Backups, expected: set[str], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATABASE_IS_NAMED = True
    monkeypatch.setattr(backup, "backups", lambda: known)
    assert states("backup") == expected

    settings.DATABASE_IS_NAMED = False
    assert states("backup") == {"ok"}


def test_error_reports_are_faults_only_if_an_operator_must_act() -> None:
    assert states("error_reports") == {"ok"}
    ErrorReport.objects.create(code="request_failed", place="here", first_seen_at=Now(), last_seen_at=Now())
    assert states("error_reports") == {"warning"}

    ErrorReport.objects.create(code="log_damaged", place="there", first_seen_at=Now(), last_seen_at=Now())

    assert states("error_reports") == {"warning", "fault"}


def test_debug_mode_is_found(settings: Any) -> None:
    settings.DEBUG = True

    assert any("DEBUG is on" in fact for state, fact in found("settings") if state == "fault")


@pytest.mark.parametrize("reason", broker.ADVICE)
def test_a_broker_that_is_lost_is_found(reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def lose() -> None:
        raise BrokerUnavailable(reason)

    monkeypatch.setattr(broker, "probe", lose)

    assert [(state, fact) for state, fact in found("broker")] == [("fault", f"the broker {reason}")]


def test_publishing_without_confirms_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unconfirmed:
        transport_options: dict[str, Any] = {}

    monkeypatch.setattr(broker, "_queue_type", lambda _, name: Finding("ok", name))

    assert [finding.state for finding in broker._rabbitmq(Unconfirmed())] == ["fault", *["ok"] * len(broker.QUEUES)]


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        ({"appendonly": "yes", "maxmemory-policy": "noeviction"}, {"ok"}),
        ({"appendonly": "no", "maxmemory-policy": "noeviction"}, {"warning"}),
        ({"appendonly": "yes", "maxmemory-policy": "allkeys-lru"}, {"ok", "fault"}),
    ],
)
def test_a_redis_that_may_lose_messages_is_found(config: dict[str, str], expected: set[str]) -> None:
    class Client:
        def config_get(self, name: str) -> dict[str, str]:
            return {name: config[name]}

    connected = type("Connected", (), {"default_channel": type("Channel", (), {"client": Client()})})

    assert {finding.state for finding in broker._redis(connected)} == expected


def test_a_lost_key_is_found_and_a_former_one_is_replaced(settings: Any) -> None:
    match, former, new = dalmuti(), settings.COMPTOIR_SECRET_KEY, secrets.token_hex(32)
    before = opened(match, former)
    assert states("keys") == {"ok"}

    settings.COMPTOIR_SECRET_KEY = new
    assert "fault" in states("keys")
    with pytest.raises(SecretUnreadable):
        secrets_reseal()

    settings.COMPTOIR_SECRET_KEY = f"{new},{former}"
    assert "warning" in states("keys")
    call_command("rotate_keys", stdout=io.StringIO())

    settings.COMPTOIR_SECRET_KEY = new
    assert states("keys") == {"ok"}
    assert opened(match, new) == before


def opened(match: Match, keys: str) -> dict[str, bytes]:
    cipher = cipher_of(keys)
    secrets_of_match = Secret.objects.filter(match=match)
    return {one.kind: cipher.decrypt(match.id.bytes, one.kind, bytes(one.sealed)) for one in secrets_of_match}


def test_a_lost_and_a_missing_push_key_are_found(settings: Any) -> None:
    assert states("push") == {"ok"}
    somebody().post("/me/push-subscriptions", Device.at("https://push.example.org/device"))
    assert states("push") == {"ok"}

    former, settings.COMPTOIR_PUSH_KEY = settings.COMPTOIR_PUSH_KEY, "5d" * 32
    assert states("push") == {"ok", "fault"}
    settings.COMPTOIR_PUSH_KEY = f"{'5d' * 32},{former}"
    assert states("push") == {"ok"}
    settings.COMPTOIR_PUSH_KEY = ""
    assert states("push") == {"warning", "fault"}
    settings.COMPTOIR_PUSH_KEY = "no key"
    assert states("push") == {"fault"}
    assert "no key" not in str(found("push"))


def test_a_lost_signing_key_is_found(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    dalmuti()
    global_log_witness()
    former = settings.COMPTOIR_SIGNING_SEED
    settings.COMPTOIR_SIGNING_SEED = secrets.token_hex(32)
    assert "fault" in states("keys")

    settings.COMPTOIR_SIGNING_SEED += f",{former}@..2027-01-01T00:00:00Z"
    assert len(keys_of(settings.COMPTOIR_SIGNING_SEED)) == 2
    assert states("keys") == {"ok"}


@pytest.mark.parametrize(("columns", "words"), [({"deadline_ms": 1}, "deadlines"), ({"ready_ms": 1}, "turns of bots")])
def test_a_scheduler_or_workers_that_do_not_run_are_found(columns: dict[str, int], words: str) -> None:
    match = dalmuti()
    PendingAction.objects.filter(match=match).update(deadline_ms=None, ready_ms=None)
    assert states("matches") == {"ok"}
    PendingAction.objects.filter(match=match).update(bot=True, **columns)

    assert any(state == "fault" and words in fact for state, fact in found("matches"))


def test_a_scheduler_that_has_stopped_is_found() -> None:
    assert ("fault", "no scheduler has worked") in found("processes")
    process_beat(name="scheduler 1", kind="scheduler", worked=True)
    assert states("processes") == {"ok"}
    Process.objects.update(worked_at=F("worked_at") - timedelta(minutes=2))

    process_beat(name="scheduler 1", kind="scheduler")

    assert any(state == "fault" and "for 120 seconds" in fact for state, fact in found("processes"))


def test_a_process_with_a_wrong_clock_or_other_keys_is_found(settings: Any) -> None:
    process_beat(name="scheduler 1", kind="scheduler", worked=True)
    with clock(lambda: round(time.time() * 1000) + 3_600_000):
        process_beat(name="scheduler 2", kind="scheduler")
    settings.COMPTOIR_SECRET_KEY += f",{secrets.token_hex(32)}"

    facts = found("processes")

    assert ("fault", "the clock of scheduler 2 is 3600.0 s ahead of the database's") in facts
    assert sum(state == "warning" and "other keys in COMPTOIR_SECRET_KEY" in fact for state, fact in facts) == 2


def test_overdue_mails_are_found() -> None:
    assert found("deliveries") == [("ok", "nothing due")]
    AccountEmail.objects.create(kind="recover", address="a@example.org", created_ms=1, due_ms=now_ms() - 300_000)

    assert found("deliveries") == [("fault", "1 e-mails about accounts due, the oldest for 300 seconds")]


def test_a_check_that_cannot_run_is_a_fault_and_stops_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> Iterator[Finding]:
        raise DatabaseError("gone")
        yield

    monkeypatch.setattr("project.doctor.CHECKS", {"keys": fails, "migrations": CHECKS["migrations"]})
    output = io.StringIO()

    with pytest.raises(SystemExit):
        call_command("doctor", "--json", stdout=output)

    lines = [json.loads(line) for line in output.getvalue().splitlines()]
    assert [(line["check"], line["state"]) for line in lines] == [("keys", "fault"), ("migrations", "ok")]
