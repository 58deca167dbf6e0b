"""Processes report their keys, their clocks, and whether the scheduler works."""

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
from django.db.models import F

from events.log.models import Secret
from events.processes import heartbeat
from events.processes.models import Process
from events.processes.selectors import live_processes
from events.processes.services import process_beat, processes_prune
from tests.events.calls import at_once
from tests.events.tables import dalmuti
from tests.project.deployment.files import local_command
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
    process_beat(name="scheduler 3", kind="scheduler")

    with pytest.raises(CommandError) as refused:
        rotated()
    assert "web 1 does not know it" in str(refused.value)
    assert "worker 2 knows it, but encrypts with another" in str(refused.value)
    assert "scheduler 3" not in str(refused.value)
    assert new not in str(refused.value)
    assert sealed() == before

    process_beat(name="web 1", kind="web")
    process_beat(name="worker 2", kind="worker")
    assert "encrypted again" in rotated()
    assert all(one != other for one, other in zip(before, sealed(), strict=True))


def test_a_killed_process_prevents_a_rotation_of_keys_for_less_than_a_minute(settings: Any) -> None:
    process_beat(name="web 1", kind="web")
    settings.COMPTOIR_SECRET_KEY = f"{secrets.token_hex(32)},{settings.COMPTOIR_SECRET_KEY}"
    Process.objects.update(seen_at=F("seen_at") - timedelta(minutes=1))

    assert "encrypted again" in rotated()
    assert list(live_processes()) == []

    assert processes_prune() == 0
    Process.objects.update(seen_at=F("seen_at") - timedelta(hours=1))
    assert processes_prune() == 1


def test_the_row_of_an_ended_process_is_deleted_at_once() -> None:
    """Others see the end although this test, like a command inside a transaction, commits nothing."""
    beating = heartbeat.begin("auditor")
    beating.end()

    (others,) = at_once(lambda: Process.objects.filter(name=beating.name).exists())
    assert not others


def test_only_a_process_that_works_touches_its_heartbeat_file(settings: Any, tmp_path: Path) -> None:
    settings.COMPTOIR_HEARTBEAT_FILE = str(tmp_path / "heartbeat")
    scheduler = heartbeat.ProcessHeartbeat("scheduler", must_work=True)

    scheduler.beat()
    assert not (tmp_path / "heartbeat").exists()
    scheduler.worked()
    scheduler.beat()
    assert (tmp_path / "heartbeat").exists()

    (tmp_path / "heartbeat").unlink()
    scheduler.beat()
    assert not (tmp_path / "heartbeat").exists()
    heartbeat.ProcessHeartbeat("worker").beat()
    assert (tmp_path / "heartbeat").exists()


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
    commands = [local_command("streams", free_port())]
    commands += [local_command(name) for name in ("worker", "scheduler")]
    with Server():
        running = [
            subprocess.Popen(
                [sys.executable, *words],
                cwd=ROOT,
                env=environment,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            for words in commands
        ]
        try:
            eventually(lambda: kinds() == {"streams": 1, "scheduler": 1, "web": 1, "worker": 1})
        finally:
            for process in running:
                process.send_signal(signal.SIGTERM)
            for process in running:
                process.wait(60)
        assert kinds() == {"web": 1}
    assert kinds() == {}
