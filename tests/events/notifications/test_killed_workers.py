"""Workers for notifications that are killed between the receiver's acceptance of a notification and its settlement."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psutil
import pytest

from events.notifications import deliveries
from events.notifications.models import Delivery
from tests.events.notifications.receivers import Receiver
from tests.events.notifications.test_deliveries import listening, numbers_of, turns
from tests.stack import ROOT
from tests.streaming import process_environment

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("streams")]
WORKERS, SECONDS = 2, 120.0
WORKER = """
import os, time, django
django.setup()
from django.conf import settings
from events.notifications import deliveries
settings.COMPTOIR_WEBHOOK_HOSTS = [os.environ["RECEIVER"]]
deliveries.LEASE_MS = 2_000
while True:
    deliveries.deliver()
    time.sleep(0.02)
"""


class Killer(Receiver):
    """A receiver that kills the first workers that post to it, each while it waits for the response."""

    def __init__(self) -> None:
        self.killed = list[int]()
        super().__init__()

    def accepted(self, port: int) -> bool:
        worker = next((w for w in psutil.Process().children() if w.pid not in self.killed and has_port(w, port)), None)
        if worker is None or len(self.killed) == WORKERS:
            return True
        self.killed.append(worker.pid)
        worker.kill()
        return False


def has_port(process: psutil.Process, port: int) -> bool:
    """Returns whether a process holds a connection from a port."""
    return any(connection.laddr.port == port for connection in process.net_connections())


@contextmanager
def workers(host: str) -> Iterator[Callable[[], None]]:
    """Runs processes that send notifications; yields a function that replaces ended processes."""
    environment, running = {**process_environment(), "RECEIVER": host}, list[subprocess.Popen[bytes]]()

    def fill_up() -> None:
        alive = [worker for worker in running if worker.poll() is None]
        missing = WORKERS - len(alive)
        running[:] = alive + [
            subprocess.Popen([sys.executable, "-c", WORKER], cwd=ROOT, env=environment) for _ in range(missing)
        ]

    try:
        yield fill_up
    finally:
        for worker in running:
            worker.kill()
            worker.wait()


def delivered(receiver: Killer, matches: list[str], ada: Any) -> dict[str, bool]:
    """Returns whether the notifications of each match arrived in order, for a receiver that ignores known ids."""
    once = {
        headers["webhook-id"]: notice for (headers, _), notice in zip(receiver.arrived, receiver.notices, strict=True)
    }
    return {
        match: [n["id"] for n in once.values() if n["match"] == match] == numbers_of(ada, match=match)
        for match in matches
    }


def test_each_notice_arrives_once_and_in_order_when_the_receiver_skips_known_ids(settings: Any) -> None:
    receiver = Killer()
    try:
        settings.COMPTOIR_WEBHOOK_HOSTS = [receiver.host]
        ada, _ = listening(receiver)
        matches = [turns(ada, moves) for moves in (5, 4, 3)]
        until = time.monotonic() + SECONDS
        with workers(receiver.host) as fill_up:
            while Delivery.objects.filter(state="pending").exists() and time.monotonic() < until:
                fill_up()
                time.sleep(0.1)

        assert len(receiver.killed) == WORKERS
        assert len(receiver.arrived) == len(numbers_of(ada)) + WORKERS, "what a killed worker has sent is sent again"
        assert delivered(receiver, matches, ada) == dict.fromkeys(matches, True)
    finally:
        receiver.close()


def test_a_repetition_under_another_id_is_found(settings: Any) -> None:
    """Planted fault: each attempt has its own id, so the receiver cannot detect the repetition."""
    receiver = Killer()
    try:
        settings.COMPTOIR_WEBHOOK_HOSTS = [receiver.host]
        ada, _ = listening(receiver)
        matches = [turns(ada, 3)]
        deliveries.deliver()
        headers, body = receiver.arrived[0]
        receiver.arrived.insert(1, ({**headers, "webhook-id": "another"}, body))

        assert delivered(receiver, matches, ada) == dict.fromkeys(matches, False)
    finally:
        receiver.close()
