"""Pages of players: the public part, and the export with everything that is stored about a player."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from events.users.models import Player
from tests.events.calls import Caller, open_match, somebody

pytestmark = pytest.mark.django_db


def name_of(caller: Caller) -> str:
    name: str = caller.get("/me").json()["name"]
    return name


def page(caller: Caller, reader: Caller | None = None):
    return (reader or Caller()).get(f"/players/{quote(name_of(caller))}")


def test_a_page_counts_finished_public_matches_and_lists_running_ones():
    ada, grace = somebody("Ada"), somebody("Grace")
    finished, running = (open_match(ada, [grace], "monopoly_deal") for _ in range(2))
    assert grace.post(f"/matches/{finished}/resign").status_code == 200

    shown = page(ada).json()

    assert (shown["name"], shown["id"]) == (name_of(ada), ada.player)
    assert shown["games"] == [{"game": "monopoly_deal", "played": 1}]
    assert [match["id"] for match in shown["running"]] == [running]


@pytest.mark.parametrize("visibility", ["private", "unlisted"])
def test_a_page_does_not_count_matches_that_are_not_public(visibility: str):
    ada, grace = somebody("Ada"), somebody("Grace")
    before = page(ada).content
    seats = [{"kind": "me"}, {"kind": "player", "name": name_of(grace)}]
    body = {"game": "monopoly_deal", "seats": seats, "visibility": visibility}
    finished, running = (ada.post("/matches", body).json()["id"] for _ in range(2))
    for match in (finished, running):
        assert grace.post(f"/matches/{match}/seats").status_code == 201
    assert grace.post(f"/matches/{finished}/resign").status_code == 200

    assert page(ada).content == page(ada, reader=grace).content == before


def test_practice_matches_do_not_count_as_played():
    ada, grace = somebody("Ada"), somebody("Grace")
    match = open_match(ada, [grace], "monopoly_deal", seed="5c" * 32)
    assert grace.post(f"/matches/{match}/resign").status_code == 200

    assert page(ada).json()["games"] == []


def test_a_page_is_found_only_by_the_exact_name_of_an_active_player():
    ada = somebody("Ada")
    name = name_of(ada)

    assert Caller().get(f"/players/{quote(name.upper())}").status_code == 404
    assert Caller().get("/players/Nobody").status_code == 404
    Player.objects.filter(pk=ada.player).update(is_active=False)
    assert Caller().get(f"/players/{quote(name)}").status_code == 404


def test_a_new_player_has_the_address_of_their_page():
    answer = Caller().post("/players", {"name": "Marie d'Été-Noël 7x"})

    assert Caller().get(answer["Location"].removeprefix("/api/v1")).json()["name"] == "Marie d'Été-Noël 7x"


def test_an_export_has_the_data_of_the_caller_and_no_data_of_other_players():
    ada, grace = somebody("Ada"), somebody("Grace")
    match = open_match(ada, [grace], "monopoly_deal")
    said = ada.post(f"/matches/{match}/messages", {"text": "Good luck!"}).json()
    grace.post(f"/matches/{match}/messages", {"text": "You too!"})
    reserved = grace.post(
        "/matches", {"game": "monopoly_deal", "seats": [{"kind": "me"}, {"kind": "player", "name": name_of(ada)}]}
    ).json()["id"]

    export = ada.get("/me/export").json()

    assert export["profile"] == ada.get("/me").json()
    assert [token["id"] for token in export["tokens"]] == [token["id"] for token in ada.get("/tokens").json()["items"]]
    assert [(seat["match"], seat["seat"], seat["status"]) for seat in export["seats"]] == [(match, 0, "running")]
    assert export["invitations"] == [{"match": reserved, "seat": 1}]
    assert export["created"] == [match]
    assert export["messages"] == [{"match": match, "seq": said["seq"], "at": said["at"], "text": "Good luck!"}]
    assert {notice["kind"] for notice in export["notices"]} >= {"match_started", "message", "invited"}
    assert "You too!" not in str(export)
    assert Caller().get("/me/export").status_code == 401
