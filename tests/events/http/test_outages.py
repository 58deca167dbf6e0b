"""A database, or a node of it, that is lost at any statement of a request: the answer is 503 with Retry-After.

What a request has done before the loss is rolled back or complete, as for a process that dies there; here only the
answers are looked at.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from django.db import InternalError, OperationalError, connection

from events.http import problems
from tests.events.calls import Caller
from tests.events.http.targets import taken_back
from tests.events.http.test_roles import BODIES, ELSEWHERE, NOWHERE, PRIVATE, everybody, private_match

pytestmark = pytest.mark.django_db

MOST_STATEMENTS = 80
FEWEST = 100  # routes that ask the database anything


class Loss:
    """Loses the database at one statement of a request, and what a transaction still asks for after it."""

    def __init__(self, at: int, lost: Callable[[], Exception], *, lasts: bool) -> None:
        self._at, self._lost, self._lasts = at, lost, lasts
        self._aborted: int | None = None
        self.statements = 0

    @property
    def has_come(self) -> bool:
        return self.statements >= self._at

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if str(sql).startswith(("SAVEPOINT", "RELEASE", "ROLLBACK")):
            return execute(sql, params, many, context)
        self.statements += 1
        depth = len(connection.savepoint_ids)
        if self._aborted is not None and depth >= self._aborted:
            raise InternalError("current transaction is aborted") from psycopg.errors.InFailedSqlTransaction()
        self._aborted = None
        if self.statements == self._at or (self._lasts and self.has_come):
            self._aborted = depth if depth > self._own and not self._lasts else None
            raise self._lost()
        return execute(sql, params, many, context)

    def __enter__(self) -> Loss:
        self._own = len(connection.savepoint_ids)
        self._wrapper = connection.execute_wrapper(self)
        self._wrapper.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self._wrapper.__exit__(*error)


def gone() -> Exception:
    error = OperationalError("server closed the connection unexpectedly")
    error.__cause__ = psycopg.OperationalError("server closed the connection unexpectedly")
    return error


def node_lost() -> Exception:
    error = InternalError("lost")
    error.__cause__ = psycopg.errors.InternalError_("failure on connection marked as essential: worker:5432")
    return error


def path_of(route: str, match: str) -> str:
    path = route.partition(" ")[2]
    names = {"match_id": match, "number": "1", "token": "no_such_link", "name": "Nobody", "game": "great_dalmuti"}
    return "/" + re.sub(r"<[a-z]+:(\w+)>", lambda name: names.get(name[1], NOWHERE), path)


def answers(
    route: str, caller: Caller, match: str, lost: Callable[[], Exception], *, lasts: bool
) -> Iterator[tuple[int, Any]]:
    """The answers to a request that loses the database at its first statement, its second, and so on."""
    method = route.partition(" ")[0]
    named = {"name": "Outage Role x"}
    body = {"POST players": named, "POST bots": {**named, "level": "good"}, **BODIES}.get(route, {})
    for at in range(1, MOST_STATEMENTS):
        with taken_back(), Loss(at, lost, lasts=lasts) as loss:
            answer = caller.call(method, path_of(route, match), None if method in ("GET", "DELETE") else body)
        if not loss.has_come:
            return
        yield at, answer
    raise AssertionError(f"{route} asks the database {MOST_STATEMENTS} times")


def is_busy(answer: Any) -> bool:
    return (answer.status_code, answer["Content-Type"]) == (503, problems.MEDIA_TYPE) and int(
        answer["Retry-After"]
    ) > 0


@pytest.mark.parametrize(("lost", "lasts"), [(gone, True), (node_lost, False)])
def test_a_lost_database_is_a_503_at_every_statement_of_every_route(
    lost: Callable[[], Exception], lasts: bool
) -> None:
    callers = everybody()
    match = private_match(callers)
    wrong, asking = [], set()

    for route in (*PRIVATE, *ELSEWHERE):
        for at, answer in answers(route, callers["creator"], match, lost, lasts=lasts):
            asking.add(route)
            if not is_busy(answer):
                wrong.append((route, at, answer.status_code))

    assert wrong == []
    assert len(asking) >= FEWEST


@pytest.mark.parametrize("lost", [gone, node_lost])
def test_an_outage_that_is_taken_for_a_defect_is_found(
    lost: Callable[[], Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    callers = everybody()
    match = private_match(callers)
    monkeypatch.setattr(problems, "_MEANINGS", problems._MEANINGS[:-1])
    route = "GET matches/<uuid:match_id>"

    statuses = {answer.status_code for _, answer in answers(route, callers["creator"], match, lost, lasts=True)}

    assert statuses == {500}
