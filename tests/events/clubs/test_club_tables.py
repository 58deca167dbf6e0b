"""Tables and tournaments of a club: visibility, access, default settings, and club ratings."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from events.clubs.models import ClubRating
from events.log import access
from events.log.models import Match
from events.matches.lobby import club_tables
from events.projections.services import projection_rebuild
from events.ratings.models import Rating
from events.streams.selectors import MatchSource, StreamListener
from events.timers.services import trigger_match_timers
from events.users.models import Player
from tests.events.calls import Caller, code, somebody
from tests.events.clubs.test_clubs import found, joined, name_of
from tests.events.steps import club_ratings_update, participations_store, ratings_update

pytestmark = pytest.mark.django_db
NOWHERE = "01a1fc63-81d9-71e5-8e58-f3c006995afd"
PATHS = ("", "/view", "/events", "/proof", "/export", "/presence", "/waiting-list", "/messages", "/text")


def create_table(caller: Caller, club: str, size: int = 2, **wish: Any) -> str:
    """Returns the path of a new table of a club."""
    body = {"game": "monopoly_deal", "club": club[7:], "seats": [{"kind": "me"}, *[{"kind": "open"}] * (size - 1)]}
    answer = caller.post("/matches", {**body, **wish})
    assert answer.status_code == 201, answer.content
    return f"/matches/{answer.json()['id']}"


def people() -> tuple[str, Caller, Caller, Caller, Caller]:
    """Returns a private club of Ada, Bob and Cem, and Eve as an outsider."""
    ada, bob, cem, eve = (somebody(name) for name in ("Ada", "Bob", "Cem", "Eve"))
    club = found(ada)
    joined(club, ada, bob, cem)
    return club, ada, bob, cem, eve


def listed(caller: Caller, query: str = "") -> list[str]:
    return [f"/matches/{each['id']}" for each in caller.get(f"/matches{query}").json()["items"]]


def over(table: str, loser: Caller) -> None:
    assert loser.post(f"{table}/resign").status_code == 200


def test_only_members_see_and_join_a_table_of_a_private_club():
    club, ada, bob, cem, eve = people()
    table = create_table(ada, club)

    assert ada.get(table).json()["visibility"] == "private"
    assert cem.get(table).json()["club"] == club[7:]
    assert listed(cem, f"?club={club[7:]}&open_seats=true") == listed(cem) == [table]
    for caller in (eve, Caller()):
        assert listed(caller) == listed(caller, f"?club={club[7:]}") == []
        assert {caller.get(table + path).status_code for path in PATHS} == {404}
    assert code(eve.post(f"{table}/seats")) == (404, "not_found")
    assert bob.post(f"{table}/seats").status_code == 201
    assert [cem.get(table + path).status_code for path in PATHS] == [200] * len(PATHS)
    assert code(eve.get(table)) == (404, "not_found")


def test_an_invitation_to_a_table_of_a_private_club_is_not_found_by_strangers():
    club, ada, bob, _, eve = people()
    table = create_table(ada, club)
    token = ada.post(f"{table}/invitations").json()["token"]

    for caller in (eve, Caller()):
        assert code(caller.get(f"/invitations/{token}")) == (404, "not_found")
    assert code(eve.post(f"/invitations/{token}")) == (404, "not_found")
    assert bob.get(f"/invitations/{token}").status_code == 200
    assert bob.post(f"/invitations/{token}").status_code == 201


@pytest.mark.parametrize(
    ("wish", "pointer"),
    [
        ({"club": NOWHERE}, "/club"),
        ({"visibility": "public"}, "/visibility"),
        ({"visibility": "unlisted"}, "/visibility"),
        ({"seats": [{"kind": "me"}, {"kind": "player"}]}, "/seats/1/name"),
    ],
)
def test_a_table_that_is_open_to_players_outside_a_private_club_is_refused(wish: dict[str, Any], pointer: str):
    club, ada, _, _, eve = people()
    if "seats" in wish:
        wish["seats"][1]["name"] = name_of(eve)
    body = {"game": "monopoly_deal", "club": club[7:], "seats": [{"kind": "me"}, {"kind": "open"}], **wish}

    answer = ada.post("/matches", body)

    assert [error["pointer"] for error in answer.json()["errors"]] == [pointer]
    assert not Match.objects.exists()


def test_a_stranger_gets_the_same_error_for_a_private_and_an_unknown_club():
    club, _, _, _, eve = people()
    body = {"game": "monopoly_deal", "seats": [{"kind": "me"}, {"kind": "open"}]}

    answers = [eve.post("/matches", {**body, "club": one}) for one in (club[7:], NOWHERE)]

    assert answers[0].json()["errors"] == answers[1].json()["errors"]


def test_a_removed_member_sees_only_matches_in_which_they_have_a_seat():
    club, ada, bob, _, _ = people()
    running, still_open, other = create_table(ada, club), create_table(ada, club, 3), create_table(ada, club, 3)
    assert bob.post(f"{running}/seats").status_code == 201
    assert bob.post(f"{still_open}/seats").status_code == 201
    seats = [{"kind": "me"}, {"kind": "player", "name": name_of(bob)}]
    kept = create_table(ada, club, seats=seats)

    assert ada.delete(f"{club}/members/{name_of(bob)}").status_code == 204

    assert listed(bob) == [running]
    assert bob.get(running).json()["status"] == "running"
    assert [bob.get(table).status_code for table in (still_open, other, kept)] == [404] * 3
    assert [seat["kind"] for seat in ada.get(still_open).json()["seats"]] == ["player", "open", "open"]
    assert ada.get(kept).json()["seats"][1]["invited"] is None
    over(running, ada)
    assert code(bob.post(f"{running}/agreements/rematch")) == (403, "forbidden")


def test_the_stream_of_a_removed_member_ends():
    club, ada, bob, cem, _ = people()
    table = create_table(ada, club)
    bob.post(f"{table}/seats")
    source, listeners = MatchSource(UUID(table[9:])), [StreamListener(UUID(one.player)) for one in (bob, cem)]
    assert None not in source.read(dict.fromkeys(listeners, -1)).values()

    for caller in (bob, cem):
        ada.delete(f"{club}/members/{name_of(caller)}")

    seated, watching = source.read(dict.fromkeys(listeners, -1)).values()
    assert seated is not None and watching is None


def test_a_creator_who_leaves_the_club_no_longer_sees_the_table():
    club, _, bob, cem, _ = people()
    table = create_table(bob, club, seats=[{"kind": "open"}, {"kind": "open"}])

    bob.delete(f"{club}/members/{name_of(bob)}")

    assert code(bob.get(table)) == (404, "not_found")
    assert listed(bob) == []
    assert listed(cem) == [table]


def test_a_replay_of_a_private_club_is_not_public():
    club, ada, bob, cem, _ = people()
    table = create_table(ada, club)
    bob.post(f"{table}/seats")
    over(table, bob)

    for caller in (ada, cem):
        assert code(caller.post(f"{table}/replay-links", {"as": "spectator"})) == (403, "forbidden")


def test_a_public_club_may_have_a_private_table():
    ada, bob, eve = somebody("Ada"), somebody("Bob"), somebody("Eve")
    club = found(ada, visibility="public")
    joined(club, ada, bob)
    closed, public = create_table(ada, club, visibility="private"), create_table(ada, club)

    assert sorted(listed(bob, f"?club={club[7:]}")) == sorted([closed, public])
    assert listed(eve, f"?club={club[7:]}") == [public]
    assert eve.get(public).json()["club"] == club[7:]
    assert eve.post(f"{public}/seats").status_code == 201


# Defaults of the club


def test_a_table_starts_with_the_defaults_of_the_club():
    club, ada, bob, _, eve = people()
    house = {"options": {"end": {"hands": 3}}, "clock": {"per_move": 7200}}
    path = f"{club}/defaults/great_dalmuti"

    assert code(bob.call("PUT", path, house)) == (403, "forbidden")
    assert code(eve.call("PUT", path, house)) == (404, "not_found")
    assert ada.call("PUT", path, house).json() == {"game": "great_dalmuti", **house}
    assert bob.get(f"{club}/defaults").json()["items"] == [{"game": "great_dalmuti", **house}]

    usual = bob.get(create_table(bob, club, 4, game="great_dalmuti")).json()
    own = bob.get(create_table(bob, club, 4, game="great_dalmuti", options={"end": {"hands": 1}}, clock=None)).json()

    assert (usual["options"]["end"], usual["clock"]["per_move"]) == ({"hands": 3}, 7200)
    assert (own["options"]["end"], own["clock"]["per_move"]) == ({"hands": 1}, None)
    assert ada.delete(path).status_code == 204
    assert bob.get(f"{club}/defaults").json()["items"] == []


@pytest.mark.parametrize(
    ("house", "pointer"),
    [
        ({"options": {"no_such": 1}}, "/options/no_such"),
        ({"options": {"end": {"hands": 0}}}, "/options/end"),
        ({"clock": {"bank": 60}}, "/clock/increment"),
        ({"options": []}, "/options"),
        ({"club": 1}, "/club"),
    ],
)
def test_invalid_defaults_are_refused(house: dict[str, Any], pointer: str):
    club, ada, *_ = people()

    answer = ada.call("PUT", f"{club}/defaults/great_dalmuti", house)

    assert code(answer) == (400, "malformed")
    assert [error["pointer"][: len(pointer)] for error in answer.json()["errors"]] == [pointer]
    assert ada.get(f"{club}/defaults").json()["items"] == []
    assert code(ada.call("PUT", f"{club}/defaults/no_such_game", {})) == (404, "not_found")


# Ratings


def rated_match(club: str, winner: Caller, loser: Caller, **wish: Any) -> str:
    table = create_table(winner, club, rated=True, **wish)
    assert loser.post(f"{table}/seats").status_code == 201
    over(table, loser)
    return table


def test_a_rated_match_of_a_private_club_counts_in_the_club_alone():
    club, ada, bob, _, eve = people()
    rated_match(club, ada, bob)
    path = f"{club}/ratings/monopoly_deal"

    assert (ratings_update(), club_ratings_update()) == (0, 1)
    assert (ratings_update(), club_ratings_update()) == (0, 0)
    lines = bob.get(path).json()["items"]
    assert [(line["place"], line["player"], line["matches"]) for line in lines] == [
        (1, name_of(ada), 1),
        (2, name_of(bob), 1),
    ]
    assert not Rating.objects.exists()
    assert eve.get("/ratings").json()["items"] == []
    assert code(eve.get(path)) == (404, "not_found")
    assert participations_store() == 0


def test_a_public_match_of_a_public_club_counts_in_the_club_and_globally():
    ada, bob = somebody("Ada"), somebody("Bob")
    club = found(ada, visibility="public")
    rated_match(club, ada, bob)

    assert (ratings_update(), club_ratings_update()) == (1, 1)
    both = [Rating.objects.order_by("-rating"), ClubRating.objects.order_by("-rating")]
    assert [each.values_list("rating", flat=True)[0] for each in both] == [both[0][0].rating] * 2
    assert [line["player"] for line in ada.get(f"{club}/ratings/monopoly_deal").json()["items"]] == [name_of(ada)]


def test_a_match_that_ended_before_a_rated_match_rebuilds_the_ratings_of_the_club():
    club, ada, bob, cem, _ = people()
    tables = [rated_match(club, *pair) for pair in ((ada, bob), (bob, cem), (cem, ada), (ada, cem))]
    Match.objects.filter(pk=tables[1][9:]).update(is_blinded=True)
    club_ratings_update()
    Match.objects.filter(pk=tables[1][9:]).update(is_blinded=False)
    trigger_match_timers(UUID(tables[1][9:]))

    assert club_ratings_update() == 1

    assert projection_rebuild(name="club_rating") == (4, 0)
    assert set(ClubRating.objects.values_list("matches", flat=True)) == {2, 3}


def test_a_rated_match_writes_only_the_ratings_of_its_players():
    club, ada, bob, cem, _ = people()
    rated_match(club, ada, bob)
    club_ratings_update()
    rated_match(club, bob, cem)

    with CaptureQueriesContext(connection) as sent:
        assert club_ratings_update() == 1

    assert sum(query["sql"].startswith('UPDATE "events_clubrating"') for query in sent) == 1


def test_a_former_member_is_not_in_the_ratings_of_the_club():
    club, ada, bob, _, _ = people()
    rated_match(club, ada, bob)
    club_ratings_update()

    bob.delete(f"{club}/members/{name_of(bob)}")

    assert [line["player"] for line in ada.get(f"{club}/ratings/monopoly_deal").json()["items"]] == [name_of(ada)]


# Tournaments

CUP = {"title": "Cup", "game": "monopoly_deal", "seats": 2, "format": "knock_out", "max_players": 4}


def test_a_tournament_of_a_private_club_is_visible_only_to_its_members():
    club, ada, bob, cem, eve = people()
    answer = bob.post("/tournaments", {**CUP, "club": club[7:], "rated": True})
    cup = f"/tournaments/{answer.json()['id']}"

    assert answer.json()["visibility"] == "private"
    assert [each["club"] for each in cem.get(f"/tournaments?club={club[7:]}").json()["items"]] == [club[7:]]
    for caller in (eve, Caller()):
        assert code(caller.get(cup)) == (404, "not_found")
        assert caller.get("/tournaments").json()["items"] == []
    assert code(eve.post(f"{cup}/entries")) == (404, "not_found")
    assert cem.post(f"{cup}/entries").status_code == 201
    assert code(cem.post(f"{cup}/cancel")) == (403, "forbidden")
    assert code(bob.call("PUT", f"{cup}/organisers/{quote(name_of(eve))}")) == (404, "not_found")
    assert bob.call("PUT", f"{cup}/organisers/{quote(name_of(cem))}").status_code == 200
    bob.delete(f"{club}/members/{name_of(bob)}")
    assert code(bob.get(cup)) == (404, "not_found")
    assert ada.post(f"{cup}/cancel").json()["status"] == "cancelled"
    assert code(eve.post("/tournaments", {**CUP, "club": club[7:]})) == (400, "malformed")
    assert code(ada.post("/tournaments", {**CUP, "club": club[7:], "visibility": "unlisted"})) == (400, "malformed")
    assert code(ada.post("/tournaments", {**CUP, "club": club[7:], "invited": [name_of(eve)]})) == (400, "malformed")


# Planted faults


def test_a_seat_given_without_a_check_of_membership_is_found(monkeypatch: pytest.MonkeyPatch):
    club, ada, _, _, eve = people()
    token = ada.post(f"{create_table(ada, club)}/invitations").json()["token"]
    for module in ("seats", "invitations"):
        monkeypatch.setattr(f"events.matches.lobby.{module}.may_sit", lambda *_: True)

    assert eve.post(f"/invitations/{token}").status_code == 201
    assert club_tables.may_sit(Match.objects.get(), Player.objects.get(pk=eve.player)) is False


def test_a_list_made_without_a_check_of_membership_is_found(monkeypatch: pytest.MonkeyPatch):
    club, ada, _, _, eve = people()
    table = create_table(ada, club)
    monkeypatch.setattr(access, "clubs_of", lambda _: [club[7:]])

    assert listed(eve) == [table]
