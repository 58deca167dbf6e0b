"""The metrics count by route and contain no ids."""

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request
import uuid
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from django.db import OperationalError
from django.db.models import F
from django.test import Client
from prometheus_client import REGISTRY

from events.base.clock import now_ms
from events.log.models import Match, PendingAction
from events.notifications.models import Delivery, Notification, Webhook
from events.processes.metrics_server import serve_metrics
from events.processes.models import Process
from events.processes.services import process_beat
from events.proofs.services import match_audit
from events.timers.services import set_match_timers
from events.users.models import AccountEmail, Player
from project.database.backups import Backups
from project.observability import gauges
from project.observability.gauges import GAUGES, DatabaseCollector, Gauge
from tests.events.tables import dalmuti, fresh
from tests.stack import ROOT, free_port

pytestmark = pytest.mark.django_db


def counted(route: str, status: str) -> float:
    return (
        REGISTRY.get_sample_value("comptoir_requests_total", {"method": "GET", "route": route, "status": status}) or 0
    )


def test_a_request_is_counted_under_its_route() -> None:
    before = counted("livez", "200")

    Client().get("/livez")

    assert counted("livez", "200") == before + 1


def test_the_metrics_do_not_contain_ids_of_matches() -> None:
    match = str(uuid.uuid4())
    Client().get(f"/api/v1/matches/{match}")

    page = Client().get("/metrics").content.decode()

    assert "comptoir_request_seconds" in page
    assert match not in page


def test_the_metrics_do_not_contain_unknown_paths() -> None:
    Client().get("/canary-42")

    assert "canary" not in Client().get("/metrics").content.decode()


def status(**request: str) -> int:
    return Client().get("/metrics", **request).status_code


def test_without_a_token_the_metrics_are_served_only_to_the_same_host(settings) -> None:
    settings.COMPTOIR_METRICS_TOKEN, settings.COMPTOIR_PROXIES = "", 0

    assert [status(REMOTE_ADDR=address) for address in ("127.0.0.1", "127.8.8.8", "::1")] == [200, 200, 200]
    for address in ("192.0.2.7", "10.0.0.1", "::ffff:192.0.2.7", "", "unix:"):
        assert status(REMOTE_ADDR=address) == 404, address


@pytest.mark.parametrize("header", ["HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP", "HTTP_VIA"])
def test_a_forwarded_request_does_not_count_as_from_the_same_host(settings, header: str) -> None:
    settings.COMPTOIR_METRICS_TOKEN, settings.COMPTOIR_PROXIES = "", 0

    assert status(REMOTE_ADDR="127.0.0.1", **{header: "127.0.0.1"}) == 404


def test_behind_a_proxy_no_address_counts_as_the_same_host(settings) -> None:
    settings.COMPTOIR_METRICS_TOKEN, settings.COMPTOIR_PROXIES = "", 1

    assert status(REMOTE_ADDR="127.0.0.1") == 404


def test_the_metrics_are_served_to_every_host_that_sends_the_token(settings) -> None:
    settings.COMPTOIR_METRICS_TOKEN, settings.COMPTOIR_PROXIES = "scrape me", 1

    assert status(REMOTE_ADDR="192.0.2.7", HTTP_AUTHORIZATION="Bearer scrape me") == 200
    for header in ("Bearer scrape", "Bearer scrape me ", "Basic scrape me", "Bearer ", "scrape me", "Bearer é"):
        assert status(REMOTE_ADDR="127.0.0.1", HTTP_AUTHORIZATION=header) == 404, header
    assert status(REMOTE_ADDR="127.0.0.1") == 404


def value(name: str) -> float:
    (line,) = [line for line in page().splitlines() if line.startswith(f"{name} ")]
    return float(line.split()[1])


def page() -> str:
    return Client().get("/metrics").content.decode()


@pytest.fixture
def unread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes every scrape read the database again."""
    monkeypatch.setattr("project.observability.gauges.GAUGES", [gauge._replace(seconds=0) for gauge in GAUGES])


def test_the_metrics_show_overdue_prompts_and_waiting_turns(unread: None) -> None:
    match = dalmuti()
    PendingAction.objects.filter(match=match).update(bot=False, deadline_ms=None, ready_ms=None)
    assert (value("comptoir_overdue_prompts"), value("comptoir_ready_turns")) == (0, 0)

    PendingAction.objects.filter(match=match).update(
        deadline_ms=now_ms() - 60_000, bot=True, ready_ms=now_ms() - 90_000
    )

    assert value("comptoir_overdue_prompts") >= 1
    assert value("comptoir_overdue_prompt_age_seconds") == pytest.approx(60, abs=20)
    assert value("comptoir_ready_turn_age_seconds") == pytest.approx(90, abs=20)


def test_the_metrics_show_the_lag_of_a_projection(unread: None) -> None:
    match = dalmuti()
    name = 'comptoir_projection_lag_seconds{projection="rating"}'
    assert value(name) == 0

    Match.objects.filter(pk=match.pk).update(over_ms=now_ms() - 90_000, spectator_delay=30)
    set_match_timers(match.pk, {"rating": now_ms() - 1})

    assert value(name) == pytest.approx(60, abs=20)
    assert value('comptoir_projection_waiting_matches{projection="rating"}') == 1


def test_the_metrics_show_the_age_of_the_last_audit(unread: None) -> None:
    match = dalmuti()
    assert value("comptoir_last_verification_age_seconds") == -1

    match_audit(match=fresh(match))

    assert 0 <= value("comptoir_last_verification_age_seconds") < 3600


def test_a_gauge_that_times_out_affects_neither_other_gauges_nor_the_database_state(
    unread: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, values = GAUGES[0], DatabaseCollector._values

    def read(figures: DatabaseCollector, gauge: Gauge) -> tuple[float, ...]:
        if gauge.names == slow.names:
            raise OperationalError("canceling statement due to statement timeout")
        return values(figures, gauge)

    monkeypatch.setattr(DatabaseCollector, "_values", read)
    names = {line.split()[0] for line in page().splitlines() if line.startswith("comptoir_")}

    assert value("comptoir_database_up") == 1
    assert names >= {name for gauge in GAUGES[1:] for name in gauge.names}
    assert names.isdisjoint(slow.names)


def test_the_metrics_show_due_deliveries_only(unread: None) -> None:
    player = Player.objects.create(name="Ada", email="ada@example.org", is_email_confirmed=True)
    match, now = dalmuti(), now_ms()
    notice = Notification.objects.create(
        player=player, match=match, number=7, kind="your_turn", data={}, created_ms=now
    )
    hook = Webhook.objects.create(player=player, url="https://a.example", sealed=b"", kinds=[], created_ms=now)
    about = {"notice": notice, "player": player, "match": match, "number": 7, "due_ms": now - 20_000}
    Delivery.objects.create(**about, webhook=hook)
    Delivery.objects.create(**about)
    AccountEmail.objects.create(kind="confirm", player=player, created_ms=now, due_ms=now - 90_000)
    AccountEmail.objects.create(kind="confirm", player=player, created_ms=now, due_ms=now, lease_ms=now + 60_000)
    names = ("webhook_posts", "device_posts", "mails", "letters")

    assert [value(f"comptoir_due_{name}") for name in names] == [1, 0, 1, 1]
    assert value("comptoir_oldest_delivery_age_seconds") == pytest.approx(90, abs=20)

    AccountEmail.objects.all().delete()
    Delivery.objects.filter(webhook=hook).update(due_ms=now - 3_600_000)
    assert value("comptoir_oldest_delivery_age_seconds") < 1_000, "a new webhook may wait for its share"
    Webhook.objects.update(created_ms=0, tried_ms=1)
    assert value("comptoir_oldest_delivery_age_seconds") > 3_000

    Webhook.objects.update(retry_ms=now + 600_000)
    assert [value(f"comptoir_due_{name}") for name in names] == [0, 0, 1, 0]


def test_the_metrics_show_a_stopped_scheduler(unread: None) -> None:
    assert value("comptoir_scheduler_age_seconds") == -1
    process_beat(name="web 1", kind="web")
    process_beat(name="scheduler 2", kind="scheduler", worked=True)
    Process.objects.update(worked_at=F("worked_at") - timedelta(hours=1), clock_ahead_ms=-4_000)

    assert value("comptoir_processes") == 2
    assert value("comptoir_scheduler_age_seconds") == pytest.approx(3600, abs=20)
    assert value("comptoir_clock_difference_seconds") == 4


def test_the_metrics_show_a_database_that_does_not_answer(unread: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr("project.observability.gauges.connection", SimpleNamespace(cursor=fail))

    assert value("comptoir_database_up") == 0


def test_the_metrics_show_the_duration_of_an_append() -> None:
    def appended() -> float:
        return sum(
            REGISTRY.get_sample_value("comptoir_append_seconds_count", {"line": line}) or 0 for line in ("yes", "no")
        )

    before = appended()
    dalmuti()

    assert appended() > before


PRODUCTION = ROOT / "project" / "production"
DASHBOARD = PRODUCTION / "grafana.json"
RULES = PRODUCTION / "rules.yml"


@pytest.fixture
def named_database(settings: Any) -> None:
    """Makes the database one that an operator has named, whose backups have an age."""
    settings.DATABASE_IS_NAMED = True


def unknown(text: str) -> set[str]:
    """Returns the metrics in a dashboard or a rule that no node has."""
    samples = {line.split("{")[0].split(" ")[0] for line in page().splitlines() if not line.startswith("#")}
    families = set(re.findall(r"^# TYPE (\w+)", page(), re.MULTILINE))
    known = (
        samples | families | {f"{name}{end}" for name in families for end in ("_bucket", "_count", "_sum", "_total")}
    )
    return set(re.findall(r"comptoir_\w+", text)) - known


def test_the_dashboard_shows_only_metrics_that_exist() -> None:
    text = DASHBOARD.read_text()

    assert len(json.loads(text)["panels"]) == 12
    assert unknown(text) == set()
    assert unknown(text.replace("comptoir_ready_turns", "comptoir_turns")) == {"comptoir_turns"}


def test_every_alert_refers_to_metrics_that_exist(named_database: None) -> None:
    [group] = yaml.safe_load(RULES.read_text())["groups"]

    assert len({rule["alert"] for rule in group["rules"]}) == len(group["rules"]) == 10
    for rule in group["rules"]:
        assert re.search(r"comptoir_\w+|up\{job=", rule["expr"]), rule["alert"]
        assert unknown(rule["expr"]) == set(), rule["alert"]
        assert rule["annotations"]["summary"]


@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is not installed")
def test_every_alert_fires_by_its_cause_and_no_alert_during_normal_play() -> None:
    cases = Path(__file__).with_name("rules_test.yml")
    named = set(re.findall(r"alertname=\"(\w+)\"", cases.read_text()))

    tested = subprocess.run(["promtool", "test", "rules", cases], capture_output=True, text=True)

    assert tested.returncode == 0, tested.stdout + tested.stderr
    assert named == set(re.findall(r"alert: (\w+)", RULES.read_text()))


def test_the_metrics_show_the_age_of_backups(named_database: None, monkeypatch: pytest.MonkeyPatch) -> None:
    assert value("comptoir_backup_age_seconds") == value("comptoir_wal_archive_age_seconds") == -1

    monkeypatch.setattr(gauges, "backups", lambda: Backups(True, True, 30.0, False, 7_200.0))

    assert (value("comptoir_backup_age_seconds"), value("comptoir_wal_archive_age_seconds")) == (7_200, 30)


def test_the_embedded_database_has_no_age_of_backups(settings: Any) -> None:
    settings.DATABASE_IS_NAMED = False

    assert "comptoir_backup_age_seconds" not in page()
    assert "comptoir_wal_archive_age_seconds" not in page()


def test_a_process_without_requests_serves_its_metrics(settings: Any) -> None:
    settings.COMPTOIR_METRICS_PORT = free_port()
    serving = serve_metrics()
    assert serving is not None
    server, thread = serving

    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{settings.COMPTOIR_METRICS_PORT}/metrics", timeout=20) as answer:
            assert "comptoir_append_seconds" in answer.read().decode()
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_metrics_of_several_processes_are_added(tmp_path: Path) -> None:
    program = """
import os
from events.base.metrics import BOT_TURN_SECONDS, registry
for _ in range(2):
    if not os.fork():
        BOT_TURN_SECONDS.labels("no").observe(1)
        os._exit(0)
for _ in range(2):
    os.wait()
print(registry().get_sample_value("comptoir_bot_turn_seconds_count", {"thinking": "no"}))
"""
    environment = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}

    counted = subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True)

    assert counted.stdout == "2.0\n", counted.stderr
