"""Each statement about the tables of matches names one match, or is on the list of statements that merge many.

A distributed database sends a statement about one match to one node; the others have limits (docs/scaling.md).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import pytest
from django.db import connection

from events.log.models import ActionEvent, Match, PendingAction, Seat
from events.timers.services import set_match_timers
from project.database.division import COLUMNS, FUNCTIONS
from tests.events.calls import Caller, open_match, play_on
from tests.events.http.targets import taken_back
from tests.events.http.test_outages import path_of
from tests.events.http.test_roles import BODIES, ELSEWHERE, NOWHERE, PRIVATE, everybody, private_match
from tests.events.scheduling import run_due
from tests.events.tables import bots_answer

pytestmark = pytest.mark.django_db

_TABLE = re.compile(rf"\b({'|'.join(COLUMNS)})\b")
_NAMED = re.compile(
    r"""(?: \bowner | match_id
        | events_match"?\."?id | \bmatch\.id | \bhead\.match_id | (?<=WHERE\ )id )"? \s = \s \(? % """,
    re.X,
)
_INSERTED = re.compile(r'^INSERT INTO "?events_\w+"? \((?:[^)]*"?match_id"?|"id"|"owner")')

_CHANGES = re.compile(rf'^(?:UPDATE|DELETE FROM|INSERT INTO) "?(?:{"|".join(COLUMNS)})\b')

MERGED = {
    'FROM "events_match" WHERE "events_match"."creator_id" = %s': "what a closed account has created",
    'SELECT COUNT(*) AS "__count" FROM "events_match"': "whether a player may create one more match",
    '"events_seat"."player_id" = %s': "lists of a player",
    '"events_seat"."invited_id" = %s': "invitations of a player",
    '"events_formerholder"."player_id" = %s': "the seats that a player has left",
    '"events_formerholder"."match_id" IN (%s': "when the seats of the matches of a player changed hands",
    '"events_seat"."match_id" IN (%s': "the seats of the matches of a list",
    'FROM "events_seat" INNER JOIN "events_player"': "seats of closed accounts",
    "JOIN events_actionevent AS event USING (match_id, seq)": "the newest events of the matches of a list",
    'SELECT DISTINCT "events_match"."game"': "games with results that are not counted yet",
    'SELECT "events_match"."club" AS "club"': "matches whose results their clubs do not count yet",
    '"events_match"."has_orders"': "matches with standing orders",
    '"events_pending"."ready_ms" <= %s': "decisions of programs",
    "FROM events_matchtimer WHERE kind = ANY": "the next timers of matches",
    'WHERE "events_pending"."id" ': "pending work of matches that are over, page by page",
    "AS own WHERE own.match_id = seat.match_id": "where a player last moved in the matches of a list",
    "AS asked (match, seat, seq)": "what others have done since in the matches of a list",
    "SELECT DISTINCT ON (item.match_id)": "ready turns of bots",
    "AS match CROSS JOIN LATERAL": "matches that need a stored state",
    'SELECT DISTINCT "events_command"."owner"': "the stored replies of a closed account",
    'SELECT "events_command"."created_at"': "replies that are older than their days",
    "FROM events_outbox WHERE match_id = ANY": "notices of the matches that have just gone on",
    'DELETE FROM "events_invitation"': "links to matches of a closed account",
    'DELETE FROM "events_waitingplayer"': "waiting lists of matches that have begun",
}
"""Parts of the statements that read many matches, each with its purpose. None of them writes."""

PRUNED = 'DELETE FROM "events_command" WHERE ("events_command"."created_at" < %s'
"""The only statement that changes many parts at once: it deletes expired rows, the oldest first."""


def names_its_match(sql: str) -> bool:
    return bool(_NAMED.search(sql) or _INSERTED.match(sql) or any(name in sql for name in FUNCTIONS))


class Spy:
    """Records the statements about divided tables that name no match and are on no list."""

    def __init__(self) -> None:
        self.found: set[str] = set()
        self.merged: set[str] = set()
        self.statements = 0

    def __call__(self, execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
        text = " ".join(str(sql).split())
        if _TABLE.search(text):
            self.statements += 1
            may_merge = text.startswith(PRUNED) if _CHANGES.match(text) else any(part in text for part in MERGED)
            self.merged |= {part for part in MERGED if part in text}
            if not names_its_match(text) and not may_merge:
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

    assert not spy.found, "\n".join(text[-260:] for text in sorted(spy.found))
    assert spy.statements > 100


def test_moves_bots_and_timers_name_their_match() -> None:
    callers = [Caller(each.token, each.player) for each in list(everybody().values())[1:5]]
    with spying() as spy:
        match = open_match(callers[0], callers[1:], substitutes=True)
        play_on(callers, match, lambda head: head["seq"] >= 16)
        callers[1].post(f"/matches/{match}/resign")
        bots = open_match(callers[0], [], seats=[{"kind": "me"}, *[{"kind": "bot", "policy": "uniform"}] * 3])
        bots_answer(Match.objects.get(pk=bots))
        PendingAction.objects.filter(match=bots).update(deadline_ms=1)
        set_match_timers(UUID(bots), {"deadline": 1})
        run_due()

    assert not spy.found, "\n".join(text[-260:] for text in sorted(spy.found))
    assert spy.statements > 100


@pytest.mark.parametrize(
    "planted",
    [
        lambda: Seat.objects.filter(pk=1).update(resigned=True),
        lambda: Seat.objects.filter(player_id=NOWHERE).update(resigned=True),
        lambda: list(ActionEvent.objects.filter(type="message")),
    ],
)
def test_a_statement_that_names_no_match_is_found(planted: Callable[[], Any]) -> None:
    with spying() as spy:
        planted()

    assert len(spy.found) == 1


SEARCHES = (
    "",
    "seat=me",
    "to_act=me",
    "invited=me",
    "open_seats=true",
    "reliable=true",
    "reliable=true&open_seats=true",
    "rated=true",
    "clock=live",
    "clock=days",
    "status=running",
    "status=finished",
    "player=Somebody",
)


def joins_players(statements: list[str]) -> list[str]:
    """Returns the statements that fail because players are only on the first node."""
    return [
        text
        for text in statements
        if _TABLE.search(text) and re.search(r'JOIN "?events_player', text) and not names_its_match(text)
    ]


def statements_of(act: Callable[[], Any]) -> list[str]:
    statements: list[str] = []

    def note(execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
        statements.append(" ".join(str(sql).split()))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        act()
    return statements


def test_lists_of_matches_join_no_players() -> None:
    somebody = Caller(everybody()["creator"].token)

    for search in SEARCHES:
        assert joins_players(statements_of(lambda search=search: somebody.get(f"/matches?{search}"))) == [], search


def test_a_list_that_joins_players_is_found() -> None:
    assert joins_players(statements_of(lambda: list(Seat.objects.filter(player__kept=0))))
