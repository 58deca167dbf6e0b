"""An unexpected error is reported to the operator, even if its transaction is rolled back."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from celery import shared_task
from django.db import OperationalError, connection, transaction
from django.db.models import F
from django.test import Client

from bots import tasks
from events.base import error_reports
from events.base.error_reports import report, report_error
from events.log.models import Match
from events.processes.models import ErrorReport
from project.doctor import examine
from tests.events.calls import open_match, somebody
from tests.events.tables import dalmuti, ready_turns_of

pytestmark = pytest.mark.django_db(transaction=True)
SECRET = "canary-d41d8c"


class Defect(Exception):
    """An error whose text contains a secret."""


def raise_defect(*_: Any, **__: Any) -> Any:
    raise Defect(SECRET)


def only_report() -> ErrorReport:
    return ErrorReport.objects.get()


def test_a_move_that_fails_writes_an_error_report_without_its_body(monkeypatch: pytest.MonkeyPatch) -> None:
    callers = [somebody() for _ in range(4)]
    number = open_match(callers[0], callers[1:])
    monkeypatch.setattr("events.matches.table.moves._play_in_turn", raise_defect)
    monkeypatch.setattr("events.matches.table.moves._play_at_once", lambda *_: None)
    body = {"prompt": 1, "verb": SECRET, "args": {}}

    for _ in range(3):
        response = Client(raise_request_exception=False).post(
            f"/api/v1/matches/{number}/moves",
            body,
            "application/json",
            HTTP_AUTHORIZATION=f"Bearer {callers[0].token}",
        )
        assert response.status_code == 500

    raised = only_report()
    assert (raised.code, raised.count, str(raised.match)) == ("request_failed", 3, number)
    assert raised.request_id == response["X-Request-Id"]
    assert raised.place.startswith("events/matches/table/moves.py:")
    assert raised.message == "Defect: POST api/v1/matches/<uuid:match_id>/moves"
    assert SECRET not in str(ErrorReport.objects.values())
    assert raised.first_seen_at < raised.last_seen_at


@shared_task
def broken() -> None:
    raise_defect()


def test_a_task_that_fails_writes_an_error_report() -> None:
    broken.apply()

    assert (only_report().code, only_report().message) == (
        "task_failed",
        "Defect: task tests.events.base.test_error_reports.broken",
    )


def test_a_turn_of_a_bot_that_fails_writes_an_error_report(monkeypatch: pytest.MonkeyPatch) -> None:
    match = dalmuti(bots=4)
    monkeypatch.setattr(tasks, "_play", raise_defect)

    prompt, seat = ready_turns_of(match.pk)[0]
    tasks.play_turns.apply((match.pk, prompt, seat))

    assert (only_report().code, only_report().match) == ("task_failed", match.pk)


def test_an_error_report_is_kept_when_its_transaction_is_rolled_back() -> None:
    with pytest.raises(Defect), transaction.atomic():
        report("request_failed", "here", "words")
        raise_defect()

    assert only_report().place == "here"


def test_an_operational_error_of_the_database_writes_no_error_report() -> None:
    report_error("request_failed", OperationalError("lock timeout"), "POST")

    assert not ErrorReport.objects.exists()


def test_an_error_report_that_cannot_be_written_raises_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(error_reports, "own_connection", raise_defect)

    report("request_failed", "here", "words")

    assert not ErrorReport.objects.exists()


def test_error_reports_are_in_the_metrics_and_warnings_of_the_doctor() -> None:
    assert [finding.state for _, finding in examine(["error_reports"])] == ["ok"]
    match = Match(game="great_dalmuti").pk
    for _ in range(2):
        report("timer_failed", "here", "words", match)
    report("request_failed", "there" * 100, "more words" * 100)
    ErrorReport.objects.filter(code="timer_failed").update(last_seen_at=F("last_seen_at") - timedelta(hours=1))

    page = Client().get("/metrics").content.decode()
    assert 'comptoir_error_reports_total{code="timer_failed"} 2.0' in page
    assert 'comptoir_error_reports_total{code="request_failed"} 1.0' in page
    ages = dict(re.findall(r'^comptoir_error_report_age_seconds{code="(\w+)"} (\d+)', page, re.MULTILINE))
    assert 3_600 <= int(ages["timer_failed"]) < 3_700
    assert int(ages["request_failed"]) < 100
    findings = [finding for _, finding in examine(["error_reports"])]
    assert [finding.state for finding in findings] == ["warning", "warning"]  # errors of the program
    assert "timer_failed at here: words; 2 times" in findings[1].fact
    assert str(match) in findings[1].fact


def test_error_reports_that_did_not_recur_for_91_days_are_deleted() -> None:
    report("timer_failed", "here", "words")
    report("timer_failed", "there", "words")
    with connection.cursor() as cursor:
        cursor.execute("UPDATE events_alarm SET last_seen_at = now() - interval '91 days' WHERE place = 'here'")

    assert error_reports.error_reports_prune() == 1
    assert only_report().place == "there"
