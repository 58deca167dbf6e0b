"""Lists of matches read an index, so their time does not grow with the number of finished matches."""

from __future__ import annotations

import pytest
from django.db import connection, transaction

from events.matches.lobby.match_lists import MatchSearch, matches_found
from events.matches.table.open_decisions import _pending_of
from events.users.models import Player
from tests.events.many_matches import is_scan, many_matches

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]  # plans depend on the version
SEARCHES = {
    "all": MatchSearch(),
    "of a status": MatchSearch(status="aborted"),
    "running": MatchSearch(status="running"),
    "open seats": MatchSearch(open_seats=True),
    "rated": MatchSearch(rated=True),
    "practice": MatchSearch(practice=True),
    "of a game": MatchSearch(game="negoces2"),
    "live": MatchSearch(clock="live"),
    "live and running": MatchSearch(clock="live", status="running"),
    "my seats": MatchSearch(seat=True),
    "waiting for me": MatchSearch(seat=True, to_act=True),
    "my invitations": MatchSearch(invited=True),
}
WALKED = {"all", "my seats"}  # nearly every match that they read is on the page


@pytest.fixture
def player() -> Player:
    """A player in a database with many players and many finished matches, whose statistics are current."""
    return many_matches()[7]


def test_no_list_scans_all_matches_and_a_missing_index_is_found(player: Player) -> None:
    for caller in (player, None):
        for name, search in SEARCHES.items():
            if caller is None and (search.seat or search.invited or search.to_act):
                continue
            plan = matches_found(caller, search).order_by("-pk")[:21].explain()
            assert not is_scan(plan, may_walk=name in WALKED), f"{name}: {plan}"
    plan = _pending_of(player)[:50].explain()
    assert not is_scan(plan), plan

    for index, name in (("match_status", "of a status"), ("match_live", "live")):
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"DROP INDEX {index}")
            plan = matches_found(player, SEARCHES[name]).order_by("-pk")[:21].explain()
            transaction.set_rollback(True)
        assert is_scan(plan), f"without {index} its absence should be found: {plan}"
