"""Each stored reply has an owner; the code, the functions of a move and the migration determine the same one."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from events.log.idempotency import owner_of
from events.log.models import IdempotencyRecord
from tests.events.calls import open_match, play_on, somebody
from tests.events.log.test_distribution import rows

pytestmark = pytest.mark.django_db

MATCH, PLAYER = UUID(int=7), UUID(int=11)
SCOPES = {
    f"{MATCH}/3": MATCH,
    f"{PLAYER} POST /api/v1/matches": PLAYER,
    f"{PLAYER} POST /api/v1/matches/{MATCH}": MATCH,
    f"{PLAYER} POST /comptoir/api/v1/matches/{MATCH}/messages": MATCH,
    f"{PLAYER} POST invitations 00ff": PLAYER,
    f"{PLAYER} POST /api/v1/tournaments/{MATCH}/entry": PLAYER,
}
STORED = """
    INSERT INTO events_command (scope, key, body, ordered, status, answer, created_at)
    VALUES (%s, 'k', '', '[]', 201, '{}', now())
"""


def owners() -> dict[str, UUID | None]:
    return dict(rows("SELECT scope, owner FROM events_command"))


def test_the_owner_of_a_reply_is_the_match_of_its_request_or_else_the_player():
    assert {scope: owner_of(scope) for scope in SCOPES} == SCOPES


def test_the_match_of_a_move_owns_the_stored_reply():
    callers = [somebody() for _ in range(4)]
    match = open_match(callers[0], callers[1:])
    play_on(callers, match, lambda head: head["seq"] >= 8)
    callers[1].post(f"/matches/{match}/messages", {"text": "hello"}, Idempotency_Key="k")

    stored: list[Any] = list(IdempotencyRecord.objects.filter(scope__contains=match).values_list("owner", flat=True))

    assert len(stored) > 4
    assert set(stored) == {UUID(match)}


def test_an_index_finds_the_replies_of_a_player_whatever_the_collation_of_the_database():
    collation = """
        SELECT collname FROM pg_attribute JOIN pg_collation ON pg_collation.oid = attcollation
        WHERE attrelid = 'events_command'::regclass AND attname = 'scope'
    """

    assert rows(collation) == [("C",)]
