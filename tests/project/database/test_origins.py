"""`matches.0003_forks` and `log.0008_origins` keep the origins of the forks and rematches of an earlier version."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command
from django.db import connection

from events.log.models import Match
from events.matches.lobby.match_detail import match_detail
from events.matches.models import Fork, Rematch
from tests.events.calls import Caller, open_match, somebody

pytestmark = pytest.mark.django_db

COLUMNS = "SELECT rematch_of_id, fork_of_id, fork_seq, fork_mode FROM events_match WHERE id = %s"


def query(statement: str, *values: Any) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchall() if cursor.description else []


def migrate(*target: str) -> None:
    query("SET CONSTRAINTS ALL IMMEDIATE")  # PostgreSQL refuses to change tables with foreign keys yet to check
    call_command("migrate", *target, verbosity=0)


def played_again(ada: Caller, bob: Caller, match: str) -> str:
    """Ends a match and starts its rematch; returns the id of the rematch."""
    assert bob.post(f"/matches/{match}/resign").status_code == 200
    ada.post(f"/matches/{match}/agreements/rematch")
    rematch: str = bob.post(f"/matches/{match}/agreements/rematch").json()["rematch"]
    return rematch


def test_forks_and_rematches_of_the_previous_version_keep_their_origins() -> None:
    ada, bob = somebody(), somebody()
    first = open_match(ada, [bob], "monopoly_deal")
    second = played_again(ada, bob, first)
    third = played_again(ada, bob, second)
    [seq] = [
        row["seq"] for row in ada.get(f"/matches/{first}/events").json()["items"] if row["type"] == "match.started"
    ]
    fork = ada.post(f"/matches/{first}/forks", {"at": seq, "mode": "exact"}).json()["id"]

    def shown() -> list[Any]:
        return [match_detail(Match.objects.get(pk=match)) for match in (first, second, third, fork)]

    def rows() -> tuple[list[Any], list[Any]]:
        return list(Fork.objects.values_list()), sorted(Rematch.objects.values_list(), key=str)

    before = shown(), rows()
    assert [detail["rematch"] for detail in before[0]] == [second, third, None, None]
    assert before[0][3]["forked_from"] == {"match": first, "seq": seq, "mode": "exact"}

    migrate("matches", "0002_indexes")

    origins = [query(COLUMNS, match)[0] for match in (first, second, third, fork)]
    assert origins == [
        (None, None, None, ""),
        (UUID(first), None, None, ""),
        (UUID(second), None, None, ""),
        (None, UUID(first), seq, "exact"),
    ]
    assert len(query("SELECT match_id FROM events_rematch")) == 2

    migrate()

    assert (shown(), rows()) == before
