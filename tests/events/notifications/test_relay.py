"""Notifications are relayed from the outbox of a match to players, each once, even if processes are killed."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from uuid import UUID

import pytest
from django.db import connection, transaction

from events.base.clock import clock
from events.notifications import relay
from events.notifications.models import Notification, Outbox, Relayed
from events.notifications.relay import notify, relay_notified, relayed_prune
from events.notifications.statements import LOST_MS
from tests.events.calls import Caller, at_once, open_match, somebody
from tests.events.scheduling import run_due
from tests.events.steps import notices_relay
from tests.events.tables import standing_clock

pytestmark = pytest.mark.django_db(transaction=True)

KILLS = 50


class Table:
    """A match of four people, with processes that deliver no notifications."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.callers = [somebody() for _ in range(4)]
        self.match = open_match(self.callers[0], self.callers[1:])
        notices_relay()
        monkeypatch.setattr(relay, "notify", lambda match: None)

    def speak(self, caller: int = 0, times: int = 1) -> None:
        """Writes a notification to each of the three others."""
        for _ in range(times):
            assert self.callers[caller].post(f"/matches/{self.match}/messages", {"text": "x"}).status_code == 201


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(monkeypatch)


def spoken(listener: Caller) -> list[int]:
    """Returns the events that a player was notified of, by number, and checks that the numbers have no gaps."""
    notices = list(Notification.objects.filter(player=listener.player).order_by("number"))
    assert [notice.number for notice in notices] == list(range(1, len(notices) + 1))
    return [notice.data["seq"] for notice in notices if notice.kind == Notification.Kind.MESSAGE]


def in_a_process_that_is_killed(work: Callable[[], object]) -> None:
    """Runs work in a child that is killed during the work. Raises ChildProcessError if it ends otherwise."""
    child = os.fork()
    if child == 0:
        try:
            connection.connection = None  # the parent's
            work()
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    if not (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL):
        raise ChildProcessError("it was not killed")


@contextmanager
def dying_between_the_steps() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(relay, "_delete", lambda entries: os.kill(os.getpid(), signal.SIGKILL))
        yield


def test_a_relay_that_is_killed_between_its_steps_delivers_each_notice_once(table: Table) -> None:
    for _ in range(KILLS):
        table.speak()
        with dying_between_the_steps():
            in_a_process_that_is_killed(notices_relay)

    assert Outbox.objects.count() == KILLS
    assert notices_relay() == KILLS

    assert Outbox.objects.count() == 0
    for listener in table.callers[1:]:
        assert len(spoken(listener)) == KILLS == len(set(spoken(listener)))


def test_a_relay_that_forgets_delivered_keys_is_found(table: Table) -> None:
    table.speak()
    with dying_between_the_steps():
        in_a_process_that_is_killed(notices_relay)
    Relayed.objects.all().delete()

    notices_relay()

    assert len(spoken(table.callers[1])) == 2


def test_a_rolled_back_move_sends_no_notice(table: Table) -> None:
    with transaction.atomic():
        table.speak()
        transaction.set_rollback(True)

    assert notices_relay() == 0


def test_simultaneous_relays_deliver_each_notice_once_and_in_order(table: Table) -> None:
    table.speak(times=12)

    at_once(*[notices_relay] * 4)

    for listener in table.callers[1:]:
        assert spoken(listener) == sorted(set(spoken(listener)))
        assert len(spoken(listener)) == 12
    assert Outbox.objects.count() == 0


def test_a_process_delivers_the_waiting_notices_of_matches_it_has_written_to(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relay, "after_commit", lambda job: None)
    other = Table(monkeypatch)
    for each in (table, other):
        each.speak(times=2)

    notify(UUID(table.match))
    with transaction.atomic():
        notify(UUID(other.match))
        transaction.set_rollback(True)

    assert relay_notified() == 2
    assert {entry.match_id for entry in Outbox.objects.all()} == {UUID(other.match)}
    assert len(spoken(table.callers[1])) == 2
    assert relay_notified() == 0


def test_a_timer_delivers_the_notices_that_a_process_has_not_delivered(table: Table) -> None:
    table.speak()
    assert spoken(table.callers[1]) == []

    with clock(lambda: time.time_ns() // 1_000_000 + LOST_MS):
        run_due(periodic=False)

    assert len(spoken(table.callers[1])) == 1


def test_keys_of_delivered_notices_are_deleted_after_their_retention() -> None:
    with standing_clock() as hands:
        Relayed.objects.create(key="01a1fc63-81d9-71e5-8e58-f3c006995afd", at_ms=hands.now_ms)
        hands.now_ms += relay.KEYS_KEPT_MS

        assert relayed_prune() == 0
        hands.now_ms += 1
        assert relayed_prune() == 1
