"""Statements about the tables of matches name one match each, or stand on the list of those that merge many.

So a distributed database sends each of them to one node; what merges many has limits (docs/scaling.md).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection

from bots import tasks
from events import sweeper
from events.due import next_due_ms
from events.models import Pending, Seat
from tests.events.calls import Caller, first_move, open_match, play_on
from tests.events.http.targets import taken_back
from tests.events.http.test_roles import BODIES, ELSEWHERE, PRIVATE, everybody, private_match
from tests.events.http.test_outages import path_of
from tests.events.log.test_distribution import COLUMNS

pytestmark = pytest.mark.django_db

FUNCTIONS = ("events_append", "events_seal", "events_rewrite_pending")  # the match is their first argument
_TABLE = re.compile(rf"\b({'|'.join(COLUMNS)})\b")
_NAMED = re.compile(
    r"""(?: match_id | events_match"?\."?id | \bmatch\.id | \bhead\.match_id | (?<=WHERE\ )id )"? \s = \s \(? % """, re.X
)
_INSERTED = re.compile(r'^INSERT INTO "?events_\w+"? \((?:[^)]*"?match_id"?|"id")')

MERGED: dict[str, str] = {}
"""Parts of the statements that read many matches, each with what they are for."""


def names_its_match(sql: str) -> bool:
    return bool(_NAMED.search(sql) or _INSERTED.match(sql) or any(name in sql for name in FUNCTIONS))


class Spy:
    """Notes the statements about divided tables that name no match and are on no list."""

    def __init__(self) -> None:
        self.found: set[str] = set()
        self.statements = 0

    def __call__(self, execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
        text = " ".join(str(sql).split())
        if _TABLE.search(text):
            self.statements += 1
            if not names_its_match(text) and not any(part in text for part in MERGED):
                self.found.add(text)
        return execute(sql, params, many, context)


@contextmanager
def spying() -> Iterator[Spy]:
    spy = Spy()
    with connection.execute_wrapper(spy):
        yield spy


def test_every_request_names_its_match() -> None:
    callers = everybody()
    match = private_match(callers)

    with spying() as spy:
        for route in (*PRIVATE, *ELSEWHERE):
            method = route.partition(" ")[0]
            body = {"POST players": {"name": "Spied Role x"}, **BODIES}.get(route, {})
            with taken_back():
                callers["creator"].call(method, path_of(route, match), None if method in ("GET", "DELETE") else body)

    assert sorted(spy.found) == []
    assert spy.statements > 100


def test_moves_bots_and_the_sweeper_name_their_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeper, "_chores", {})
    callers = [Caller(each.token, each.player) for each in list(everybody().values())[1:5]]
    with spying() as spy:
        match = open_match(callers[0], callers[1:], substitutes=True)
        play_on(callers, match, lambda head: head["seq"] >= 16)
        callers[1].post(f"/matches/{match}/resign")
        bots = open_match(callers[0], [], seats=[{"kind": "me"}, *[{"kind": "bot", "policy": "uniform"}] * 3])
        tasks.play_ready(0.2)
        Pending.objects.filter(match=bots).update(deadline_ms=1)
        sweeper.sweep()
        next_due_ms()

    assert sorted(spy.found) == []
    assert spy.statements > 100


def test_a_statement_that_names_no_match_is_found() -> None:
    with spying() as spy:
        Seat.objects.filter(pk=1).update(resigned=True)

    assert len(spy.found) == 1


def test_each_entry_of_the_list_is_needed() -> None:
    assert all(MERGED.values())
