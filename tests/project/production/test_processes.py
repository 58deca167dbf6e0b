"""Processes announce themselves: their keys, their clocks, and that the sweeper works."""

from __future__ import annotations

import io
import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import OperationalError
from django.db.models import F

from events.models import Process, Secret
from events.processes import heartbeat
from events.processes.repeating import repeat
from events.processes.selectors import live_processes
from events.processes.services import process_beat, processes_prune
from project.production.local import Production, local_words
from project.production.places import Places
from project.production.plan import nodes
from tests.events.calls import at_once
from tests.events.tables import dalmuti
from tests.stack import ROOT, free_port
from tests.streaming import Server, process_environment

pytestmark = pytest.mark.django_db
LONGEST = 90.0  # seconds; importing everything takes long where many processes share a core


def rotated() -> str:
    output = io.StringIO()
    call_command("rotate_keys", stdout=output)
    return output.getvalue()


def sealed() -> list[bytes]:
    return [bytes(one) for one in Secret.objects.order_by("pk").values_list("sealed", flat=True)]


def test_keys_are_rotated_once_every_process_encrypts_with_the_new_one(settings: Any) -> None:
    dalmuti()
    before, former, new = sealed(), settings.COMPTOIR_SECRET_KEY, secrets.token_hex(32)
    process_beat(name="web 1", kind="web")
    settings.COMPTOIR_SECRET_KEY = f"{former},{new}"
    process_beat(name="worker 2", kind="worker")
    settings.COMPTOIR_SECRET_KEY = f"{new},{former}"
    process_beat(name="sweeper 3", kind="sweeper")

    with pytest.raises(CommandError) as refused:
        rotated()
    assert "web 1 does not know it" in str(refused.value)
    assert "worker 2 knows it, but encrypts with another" in str(refused.value)
    assert "sweeper 3" not in str(refused.value)
    assert new not in str(refused.value)
    assert sealed() == before

    process_beat(name="web 1", kind="web")
    process_beat(name="worker 2", kind="worker")
    assert "encrypted again" in rotated()
    assert all(one != other for one, other in zip(before, sealed(), strict=True))


def test_a_process_that_was_killed_holds_nothing_up_for_long(settings: Any) -> None:
    process_beat(name="web 1", kind="web")
    settings.COMPTOIR_SECRET_KEY = f"{secrets.token_hex(32)},{settings.COMPTOIR_SECRET_KEY}"
    Process.objects.update(seen_at=F("seen_at") - timedelta(minutes=1))

    assert "encrypted again" in rotated()
    assert list(live_processes()) == []

    assert processes_prune() == 0
    Process.objects.update(seen_at=F("seen_at") - timedelta(hours=1))
    assert processes_prune() == 1


def test_work_is_repeated_until_a_signal_and_a_lost_database_ends_a_round_only() -> None:
    rounds = list[int]()
    former = {name: signal.getsignal(name) for name in (signal.SIGTERM, signal.SIGINT)}

    def work() -> None:
        rounds.append(len(rounds))
        if len(rounds) == 1:
            raise OperationalError("server closed the connection unexpectedly")
        if len(rounds) == 3:
            os.kill(os.getpid(), signal.SIGTERM)

    try:
        repeat("archiver", 0.01, work)
    finally:
        for name, handler in former.items():
            signal.signal(name, handler)

    assert rounds == [0, 1, 2]


def test_a_process_that_ends_is_gone_for_others_at_once() -> None:
    """Although this test, like a command inside a transaction, commits nothing."""
    beating = heartbeat.begin("auditor")
    beating.end()

    (others,) = at_once(lambda: Process.objects.filter(name=beating.name).exists())
    assert not others


class Nothing(Production):
    """A deployment without nodes that notes to which password its pooler is set."""

    def point_pooler(self, primary: str) -> None:
        self.pooled = self.secrets["APP_PASSWORD"]


def test_a_rolling_upgrade_reads_the_secrets_again(tmp_path: Path) -> None:
    deployment = Nothing(Places("postgresql://nobody@127.0.0.1:1/none", "memory://", tmp_path, 8100))
    web, deployment.nodes = next(node.service for node in deployment.nodes if node.service.name == "web"), []
    file = tmp_path / "env"
    file.write_text(file.read_text().replace("COMPTOIR_SECRET_KEY=", "COMPTOIR_SECRET_KEY=" + "5d" * 32 + ","))
    deployment.port_of = lambda name: 6432  # type: ignore[method-assign]

    assert list(deployment.roll()) == []

    assert deployment.environment(web)["COMPTOIR_SECRET_KEY"].startswith("5d" * 32 + ",")
    assert deployment.pooled == deployment.secrets["APP_PASSWORD"]


def eventually(truth: Callable[[], bool]) -> None:
    until = time.monotonic() + LONGEST
    while not truth():
        assert time.monotonic() < until, list(Process.objects.values_list("name", "worked_at"))
        time.sleep(0.1)


def kinds() -> dict[str, int]:
    found = list(live_processes().values_list("kind", flat=True))
    return {kind: found.count(kind) for kind in found}


@pytest.mark.django_db(transaction=True)
def test_every_kind_of_server_announces_itself_until_it_stops() -> None:
    environment = {**os.environ, **process_environment(), "ALLOWED_HOSTS": "127.0.0.1", "HTTPS": "false"}
    environment["CELERY_BROKER_URL"] = "memory://"
    by_name = {node.name: node for node in nodes(free_port())}
    commands = [local_words(by_name[name]) for name in ("streams-1", "search", "notices", "mails")]
    commands += [["manage.py", "sweep"], ["manage.py", "audit_matches", "--every", "24"]]
    with Server():
        running = [
            subprocess.Popen([sys.executable, *words], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
            for words in commands
        ]  # fmt: skip
        try:
            all_of_them = {"auditor": 1, "mails": 1, "notices": 1, "search": 1, "streams": 1, "sweeper": 1, "web": 1}
            eventually(lambda: kinds() == all_of_them)
        finally:
            for process in running:
                process.send_signal(signal.SIGTERM)
            for process in running:
                process.wait(60)
        assert kinds() == {"web": 1}
    assert kinds() == {}


def test_a_command_runs_beside_a_local_deployment_with_the_environment_of_its_nodes(tmp_path: Path) -> None:
    environment = {**os.environ, "PROD_DATA": str(tmp_path), "PROD_PORT": "8700", "PROD_BROKER_URL": "memory://"}
    program = "from django.conf import settings; print(settings.COMPTOIR_SIGNING_SEED, settings.CELERY_BROKER_URL)"
    words = [sys.executable, "-m", "project.production", "manage", "shell", "--no-imports", "--command", program]

    run = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True)

    seed = next(line for line in (tmp_path / "env").read_text().splitlines() if "SIGNING_SEED" in line)
    assert run.stdout.split() == [seed.partition("=")[2], "memory://"], run.stderr
