"""The loss of a database, or of a database node, during a request: the response is 503 with Retry-After.

The work of a request before the loss is rolled back or complete, as for a process that dies; these tests check only
the responses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import cycle
from typing import Any

import psycopg
import pytest
from django.db import DatabaseError, InternalError, OperationalError, connection
from django.http import HttpResponse

from events.http import problems
from tests.events.calls import Caller
from tests.events.http.targets import taken_back
from tests.events.http.test_roles import BODIES, ELSEWHERE, NOWHERE, PRIVATE, everybody, private_match

pytestmark = pytest.mark.django_db

NEVER = 10_000  # statements
CUT = HttpResponse(status=599)
FEWEST = 100  # routes that query the database
BEGUN = {
    "GET matches/<uuid:match_id>/export",  # generated while it is sent, so the connection is cut
    "GET me/export/matches",  # likewise
    "DELETE me",  # closes the account; the scheduler leaves the remaining matches
}
"""Routes that have answered, or have finished their work, before their last statements."""
FORGED = {"GET calendars/<str:token>"}
"""Routes that refuse this test's address by its signature, after queries for limits only, which may fail."""


class Loss:
    """Loses the database at one statement of a request, and refuses later statements of its transaction."""

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


def lost_at(route: str, caller: Caller, match: str, lost: Callable[[], Exception], at: int) -> tuple[Any, int]:
    """Returns the response to a request that loses the database at a statement, and the number of its statements.

    The response is CUT if it had begun, because a server then closes the connection.
    """
    method = route.partition(" ")[0]
    named = {"name": "Outage Role x"}
    body = {"POST players": named, "POST bots": {**named, "level": "good"}, **BODIES}.get(route, {})
    with taken_back(), Loss(at, lost, lasts=lost is gone) as loss:
        try:
            answer = caller.call(method, path_of(route, match), None if method in ("GET", "DELETE") else body)
        except DatabaseError:
            answer = CUT
    return answer, loss.statements


def answers(route: str, caller: Caller, match: str, lost: Callable[[], Exception]) -> Iterator[tuple[int, Any]]:
    """Yields the responses to a request that loses the database at its first, a middle, and its last statement."""
    _, statements = lost_at(route, caller, match, lost, NEVER)
    for at in sorted({1, (statements + 1) // 2, statements} - {0}):
        yield at, lost_at(route, caller, match, lost, at)[0]


def is_busy(answer: Any) -> bool:
    is_problem = (answer.status_code, answer.get("Content-Type")) == (503, problems.MEDIA_TYPE)
    return is_problem and int(answer["Retry-After"]) > 0


def test_a_lost_database_is_a_503_on_every_route() -> None:
    callers = everybody()
    match = private_match(callers)
    wrong, asking = [], set()

    for route, lost in zip((*PRIVATE, *ELSEWHERE), cycle((gone, node_lost))):
        for at, answer in answers(route, callers["creator"], match, lost):
            asking.add(route)
            if not is_busy(answer) and route not in FORGED and not (at > 1 and route in BEGUN):
                wrong.append((route, at, answer.status_code))

    assert not wrong, wrong
    assert len(asking) >= FEWEST


@pytest.mark.parametrize("lost", [gone, node_lost])
def test_an_outage_answered_as_a_server_error_is_found(
    lost: Callable[[], Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    callers = everybody()
    match = private_match(callers)
    monkeypatch.setattr(problems, "_MEANINGS", problems._MEANINGS[:-1])
    route = "GET matches/<uuid:match_id>"

    statuses = {answer.status_code for _, answer in answers(route, callers["creator"], match, lost)}

    assert statuses == {500}
