"""Counts the SQL statements of requests, so that a move needs few of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

import events.log.statements
from project.limits import DEFAULTS
from tests.events.calls import Caller, first_move, open_match, play_on, somebody

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("published_elsewhere")]
HEAD = "match.head_seq, match.head_hash"


@contextmanager
def statements() -> Iterator[list[str]]:
    """Yields the statements of the block, including those that open and close a transaction."""
    sent: list[str] = []
    with CaptureQueriesContext(connection) as captured:
        yield sent
    sent += [query["sql"] for query in captured]


def test_a_sealed_answer_before_the_last_needs_one_statement_to_read_and_one_to_write(settings):
    callers = [somebody() for _ in range(4)]
    match = open_match(callers[0], callers[1:])
    move = first_move(callers[0], match)
    settings.COMPTOIR_LIMITS = DEFAULTS

    with statements() as sent:
        answer = callers[0].post(f"/matches/{match}/moves", move)

    assert answer.json() == {"seq": None, "accepted": True}
    assert len(sent) == 2, sent
    assert "events_seal" in sent[1]


def test_a_move_that_finds_its_lock_busy_is_appended_again_under_the_lock(leader, monkeypatch):
    match, caller = leader
    move = first_move(caller, match)
    append, tries = events.log.statements.append, []

    def busy_at_first(*arguments: Any, **options: Any) -> bool:
        tries.append(arguments[-1])
        return len(tries) > 1 and append(*arguments, **options)

    monkeypatch.setattr(events.log.statements, "append", busy_at_first)
    answer = caller.post(f"/matches/{match}/moves", move)

    assert answer.status_code == 201
    assert tries == [False, True], "first without waiting for the lock, then under it"


@pytest.fixture
def leader(settings: Any) -> tuple[str, Caller]:
    """Returns a running match past its sealed taxes, and the caller to move; the process has read the match before."""
    callers = [somebody() for _ in range(4)]
    match = open_match(callers[0], callers[1:])
    play_on(callers, match, lambda head: len(head["to_act"]) == 1)
    settings.COMPTOIR_LIMITS = DEFAULTS
    return match, callers[callers[0].get(f"/matches/{match}").json()["to_act"][0]]


def test_a_move_needs_one_statement_to_read_and_one_to_write(leader):
    match, caller = leader
    move = first_move(caller, match)

    with statements() as sent:
        answer = caller.post(f"/matches/{match}/moves", move)

    assert answer.status_code == 201
    assert len(sent) == 2, sent
    assert HEAD in sent[0]
    assert "events_append" in sent[1]


def test_a_view_and_legal_moves_need_one_statement(leader):
    match, caller = leader
    for path in ("/view", "/legal-moves"):
        caller.get(f"/matches/{match}{path}")

        with statements() as sent:
            caller.get(f"/matches/{match}{path}")

        assert len(sent) == 1, sent
        assert HEAD in sent[0]


_INDEXED = """
    SELECT DISTINCT attribute.attname FROM pg_index AS index
    JOIN pg_attribute AS attribute ON attribute.attrelid = index.indrelid AND attribute.attnum = ANY (index.indkey)
        OR attribute.attrelid = index.indrelid AND pg_get_expr(index.indpred, index.indrelid) ~ attribute.attname
    WHERE index.indrelid = 'events_match'::regclass
"""


def indexed_columns() -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute(_INDEXED)
        return {name for (name,) in cursor.fetchall()}


MOVING = {"head_seq", "head_hash", "frontier", "last_at_ms"}


def test_a_move_changes_no_indexed_column_of_the_matches():
    assert not indexed_columns() & MOVING


def test_an_index_on_a_column_that_each_move_changes_is_found():
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("CREATE INDEX planted ON events_match (id) WHERE last_at_ms > 0")
        assert indexed_columns() & MOVING == {"last_at_ms"}
        transaction.set_rollback(True)
