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


def looks(caller: Caller, match: str, shows: bool = True) -> uuid.UUID:
    """Lets a player open a stream of a match."""
    assert caller.call("PATCH", "/me", {"shows_presence": shows}).json()["shows_presence"] is shows
    presence = uuid.uuid4()
    presence_begin(presence_id=presence, player_id=uuid.UUID(caller.player), match_id=uuid.UUID(match))
    return presence


def present(caller: Caller, match: str) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = caller.get(f"/matches/{match}/presence").json()["items"]
    return items


def test_players_and_spectators_who_allow_it_are_seen_while_they_look(hands: Hands):
    ada, bob, eve = somebody("Ada"), somebody("Bob"), somebody("Eve")
    match = open_match(ada, [bob], "monopoly_deal")
    watching = looks(eve, match)
    looks(bob, match)

    expected = [{"name": name_of(bob), "seat": 1}, {"name": name_of(eve), "seat": None}]
    assert present(ada, match) == present(Caller(), match) == expected
    tag = ada.get(f"/matches/{match}/presence").headers["ETag"]
    assert ada.get(f"/matches/{match}/presence", If_None_Match=tag).status_code == 304

    presence_end(presence_id=watching)
    assert [one["name"] for one in present(ada, match)] == [name_of(bob)]
    hands.go(60)
    assert present(ada, match) == []


def test_nobody_is_seen_who_does_not_allow_it(hands: Hands):
    ada, bob, eve = somebody("Ada"), somebody("Bob"), somebody("Eve")
    match = open_match(ada, [bob], "monopoly_deal")
    looks(bob, match, shows=False)
    looks(eve, match, shows=False)

    assert ada.get("/me").json()["shows_presence"] is False, "unless they say so"
    assert present(ada, match) == []
    assert Presence.objects.count() == 1, "a spectator who is not seen is not noted"
    bob.call("PATCH", "/me", {"shows_presence": True})
    assert [one["seat"] for one in present(ada, match)] == [1]


def test_a_player_is_not_seen_by_whom_they_block(hands: Hands):
    ada, bob = somebody("Ada"), somebody("Bob")
    match = open_match(ada, [bob], "monopoly_deal")
    looks(bob, match)

    bob.call("PATCH", f"/me/relations/{name_of(ada)}", {"avoidance": "block"})

    assert present(ada, match) == []
    assert len(present(Caller(), match)) == 1


def test_presence_at_a_private_match_is_there_for_its_players_alone(hands: Hands):
    ada, bob = somebody("Ada"), somebody("Bob")
    match = ada.post(
        "/matches", {"game": "monopoly_deal", "seats": [{"kind": "me"}, {"kind": "open"}], "visibility": "private"}
    ).json()["id"]
    looks(ada, match)

    assert len(present(ada, match)) == 1
    for path in ("presence", "waiting-list"):
        assert code(bob.get(f"/matches/{match}/{path}")) == (404, "not_found")


# Waiting lists


def full(ada: Caller, bob: Caller) -> str:
    """A match of Ada and Bob that waits for Ada to start it."""
    seats = [{"kind": "me"}, {"kind": "open"}]
    match: str = ada.post("/matches", {"game": "monopoly_deal", "seats": seats, "start": "manual"}).json()["id"]
    assert bob.post(f"/matches/{match}/seats").status_code == 201
    return match


def waiting(match: str) -> list[str]:
    return [one["name"] for one in Caller().get(f"/matches/{match}/waiting-list").json()["items"]]


def invited(match: str) -> str | None:
    name: str | None = Caller().get(f"/matches/{match}").json()["seats"][1]["invited"]
    return name


def test_a_free_seat_is_offered_to_the_player_who_has_waited_longest():
    ada, bob, eve, joe = (somebody(name) for name in ("Ada", "Bob", "Eve", "Joe"))
    match = full(ada, bob)
    at = f"/matches/{match}/waiting-list"
    assert [eve.post(at).status_code, joe.post(at).status_code, eve.post(at).status_code] == [200, 200, 200]
    assert waiting(match) == [name_of(eve), name_of(joe)]

    assert bob.delete(f"/matches/{match}/seats/1").status_code == 204

    assert (invited(match), waiting(match)) == (name_of(eve), [name_of(joe)])
    assert [notice.kind for notice in Notification.objects.filter(player=eve.player)] == ["invited"]
    assert code(joe.post(f"/matches/{match}/seats")) == (409, "seat_taken")
    assert eve.delete(f"/matches/{match}/seats/1").status_code == 204, "she declines"
    assert (invited(match), waiting(match)) == (name_of(joe), [])
    assert joe.post(f"/matches/{match}/seats").json()["seat"] == 1
    assert ada.post(f"/matches/{match}/start").status_code == 200


def test_who_asks_for_a_seat_that_is_free_is_offered_it_at_once():
    ada, eve = somebody("Ada"), somebody("Eve")
    seats = [{"kind": "me"}, {"kind": "open"}]
    match = ada.post("/matches", {"game": "monopoly_deal", "seats": seats}).json()["id"]

    assert eve.post(f"/matches/{match}/waiting-list").json()["items"] == []
    assert invited(match) == name_of(eve)
    assert code(eve.post(f"/matches/{match}/waiting-list")) == (409, "seat_taken")


def test_who_waits_no_longer_is_offered_nothing():
    ada, bob, eve = somebody("Ada"), somebody("Bob"), somebody("Eve")
    match = full(ada, bob)
    eve.post(f"/matches/{match}/waiting-list")
    assert eve.get("/me/export").json()["waiting_for"] == [match]
    assert [eve.delete(f"/matches/{match}/waiting-list").status_code for _ in range(2)] == [204, 204]

    bob.delete(f"/matches/{match}/seats/1")

    assert (invited(match), waiting(match)) == (None, [])


def test_nobody_waits_for_a_match_that_runs_and_its_list_goes():
    ada, bob, eve = somebody("Ada"), somebody("Bob"), somebody("Eve")
    match = full(ada, bob)
    eve.post(f"/matches/{match}/waiting-list")
    ada.post(f"/matches/{match}/start")

    assert code(somebody().post(f"/matches/{match}/waiting-list")) == (409, "match_not_open")
    run_due()
    assert not WaitingPlayer.objects.exists()


def test_players_of_the_match_those_the_creator_blocks_and_strangers_to_the_server_do_not_wait():
    ada, bob, eve = somebody("Ada"), somebody("Bob"), somebody("Eve")
    match = full(ada, bob)
    ada.call("PATCH", f"/me/relations/{name_of(eve)}", {"avoidance": "block"})

    assert code(bob.post(f"/matches/{match}/waiting-list")) == (409, "seat_taken")
    assert code(eve.post(f"/matches/{match}/waiting-list")) == (403, "forbidden")
    assert Caller().post(f"/matches/{match}/waiting-list").status_code == 401
    assert waiting(match) == []


def test_a_closed_account_waits_no_longer():
    ada, bob, eve = somebody("Ada"), somebody("Bob"), somebody("Eve")
    match = full(ada, bob)
    eve.post(f"/matches/{match}/waiting-list")

    assert eve.call("DELETE", "/me", {}).status_code == 204
    bob.delete(f"/matches/{match}/seats/1")

    assert (invited(match), waiting(match)) == (None, [])


def test_a_seat_that_a_closed_account_was_offered_is_offered_to_the_next_player():
    ada, bob, eve, joe = (somebody(name) for name in ("Ada", "Bob", "Eve", "Joe"))
    match = full(ada, bob)
    for caller in (eve, joe):
        caller.post(f"/matches/{match}/waiting-list")
    bob.delete(f"/matches/{match}/seats/1")
    assert invited(match) == name_of(eve)

    assert eve.call("DELETE", "/me", {}).status_code == 204

    assert (invited(match), waiting(match)) == (name_of(joe), [])


def test_a_player_whom_the_creator_blocks_while_they_wait_is_offered_nothing():
    ada, bob, eve, joe = (somebody(name) for name in ("Ada", "Bob", "Eve", "Joe"))
    match = full(ada, bob)
    for caller in (eve, joe):
        caller.post(f"/matches/{match}/waiting-list")
    ada.call("PATCH", f"/me/relations/{name_of(eve)}", {"avoidance": "block"})

    bob.delete(f"/matches/{match}/seats/1")

    assert invited(match) == name_of(joe)


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
    assert waiting(match) == [name_of(late[2])]
    assert Notification.objects.filter(kind="invited").count() == 2
