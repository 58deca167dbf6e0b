"""Lists of matches read an index, not all matches: their time does not grow with the matches that are over."""

from __future__ import annotations

import re

import pytest
from django.db import connection, transaction

from events.matches.lobby.match_lists import Search, matches_found
from events.matches.table.open_decisions import _pending_of
from events.models import Match, Player, Seat

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]  # plans are of a version
FINISHED, PLAYERS = 2500, 100
SEARCHES = {
    "all": Search(),
    "of a status": Search(status="aborted"),
    "running": Search(status="running"),
    "open seats": Search(open_seats=True),
    "rated": Search(rated=True),
    "practice": Search(practice=True),
    "of a game": Search(game="negoces2"),
    "live": Search(clock="live"),
    "live and running": Search(clock="live", status="running"),
    "my seats": Search(seat=True),
    "waiting for me": Search(seat=True, to_act=True),
    "my invitations": Search(invited=True),
}
TABLES = (Match, Seat)
WALKED = {"all", "my seats"}  # nearly every match that they look at is on the page


@pytest.fixture
def player() -> Player:
    """One of many players, in a database with many matches that are over, and statistics of them."""
    players = Player.objects.bulk_create(Player(name=f"P {n}", name_key=f"p{n}") for n in range(PLAYERS))
    matches = Match.objects.bulk_create(
        Match(
            game="great_dalmuti", rules_version=1, options={}, size=2, status="finished", start="when_full",
            fairness="nonces", reveal="all", creator=players[number % PLAYERS],
        )
        for number in range(FINISHED)
    )  # fmt: skip
    Seat.objects.bulk_create(
        Seat(match=match, number=number, kind="player", player=players[(place + number) % PLAYERS])
        for place, match in enumerate(matches)
        for number in range(2)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE events_match, events_seat, events_pending")
        cursor.execute("SET LOCAL enable_seqscan = off")  # so few matches could be read whole: is there another way?
    return players[7]


def test_no_list_scans_all_matches_and_a_missing_index_is_found(player: Player) -> None:
    for caller in (player, None):
        for name, search in SEARCHES.items():
            if caller is None and (search.seat or search.invited or search.to_act):
                continue
            plan = matches_found(caller, search).order_by("-pk")[:21].explain()
            assert not _scanned(plan, may_walk=name in WALKED), f"{name}: {plan}"
    plan = _pending_of(player)[:50].explain()
    assert not _scanned(plan), plan

    for index, name in (("match_status", "of a status"), ("match_live", "live")):
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"DROP INDEX {index}")
            plan = matches_found(player, SEARCHES[name]).order_by("-pk")[:21].explain()
            transaction.set_rollback(True)
        assert _scanned(plan), f"without {index} its absence should be found: {plan}"


def _scanned(plan: str, may_walk: bool = False) -> bool:
    """Whether a plan reads a whole table of matches or seats, or a whole index of all of them.

    may_walk: whether it may look at matches by age, the latest first, until a page is full.
    """
    tables = "|".join(model._meta.db_table for model in TABLES)
    small = {index.name for model in TABLES for index in model._meta.indexes if index.condition}
    allowed = small | {"events_match_pkey"} if may_walk else small
    walk = rf"Index (?:Only )?Scan (?:Backward )?using (\w+) on (?:{tables})\b.*\n(?!\s+Index Cond)"
    return not set(re.findall(walk, plan)) <= allowed or re.search(rf"Seq Scan on ({tables})\b", plan) is not None
