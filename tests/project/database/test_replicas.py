"""A replica serves the logs of finished matches, but no running play; without it nothing changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import OperationalError, connections
from django.test.utils import CaptureQueriesContext

from events.log import replicas, states
from events.log.models import Match
from project.doctor import examine, replication
from tests.events.calls import Caller, first_move, open_match, somebody

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "replica"])

LOG = ("events", "view", "view?at=3", "export", "proof")


@pytest.fixture(scope="module", autouse=True)
def replica(django_db_setup: None) -> Iterator[None]:
    """Makes a second connection to the same database, in place of a replica without delay."""
    same = connections["default"].settings_dict
    connections.databases["replica"] = {**same, "TEST": {**same["TEST"], "MIRROR": "default"}}
    yield
    connections["replica"].close()
    del connections["replica"]
    del connections.databases["replica"]


@pytest.fixture(autouse=True)
def answering(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keeps the failures of the replica within a test: none is remembered from another test or forgotten early."""
    monkeypatch.setattr(replicas, "_down_until", 0.0)
    monkeypatch.setattr(replicas, "DOWN_SECONDS", 3600.0)


def table(is_over: bool) -> tuple[list[Caller], str]:
    callers = [somebody() for _ in range(2)]
    match = open_match(callers[0], callers[1:], "monopoly_deal")
    if is_over:
        assert callers[1].post(f"/matches/{match}/resign").status_code == 200
    states.forget()
    return callers, match


def statements(alias: str, caller: Caller, path: str) -> tuple[Any, list[str]]:
    """Returns the response, and the statements that it sent to one of the databases."""
    with CaptureQueriesContext(connections[alias]) as captured:
        response = caller.get(path)
    return response, [query["sql"] for query in captured.captured_queries]


@pytest.mark.parametrize("what", LOG)
def test_the_log_of_a_finished_match_is_read_from_the_replica(what: str) -> None:
    callers, match = table(is_over=True)

    with CaptureQueriesContext(connections["default"]) as primary:
        response, used = statements("replica", callers[0], f"/matches/{match}/{what}")

    assert response.status_code == 200
    assert any("FROM events_actionevent" in sql for sql in used)
    assert not any("events_actionevent" in query["sql"] for query in primary.captured_queries)


@pytest.mark.parametrize("what", [*LOG, "legal-moves", "messages"])
def test_a_running_match_is_read_from_the_primary(what: str) -> None:
    callers, match = table(is_over=False)

    assert statements("replica", callers[0], f"/matches/{match}/{what}")[1] == []


def test_playing_a_match_never_queries_the_replica() -> None:
    callers, match = table(is_over=False)

    with CaptureQueriesContext(connections["replica"]) as replica:
        seat = callers[0].get(f"/matches/{match}").json()["to_act"][0]
        move = first_move(callers[seat], match)
        assert callers[seat].post(f"/matches/{match}/moves", move).status_code == 201
        assert callers[1].post(f"/matches/{match}/resign").status_code == 200
        assert callers[1].post(f"/matches/{match}/messages", {"text": "bravo"}).status_code == 201

    assert replica.captured_queries == []


def test_permissions_are_read_from_the_primary() -> None:
    _, match = table(is_over=True)
    Match.objects.filter(pk=match).update(visibility="private")

    response, used = statements("replica", somebody("Stranger"), f"/matches/{match}/events")

    assert response.status_code == 404
    assert used == []


def test_reads_after_a_request_to_the_replica_use_the_primary() -> None:
    callers, match = table(is_over=True)
    callers[0].get(f"/matches/{match}/events")

    assert replicas.alias() == "default"


@pytest.mark.parametrize("column", ["head_seq", "status"])
def test_a_replica_that_is_behind_is_not_used(column: str, monkeypatch: pytest.MonkeyPatch) -> None:
    callers, match = table(is_over=True)
    expected = callers[0].get(f"/matches/{match}/events").json()
    older = {"head_seq": 1, "status": "running"}
    honest = Match.objects.using

    class Behind:
        """The rows of the match on a delayed replica."""

        def __init__(self, rows: Any) -> None:
            self._rows = rows

        def filter(self, **columns: Any) -> Behind:
            return Behind(self._rows.filter(**columns))

        def values_list(self, *names: str) -> Behind:
            self._names = names
            return self

        def first(self) -> tuple[Any, ...]:
            row = self._rows.values(*self._names).first() | {column: older[column]}
            return tuple(row[name] for name in self._names)

    monkeypatch.setattr(Match.objects, "using", lambda alias: Behind(honest(alias)))

    response, used = statements("replica", callers[0], f"/matches/{match}/events")

    assert response.json() == expected
    assert not any("events_actionevent" in sql for sql in used)


def test_a_replica_that_does_not_answer_is_not_queried_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    callers, match = table(is_over=True)
    connections["replica"].close()
    monkeypatch.setitem(connections["replica"].settings_dict, "HOST", "/nowhere")
    tries = []
    honest = replicas._has
    monkeypatch.setattr(replicas, "_has", lambda asked: tries.append(asked) or honest(asked))

    answers = [callers[0].get(f"/matches/{match}/events") for _ in range(3)]

    assert {answer.status_code for answer in answers} == {200}
    assert len(tries) == 1


def test_a_replica_that_fails_during_a_request_is_a_503_once() -> None:
    callers, match = table(is_over=True)

    def failing(execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:
        if "FROM events_actionevent" in sql:
            raise OperationalError("canceling statement due to conflict with recovery")
        return execute(sql, parameters, many, context)

    with connections["replica"].execute_wrapper(failing):
        answers = [callers[0].get(f"/matches/{match}/events") for _ in range(2)]

    assert [answer.status_code for answer in answers] == [503, 200]


def test_without_a_replica_the_log_is_read_from_the_primary(monkeypatch: pytest.MonkeyPatch) -> None:
    callers, match = table(is_over=True)
    monkeypatch.setattr(replicas, "REPLICA", "none")

    assert callers[0].get(f"/matches/{match}/events").status_code == 200


def test_the_doctor_finds_a_replica_that_is_a_primary_or_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    [(_, primary)] = examine(["replica"])
    connections["replica"].close()
    monkeypatch.setitem(connections["replica"].settings_dict, "HOST", "/nowhere")
    [(_, silent)] = examine(["replica"])
    monkeypatch.setattr(replication, "REPLICA", "none")
    [(_, absent)] = examine(["replica"])

    assert [finding.state for finding in (primary, silent, absent)] == ["warning", "warning", "ok"]
    assert "leads to a primary" in primary.fact
    assert "does not answer" in silent.fact
