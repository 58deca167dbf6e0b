"""Clubs: members, organisers, and the rule that a club always has an owner."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import override_settings

from events.clubs import services
from events.clubs.models import Club, ClubInvitation, ClubMember
from events.clubs.services import MOST_MEMBERS
from events.users.models import Player
from tests.events.calls import Caller, code, somebody

pytestmark = pytest.mark.django_db


def name_of(caller: Caller) -> str:
    return str(Player.objects.get(pk=caller.player).name)


def found(owner: Caller, name: str = "Les Mardis", **wish: Any) -> str:
    """Returns the path of a new club; private unless the wish says otherwise."""
    answer = owner.post("/clubs", {"name": name, "visibility": "private", **wish})
    assert answer.status_code == 201, answer.content
    return f"/clubs/{answer.json()['id']}"


def joined(club: str, owner: Caller, *callers: Caller) -> None:
    """Lets callers join a club by a link."""
    token = owner.post(f"{club}/invitations").json()["token"]
    for caller in callers:
        assert caller.post(f"/club-invitations/{token}").status_code == 201


def role(club: str, caller: Caller) -> Any:
    return caller.get(club).json().get("role")


def set_role(club: str, owner: Caller, caller: Caller, role: str) -> Any:
    return owner.call("PATCH", f"{club}/members/{name_of(caller)}", {"role": role})


def test_a_private_club_is_not_found_by_other_players():
    ada, eve = somebody("Ada"), somebody("Eve")
    club = found(ada)

    for caller in (eve, Caller()):
        for path in ("", "/members", "/defaults", "/ratings/great_dalmuti"):
            assert code(caller.get(club + path)) == (404, "not_found")
        assert caller.get("/clubs").json()["items"] == []
    assert code(eve.post(f"{club}/members")) == (404, "not_found")
    assert ada.get("/clubs").json()["items"][0]["name"] == "Les Mardis"


def test_a_public_club_is_found_by_its_name_and_joined_on_request():
    ada, bob = somebody("Ada"), somebody("Bob")
    found(ada, "Open Club", visibility="public", about="Everybody")
    club = "/clubs/Open Club"

    assert Caller().get(club).json()["about"] == "Everybody"
    assert bob.post(f"{club}/members").json()["role"] == "asking"
    assert bob.post(f"{club}/members").status_code == 201
    assert code(bob.get(f"{club}/members?asking=true")) == (403, "forbidden")
    assert [each["name"] for each in ada.get(f"{club}/members?asking=true").json()["items"]] == [name_of(bob)]
    assert [each["name"] for each in bob.get(f"{club}/members").json()["items"]] == [name_of(ada)]
    assert set_role(club, ada, bob, "member").json()["role"] == "member"
    assert Caller().get(club).json()["number_of_members"] == 2
    assert code(bob.post(f"{club}/members")) == (409, "already_member")


def test_a_name_is_unique_among_public_clubs_only():
    ada = somebody("Ada")
    found(ada, "Café Club")

    found(ada, "Café Club", visibility="public")

    again = ada.post("/clubs", {"name": "cafe  club", "visibility": "public"})
    assert again.json()["errors"][0]["code"] == "name_taken"
    assert found(ada, "cafe club")


@pytest.mark.parametrize("name", ["a", "x" * 41, "аda club", "a\u202eb", "01a1fc63-81d9-71e5-8e58-f3c006995afd", "--"])
def test_an_unreadable_name_is_refused(name: str):
    answer = somebody().post("/clubs", {"name": name, "visibility": "public"})

    assert code(answer) == (400, "malformed")
    assert answer.json()["errors"][0]["pointer"] == "/name"


@pytest.mark.parametrize("about", ["two\nlines", "\x07", "a\u202eb", "a\u2066b", "\ufeff", "\u2028"])
def test_a_description_with_invisible_characters_is_refused(about: str):
    answer = somebody().post("/clubs", {"name": "Fine", "visibility": "public", "about": about})

    assert answer.json()["errors"][0] == {**answer.json()["errors"][0], "pointer": "/about", "code": "bad_characters"}
    assert not Club.objects.exists()


def test_the_length_of_a_description_is_that_of_its_normal_form():
    answer = somebody().post("/clubs", {"name": "Fine", "visibility": "public", "about": 300 * "\u0958"})

    assert [(each["pointer"], each["code"]) for each in answer.json()["errors"]] == [("/about", "max_length")]


def test_an_invitation_link_ends_after_its_uses_when_revoked_or_when_its_creator_leaves():
    ada, bob, cem, dan, eve = (somebody(name) for name in ("Ada", "Bob", "Cem", "Dan", "Eve"))
    club = found(ada)
    once = ada.post(f"{club}/invitations", {"uses": 1}).json()

    assert Caller().get(f"/club-invitations/{once['token']}").json()["club"]["name"] == "Les Mardis"
    assert bob.post(f"/club-invitations/{once['token']}").json()["role"] == "member"
    assert code(cem.post(f"/club-invitations/{once['token']}")) == (404, "not_found")
    assert code(bob.post(f"{club}/invitations")) == (403, "forbidden")
    set_role(club, ada, bob, "organiser")
    theirs = bob.post(f"{club}/invitations").json()
    assert len(ada.get(f"{club}/invitations").json()["items"]) == 1
    assert dan.post(f"/club-invitations/{theirs['token']}").status_code == 201
    assert code(dan.post(f"/club-invitations/{theirs['token']}")) == (409, "already_member")
    assert bob.delete(f"{club}/members/{name_of(bob)}").status_code == 204
    assert code(eve.post(f"/club-invitations/{theirs['token']}")) == (404, "not_found")
    last = ada.post(f"{club}/invitations").json()
    assert ada.delete(f"{club}/invitations/{last['id']}").status_code == 204
    assert code(eve.get(f"/club-invitations/{last['token']}")) == (404, "not_found")
    assert not ClubInvitation.objects.filter(club=club[7:], uses_left=None).exists()


def test_a_removed_member_returns_only_if_an_organiser_readmits_them():
    ada, bob = somebody("Ada"), somebody("Bob")
    club = found(ada, visibility="public")
    joined(club, ada, bob)
    token = ada.post(f"{club}/invitations").json()["token"]

    assert ada.delete(f"{club}/members/{name_of(bob)}").status_code == 204

    assert role(club, bob) is None
    assert code(bob.get(f"/club-invitations/{token}")) == (404, "not_found")
    assert code(bob.post(f"/club-invitations/{token}")) == (404, "not_found")
    assert code(bob.post(f"{club}/members")) == (403, "forbidden")
    assert code(bob.delete(f"{club}/members/{name_of(bob)}")) == (404, "not_found")
    assert set_role(club, ada, bob, "member").status_code == 200
    assert role(club, bob) == "member"


def test_organisers_lead_members_and_the_owner_leads_all():
    ada, bob, cem, dan = (somebody(name) for name in ("Ada", "Bob", "Cem", "Dan"))
    club = found(ada)
    joined(club, ada, bob, cem, dan)
    for organiser in (bob, cem):
        assert set_role(club, ada, organiser, "organiser").status_code == 200

    assert code(set_role(club, bob, dan, "organiser")) == (403, "forbidden")
    assert code(bob.delete(f"{club}/members/{name_of(cem)}")) == (403, "forbidden")
    assert code(bob.delete(f"{club}/members/{name_of(ada)}")) == (409, "owner_stays")
    assert code(dan.delete(f"{club}/members/{name_of(cem)}")) == (403, "forbidden")
    assert code(bob.delete(club)) == (403, "forbidden")
    assert bob.call("PATCH", club, {"about": "New"}).json()["about"] == "New"
    assert bob.delete(f"{club}/members/{name_of(dan)}").status_code == 204
    assert code(dan.get(club)) == (404, "not_found")


def test_the_owner_can_leave_only_after_making_another_member_the_owner():
    ada, bob = somebody("Ada"), somebody("Bob")
    club = found(ada)
    joined(club, ada, bob)

    assert code(ada.delete(f"{club}/members/{name_of(ada)}")) == (409, "owner_stays")
    assert code(set_role(club, ada, ada, "member")) == (409, "owner_stays")
    assert set_role(club, ada, bob, "owner").json()["role"] == "owner"
    assert (role(club, ada), role(club, bob)) == ("organiser", "owner")
    assert ada.delete(f"{club}/members/{name_of(ada)}").status_code == 204
    assert bob.delete(club).status_code == 204
    assert not Club.objects.exists()


def owners(club: str) -> list[str]:
    return list(ClubMember.objects.filter(club=club[7:], role="owner").values_list("player__name", flat=True))


def closes_all(*callers: Caller) -> None:
    for caller in callers:
        assert caller.delete("/me").status_code == 204


def test_a_club_of_a_closed_account_passes_to_an_organiser_then_a_member_then_ends():
    ada, bob, cem = (somebody(name) for name in ("Ada", "Bob", "Cem"))
    club = found(ada)
    joined(club, ada, bob, cem)
    set_role(club, ada, cem, "organiser")

    closes_all(ada)
    assert owners(club) == [name_of(cem)]
    closes_all(cem)
    assert owners(club) == [name_of(bob)]
    closes_all(bob)
    assert not Club.objects.exists()


def test_a_club_that_is_left_without_an_owner_is_found(monkeypatch: pytest.MonkeyPatch):
    ada, bob = somebody("Ada"), somebody("Bob")
    club = found(ada)
    joined(club, ada, bob)
    monkeypatch.setattr(services, "_succeeded", lambda club: True)

    closes_all(ada)

    assert owners(club) == []


def test_members_of_a_club_and_clubs_of_a_player_are_limited(monkeypatch: pytest.MonkeyPatch):
    ada, bob = somebody("Ada"), somebody("Bob")
    club = found(ada)
    monkeypatch.setattr(services, "MOST_MEMBERS", 1)
    token = ada.post(f"{club}/invitations").json()["token"]

    assert MOST_MEMBERS > 1
    assert code(bob.post(f"/club-invitations/{token}")) == (409, "club_full")
    with override_settings(COMPTOIR_CLUBS_PER_PLAYER=1):
        assert code(ada.post("/clubs", {"name": "Second", "visibility": "private"})) == (409, "too_many_clubs")


def test_the_export_of_a_player_lists_their_clubs():
    ada = somebody("Ada")
    club = found(ada)

    [membership] = ada.get("/me/export").json()["clubs"]

    assert (membership["club"], membership["role"]) == (club[7:], "owner")
