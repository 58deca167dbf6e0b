"""Viewers of a match who allow it, and the waiting list of a full match."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Any

import pytest

from events.matches.models import WaitingPlayer
from events.matches.table.presence_records import presence_begin, presence_end
from events.notifications.models import Notification, Presence
from tests.events.calls import Caller, at_once, code, open_match, somebody
from tests.events.scheduling import run_due
from tests.events.tables import Hands, standing_clock

pytestmark = pytest.mark.django_db


@pytest.fixture
def hands() -> Iterator[Hands]:
    with standing_clock() as hands:
        yield hands


def name_of(caller: Caller) -> str:
    name: str = caller.get("/me").json()["name"]
    return name


def begin_presence(caller: Caller, match: str, shows: bool = True) -> uuid.UUID:
    """Lets a player open a stream of a match."""
    assert caller.call("PATCH", "/me", {"shows_presence": shows}).json()["shows_presence"] is shows
    presence = uuid.uuid4()
    presence_begin(presence_id=presence, player_id=uuid.UUID(caller.player), match_id=uuid.UUID(match))
    return presence


def present_players(caller: Caller, match: str) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = caller.get(f"/matches/{match}/presence").json()["items"]
    return items


def test_players_and_spectators_who_share_their_presence_are_listed(hands: Hands):
    ada, bob, eve = somebody("Ada"), somebody("Bob"), somebody("Eve")
    match = open_match(ada, [bob], "monopoly_deal")
    watching = begin_presence(eve, match)
    begin_presence(bob, match)

    expected = [{"name": name_of(bob), "seat": 1}, {"name": name_of(eve), "seat": None}]
    assert present_players(ada, match) == present_players(Caller(), match) == expected
    tag = ada.get(f"/matches/{match}/presence").headers["ETag"]
    assert ada.get(f"/matches/{match}/presence", If_None_Match=tag).status_code == 304

    presence_end(presence_id=watching)
    assert [one["name"] for one in present_players(ada, match)] == [name_of(bob)]
    hands.go(60)
    assert present_players(ada, match) == []


def test_a_player_who_does_not_share_their_presence_is_not_listed(hands: Hands):
    ada, bob, eve = somebody("Ada"), somebody("Bob"), somebody("Eve")
    match = open_match(ada, [bob], "monopoly_deal")
    begin_presence(bob, match, shows=False)
    begin_presence(eve, match, shows=False)

    assert ada.get("/me").json()["shows_presence"] is False, "unless they say so"
    assert present_players(ada, match) == []
    assert Presence.objects.count() == 1, "a spectator who is not seen is not noted"
    bob.call("PATCH", "/me", {"shows_presence": True})
    assert [one["seat"] for one in present_players(ada, match)] == [1]


def test_a_player_is_not_listed_for_a_player_whom_they_block(hands: Hands):
    ada, bob = somebody("Ada"), somebody("Bob")
    match = open_match(ada, [bob], "monopoly_deal")
    begin_presence(bob, match)

    bob.call("PATCH", f"/me/relations/{name_of(ada)}", {"avoidance": "block"})

    assert present_players(ada, match) == []
    assert len(present_players(Caller(), match)) == 1


def test_presence_at_a_private_match_is_shown_only_to_its_players(hands: Hands):
    ada, bob = somebody("Ada"), somebody("Bob")
    match = ada.post(
        "/matches", {"game": "monopoly_deal", "seats": [{"kind": "me"}, {"kind": "open"}], "visibility": "private"}
    ).json()["id"]
    begin_presence(ada, match)

    assert len(present_players(ada, match)) == 1
    for path in ("presence", "waiting-list"):
        assert code(bob.get(f"/matches/{match}/{path}")) == (404, "not_found")


# Waiting lists


def match_with_full_seats(ada: Caller, bob: Caller) -> str:
    """A match of Ada and Bob that waits for Ada to start it."""
    seats = [{"kind": "me"}, {"kind": "open"}]
    match: str = ada.post("/matches", {"game": "monopoly_deal", "seats": seats, "start": "manual"}).json()["id"]
    assert bob.post(f"/matches/{match}/seats").status_code == 201
    return match


def waiting_players(match: str) -> list[str]:
    return [one["name"] for one in Caller().get(f"/matches/{match}/waiting-list").json()["items"]]


def invited_player(match: str) -> str | None:
    name: str | None = Caller().get(f"/matches/{match}").json()["seats"][1]["invited"]
    return name


def test_a_free_seat_is_offered_to_the_player_who_has_waited_longest():
    ada, bob, eve, joe = (somebody(name) for name in ("Ada", "Bob", "Eve", "Joe"))
    match = match_with_full_seats(ada, bob)
    at = f"/matches/{match}/waiting-list"
    assert [eve.post(at).status_code, joe.post(at).status_code, eve.post(at).status_code] == [200, 200, 200]
    assert waiting_players(match) == [name_of(eve), name_of(joe)]

    assert bob.delete(f"/matches/{match}/seats/1").status_code == 204

    assert (invited_player(match), waiting_players(match)) == (name_of(eve), [name_of(joe)])
    assert [notice.kind for notice in Notification.objects.filter(player=eve.player)] == ["invited"]
    assert code(joe.post(f"/matches/{match}/seats")) == (409, "seat_taken")
    assert eve.delete(f"/matches/{match}/seats/1").status_code == 204, "she declines"
    assert (invited_player(match), waiting_players(match)) == (name_of(joe), [])
    assert joe.post(f"/matches/{match}/seats").json()["seat"] == 1
    assert ada.post(f"/matches/{match}/start").status_code == 200


def test_a_player_who_asks_for_a_free_seat_is_offered_the_seat_at_once():
    ada, eve = somebody("Ada"), somebody("Eve")
    seats = [{"kind": "me"}, {"kind": "open"}]
    match = ada.post("/matches", {"game": "monopoly_deal", "seats": seats}).json()["id"]

    assert eve.post(f"/matches/{match}/waiting-list").json()["items"] == []
    assert invited_player(match) == name_of(eve)
    assert code(eve.post(f"/matches/{match}/waiting-list")) == (409, "seat_taken")


def test_a_player_who_left_the_waiting_list_is_offered_no_seat():
    ada, bob, eve = somebody("Ada"), somebody("Bob"), somebody("Eve")
    match = match_with_full_seats(ada, bob)
    eve.post(f"/matches/{match}/waiting-list")
    assert eve.get("/me/export").json()["waiting_for"] == [match]
    assert [eve.delete(f"/matches/{match}/waiting-list").status_code for _ in range(2)] == [204, 204]

    bob.delete(f"/matches/{match}/seats/1")

    assert (invited_player(match), waiting_players(match)) == (None, [])


def test_a_started_match_has_no_waiting_list():
    ada, bob, eve = somebody("Ada"), somebody("Bob"), somebody("Eve")
    match = match_with_full_seats(ada, bob)
    eve.post(f"/matches/{match}/waiting-list")
    ada.post(f"/matches/{match}/start")

    assert code(somebody().post(f"/matches/{match}/waiting-list")) == (409, "match_not_open")
    run_due()
    assert not WaitingPlayer.objects.exists()


def test_seated_blocked_and_anonymous_callers_cannot_join_the_waiting_list():
    ada, bob, eve = somebody("Ada"), somebody("Bob"), somebody("Eve")
    match = match_with_full_seats(ada, bob)
    ada.call("PATCH", f"/me/relations/{name_of(eve)}", {"avoidance": "block"})

    assert code(bob.post(f"/matches/{match}/waiting-list")) == (409, "seat_taken")
    assert code(eve.post(f"/matches/{match}/waiting-list")) == (403, "forbidden")
    assert Caller().post(f"/matches/{match}/waiting-list").status_code == 401
    assert waiting_players(match) == []


def test_a_closed_account_leaves_the_waiting_list():
    ada, bob, eve = somebody("Ada"), somebody("Bob"), somebody("Eve")
    match = match_with_full_seats(ada, bob)
    eve.post(f"/matches/{match}/waiting-list")

    assert eve.call("DELETE", "/me", {}).status_code == 204
    bob.delete(f"/matches/{match}/seats/1")

    assert (invited_player(match), waiting_players(match)) == (None, [])


def test_a_seat_that_a_closed_account_was_offered_is_offered_to_the_next_player():
    ada, bob, eve, joe = (somebody(name) for name in ("Ada", "Bob", "Eve", "Joe"))
    match = match_with_full_seats(ada, bob)
    for caller in (eve, joe):
        caller.post(f"/matches/{match}/waiting-list")
    bob.delete(f"/matches/{match}/seats/1")
    assert invited_player(match) == name_of(eve)

    assert eve.call("DELETE", "/me", {}).status_code == 204

    assert (invited_player(match), waiting_players(match)) == (name_of(joe), [])


def test_a_player_whom_the_creator_blocks_while_they_wait_is_offered_nothing():
    ada, bob, eve, joe = (somebody(name) for name in ("Ada", "Bob", "Eve", "Joe"))
    match = match_with_full_seats(ada, bob)
    for caller in (eve, joe):
        caller.post(f"/matches/{match}/waiting-list")
    ada.call("PATCH", f"/me/relations/{name_of(eve)}", {"avoidance": "block"})

    bob.delete(f"/matches/{match}/seats/1")

    assert invited_player(match) == name_of(joe)


@pytest.mark.django_db(transaction=True)
def test_two_seats_that_become_free_at_once_go_to_two_players():
    ada, others = somebody("Ada"), [somebody("Seated") for _ in range(2)]
    late = [somebody("Late") for _ in range(3)]
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    match = ada.post("/matches", {"game": "monopoly_deal", "seats": seats, "start": "manual"}).json()["id"]
    for caller in others:
        caller.post(f"/matches/{match}/seats")
    for caller in late:
        caller.post(f"/matches/{match}/waiting-list")

    answers = at_once(
        *[
            lambda number=number, caller=caller: caller.delete(f"/matches/{match}/seats/{number}")
            for number, caller in enumerate(others, start=1)
        ]
    )

    assert [answer.status_code for answer in answers] == [204, 204]
    offered = [seat["invited"] for seat in Caller().get(f"/matches/{match}").json()["seats"][1:]]
    assert sorted(offered) == sorted(name_of(caller) for caller in late[:2])
    assert waiting_players(match) == [name_of(late[2])]
    assert Notification.objects.filter(kind="invited").count() == 2
