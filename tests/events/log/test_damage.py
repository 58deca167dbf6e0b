"""A damaged log stops its match, but no other, in every process; the operator is notified at once."""

from __future__ import annotations

import time
from collections.abc import Callable
from io import StringIO
from typing import Any

import pgtrigger
import pytest
from django.core.management import call_command
from django.db import connection, transaction

from events.base.clock import clock, now_ms
from events.log import states
from events.log.errors import LogDamaged
from events.log.models import ActionEvent, Match, PendingAction
from events.processes.models import ErrorReport
from project.doctor import examine
from tests.events.calls import open_match, play_on, somebody
from tests.events.scheduling import run_due
from tests.events.steps import exhausted_turns, overdue_prompts
from tests.events.tables import dalmuti, fresh, ready_turns

pytestmark = pytest.mark.django_db(transaction=True)
DAMAGED = 9


class Table:
    """A running match of four people."""

    def __init__(self) -> None:
        self.callers = [somebody() for _ in range(4)]
        self.number = open_match(self.callers[0], self.callers[1:])
        self.play(14)

    def play(self, seq: int) -> None:
        play_on(self.callers, self.number, lambda head: head["seq"] >= seq)

    @property
    def match(self) -> Match:
        return Match.objects.get(pk=self.number)

    def row(self, seq: int = DAMAGED) -> ActionEvent:
        return ActionEvent.objects.get(match=self.number, seq=seq)


@pytest.fixture
def table() -> Table:
    return Table()


def rewritten(row: ActionEvent, **columns: Any) -> None:
    with pgtrigger.ignore("log.ActionEvent:append_only"):
        assert ActionEvent.objects.filter(pk=row.pk).update(**columns) == 1


def deleted(row: ActionEvent) -> None:
    with pgtrigger.ignore("log.ActionEvent:append_only"):
        ActionEvent.objects.filter(pk=row.pk).delete()


def core_changed(row: ActionEvent) -> None:
    core = bytes(row.core)
    rewritten(row, core=core.replace(b'"at_ms":1', b'"at_ms":2', 1))


def hash_changed(row: ActionEvent) -> None:
    rewritten(row, hash=bytes(32))


DAMAGES = [deleted, core_changed, hash_changed]
Damage = Callable[[ActionEvent], None]


def assert_stopped(table: Table) -> None:
    """Checks that the server refuses a view and a move with `log_damaged` and writes nothing."""
    head = table.match.head_seq
    for caller in table.callers:
        for response in (
            caller.get(f"/matches/{table.number}/view"),
            caller.post(f"/matches/{table.number}/moves", {"prompt": 1, "verb": "pass", "args": {}}),
        ):
            assert response.status_code == 500
            assert response["Content-Type"] == "application/problem+json"
            assert response.json()["code"] == "log_damaged"
    assert table.match.head_seq == head


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_new_process_stops_the_match_and_writes_an_error_report_at_once(table: Table, damage: Damage) -> None:
    damage(table.row())
    states.forget()

    assert_stopped(table)

    assert table.match.damaged_seq == DAMAGED
    report = ErrorReport.objects.get()
    assert (report.code, report.match, report.count) == ("log_damaged", table.match.pk, 1)
    assert [finding.state for _, finding in examine(["matches"]) if table.number in finding.fact] == ["fault"]


@pytest.mark.parametrize("damage", DAMAGES)
def test_the_last_event_is_checked(table: Table, damage: Damage) -> None:
    damage(table.row(table.match.head_seq))
    states.forget()

    assert_stopped(table)


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_process_with_a_cached_state_stops_once_another_process_found_the_damage(
    table: Table, damage: Damage
) -> None:
    warm = states.head(table.match)
    damage(table.row())
    with pytest.raises(LogDamaged):
        states.forget()
        states.head(table.match)
    states.keep(table.match.pk, warm)

    assert_stopped(table)


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_process_with_a_cached_state_checks_the_events_after_that_state(table: Table, damage: Damage) -> None:
    warm = states.head(table.match)
    table.play(warm.seq + 3)
    damage(table.row(warm.seq + 2))
    states.forget()
    states.keep(table.match.pk, warm)

    assert_stopped(table)
    assert table.match.damaged_seq == warm.seq + 2


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_view_of_an_earlier_event_is_checked(table: Table, damage: Damage) -> None:
    states.head(table.match)
    damage(table.row())

    response = table.callers[0].get(f"/matches/{table.number}/view?at={DAMAGED + 2}")

    assert (response.status_code, response.json()["code"]) == (500, "log_damaged")


def test_a_stale_cache_is_no_damage(table: Table) -> None:
    warm = states.head(table.match)
    table.play(warm.seq + 2)
    states.forget()
    states.keep(table.match.pk, warm._replace(hash=bytes(32)))

    assert table.callers[0].get(f"/matches/{table.number}/view").status_code == 200
    assert not ErrorReport.objects.exists()


def test_other_matches_continue_after_the_damage(table: Table) -> None:
    other = Table()
    deleted(table.row())
    states.forget()
    assert_stopped(table)
    before = other.match.head_seq

    other.play(before + 3)

    assert other.match.head_seq >= before + 3
    assert table.callers[0].get("/me/decisions").status_code == 200


def test_clocks_and_bots_skip_a_damaged_match(table: Table) -> None:
    due = {"deadline_ms": now_ms() - 1000, "ready_ms": now_ms() - 1000, "bot": True}
    PendingAction.objects.filter(match=table.number).update(**due)
    assert overdue_prompts()
    head = table.match.head_seq
    deleted(table.row())
    states.forget()

    with pytest.raises(LogDamaged):
        states.head(table.match)
    PendingAction.objects.filter(match=table.number).update(attempts=3)
    assert (overdue_prompts(), ready_turns(), exhausted_turns()) == ([], [], [])
    run_due(periodic=False)

    assert table.match.head_seq == head
    assert [report.code for report in ErrorReport.objects.all()] == ["log_damaged"]


def test_a_scheduler_that_finds_the_damage_continues_with_other_matches() -> None:
    with clock(lambda: round(time.time() * 1000) - 3_660_000):
        damaged, other = (dalmuti(clock={"per_move": 60, "on_timeout": "resign"}) for _ in range(2))
    before = fresh(damaged).head_seq, fresh(other).head_seq
    deleted(ActionEvent.objects.get(match=damaged, seq=2))
    states.forget()

    run_due(periodic=False)

    assert fresh(damaged).damaged_seq == 2
    assert fresh(damaged).head_seq == before[0]
    assert fresh(other).head_seq > before[1]


def test_a_match_with_restored_events_continues_after_an_audit(table: Table) -> None:
    row = table.row()
    core_changed(row)
    states.forget()
    assert_stopped(table)
    with pytest.raises(SystemExit):
        call_command("audit_matches", stdout=StringIO())
    assert table.match.damaged_seq == DAMAGED

    with transaction.atomic(), connection.cursor() as cursor:  # the statements of docs/operating.md
        cursor.execute("ALTER TABLE events_actionevent DISABLE TRIGGER USER")
        cursor.execute("UPDATE events_actionevent SET core = %s WHERE id = %s", [bytes(row.core), row.pk])
        cursor.execute("ALTER TABLE events_actionevent ENABLE TRIGGER USER")
    call_command("audit_matches", stdout=StringIO())

    assert table.match.damaged_seq is None
    before = table.match.head_seq
    table.play(before + 2)
    assert table.match.head_seq >= before + 2
