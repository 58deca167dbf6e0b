"""Taking and leaving seats, starting, resigning, and ending without a result."""

from __future__ import annotations

from uuid import UUID

import pytest

from events.log import log
from tests.events.calls import Caller, at_once, code, open_match, play_on, somebody

pytestmark = pytest.mark.django_db

OPEN = {"game": "great_dalmuti", "options": {"end": {"hands": 1}}, "seats": [{"kind": "me"}, *[{"kind": "open"}] * 3]}


def new_match(creator: Caller, **wish) -> str:
    answer = creator.post("/matches", {**OPEN, **wish})
    assert answer.status_code == 201, answer.content
    return answer.json()["id"]


def test_the_last_player_to_take_a_seat_starts_the_match():
    ada, others = somebody(), [somebody() for _ in range(3)]
    match = new_match(ada)

    statuses = [ada.get(f"/matches/{match}").json()["status"]]
    for other in others:
        assert other.post(f"/matches/{match}/seats").status_code == 201
        statuses.append(ada.get(f"/matches/{match}").json()["status"])

    assert statuses == ["open", "open", "open", "running"]


def test_a_seat_is_taken_once_and_a_player_takes_one_seat():
    ada, bob, eve = somebody(), somebody(), somebody()
    match = new_match(ada)

    assert bob.post(f"/matches/{match}/seats", {"seat": 2}).json()["seat"] == 2
    assert code(eve.post(f"/matches/{match}/seats", {"seat": 2})) == (409, "seat_taken")
    assert code(bob.post(f"/matches/{match}/seats", {"seat": 3})) == (409, "seat_taken")
    assert code(eve.post(f"/matches/{match}/seats", {"seat": 7})) == (400, "malformed")


def test_a_reserved_seat_is_for_its_player_only():
    ada, bob, eve = somebody(), somebody("Bob"), somebody()
    name = bob.get("/me").json()["name"]
    match = new_match(ada, seats=[{"kind": "me"}, {"kind": "player", "name": name}, {"kind": "open"}, {"kind": "open"}])

    assert code(eve.post(f"/matches/{match}/seats", {"seat": 1})) == (409, "seat_taken")
    assert bob.post(f"/matches/{match}/seats").json()["seat"] == 1


def invitation(ada: Caller, bob: Caller, **wish) -> str:
    name = bob.get("/me").json()["name"]
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "player", "name": name}, {"kind": "open"}]
    return new_match(ada, seats=seats, **wish)


def invitations(caller: Caller) -> list[str]:
    return [line["id"] for line in caller.get("/matches?invited=me").json()["items"]]


@pytest.mark.parametrize("visibility", ["public", "unlisted", "private"])
def test_an_invitation_can_be_declined(visibility: str):
    ada, bob, eve = somebody(), somebody("Bob"), somebody()
    match = invitation(ada, bob, visibility=visibility)

    assert eve.delete(f"/matches/{match}/seats/2").status_code == (404 if visibility == "private" else 403)
    assert bob.delete(f"/matches/{match}/seats/1").status_code == 403
    assert bob.delete(f"/matches/{match}/seats/2").status_code == 204

    seat = ada.get(f"/matches/{match}").json()["seats"][2]
    assert (seat["kind"], seat["invited"]) == ("open", None)
    assert invitations(bob) == []
    assert bob.get(f"/matches/{match}").status_code == (404 if visibility == "private" else 200)
    assert [event["type"] for event in ada.get(f"/matches/{match}/events").json()["items"]][-1] == "seat.joined"


def test_invitations_are_listed_until_they_are_answered():
    ada, bob, eve = somebody(), somebody("Bob"), somebody()
    accepted, declined, aborted, waiting = [invitation(ada, bob, visibility="private") for _ in range(4)]
    new_match(ada)

    assert sorted(invitations(bob)) == sorted([accepted, declined, aborted, waiting])
    bob.post(f"/matches/{accepted}/seats")
    bob.delete(f"/matches/{declined}/seats/2")
    ada.post(f"/matches/{aborted}/agreements/abort")

    assert invitations(bob) == [waiting]
    assert (invitations(ada), invitations(eve)) == ([], [])
    assert code(Caller().get("/matches?invited=me")) == (401, "unauthenticated")
    assert code(bob.get("/matches?invited=eve")) == (400, "malformed")


def test_lists_and_heads_mark_practice_matches():
    ada = somebody()
    fixed, fair = new_match(ada, seed="07" * 32), new_match(ada)

    lines = {line["id"]: line["practice"] for line in ada.get("/matches").json()["items"]}

    assert (lines[fixed], lines[fair]) == (True, False)
    assert [ada.get(f"/matches/{match}").json()["practice"] for match in (fixed, fair)] == [True, False]


def test_leaving_a_seat_frees_it_until_the_start():
    ada, bob, eve = somebody(), somebody(), somebody()
    match = new_match(ada)
    bob.post(f"/matches/{match}/seats", {"seat": 1})

    assert code(eve.delete(f"/matches/{match}/seats/1")) == (403, "forbidden")
    assert bob.delete(f"/matches/{match}/seats/1").status_code == 204
    assert eve.post(f"/matches/{match}/seats", {"seat": 1}).status_code == 201
    types = [event["type"] for event in ada.get(f"/matches/{match}/events").json()["items"]]
    assert types == ["match.created", "seat.joined", "seat.joined", "seat.left", "seat.joined"]


def test_a_manual_match_starts_when_its_creator_starts_it():
    ada, others = somebody(), [somebody() for _ in range(3)]
    match = new_match(ada, start="manual")
    assert code(ada.post(f"/matches/{match}/start")) == (409, "match_not_running")
    for other in others:
        other.post(f"/matches/{match}/seats")

    assert code(others[0].post(f"/matches/{match}/start")) == (403, "forbidden")
    assert ada.post(f"/matches/{match}/start").json()["status"] == "running"
    assert code(ada.post(f"/matches/{match}/start")) == (409, "match_not_open")


def test_a_private_match_is_not_found_by_strangers():
    ada, eve = somebody(), somebody()
    match = new_match(ada, visibility="private")

    for path in ("", "/view", "/events", "/messages", "/legal-moves"):
        assert eve.get(f"/matches/{match}{path}").status_code == 404, path
    for path in ("/seats", "/start", "/resign", "/agreements/abort"):
        assert eve.post(f"/matches/{match}{path}").status_code == 404, path
    assert match not in [item["id"] for item in eve.get("/matches").json()["items"]]
    assert ada.get(f"/matches/{match}").status_code == 200


def test_an_unlisted_match_is_found_by_its_id_alone():
    ada, eve = somebody(), somebody()
    match = new_match(ada, visibility="unlisted")

    assert eve.get(f"/matches/{match}").status_code == 200
    assert match not in [item["id"] for item in eve.get("/matches").json()["items"]]
    assert match in [item["id"] for item in ada.get("/matches").json()["items"]]


def test_the_clock_plays_for_a_seat_that_resigned():
    callers = [somebody() for _ in range(4)]
    match = open_match(callers[0], callers[1:])
    play_on(callers, match, lambda head: len(head["to_act"]) == 1)

    answer = callers[2].post(f"/matches/{match}/resign")

    assert answer.json()["event"]["type"] == "seat.resigned"
    assert callers[0].get(f"/matches/{match}").json()["seats"][2]["resigned"] is True
    assert code(somebody().post(f"/matches/{match}/resign")) == (403, "not_seated")


def test_resigning_twice_gets_the_same_answer_and_writes_one_row():
    callers = [somebody() for _ in range(4)]
    match = open_match(callers[0], callers[1:])

    first = callers[2].post(f"/matches/{match}/resign")
    callers[0].post(f"/matches/{match}/messages", {"text": "Oh"})
    second = callers[2].post(f"/matches/{match}/resign", Idempotency_Key="another")

    assert (first.status_code, second.status_code) == (200, 200)
    assert second.content == first.content
    types = [event["type"] for event in callers[0].get(f"/matches/{match}/events").json()["items"]]
    assert types.count("seat.resigned") == 1


def test_resigning_twice_gets_the_same_answer_if_the_resignation_ended_the_match():
    ada, bob = somebody(), somebody()
    match = open_match(ada, [bob], "monopoly_deal")

    answers = [ada.post(f"/matches/{match}/resign") for _ in range(2)]

    assert ada.get(f"/matches/{match}").json()["status"] == "finished"
    assert (answers[1].status_code, answers[1].content) == (200, answers[0].content)
    assert code(bob.post(f"/matches/{match}/resign")) == (409, "match_over")


def test_a_running_match_is_aborted_when_all_agree():
    callers = [somebody() for _ in range(4)]
    match = open_match(callers[0], callers[1:])

    statuses = [caller.post(f"/matches/{match}/agreements/abort").json()["status"] for caller in callers]

    assert statuses == ["running", "running", "running", "aborted"]
    types = [event["type"] for event in callers[0].get(f"/matches/{match}/events").json()["items"]]
    assert types[-2:] == ["match.void", "seed.opened"]
    assert code(callers[0].post(f"/matches/{match}/agreements/abort")) == (409, "match_over")


@pytest.mark.django_db(transaction=True)
def test_only_one_of_many_callers_gets_the_last_seat():
    ada, others = somebody(), [somebody() for _ in range(8)]
    match = new_match(ada, seats=[{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}, {"kind": "open"}])

    answers = at_once(*(lambda c=other: c.post(f"/matches/{match}/seats") for other in others))

    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 7


@pytest.mark.parametrize(
    ("wish", "pointer"),
    [
        ({"game": "chess"}, "/game"),
        ({"seats": [{"kind": "me"}]}, "/seats"),
        ({"seats": [{"kind": "me"}, *[{"kind": "open"}] * 10]}, "/seats"),
        ({"seats": [{"kind": "me"}, {"kind": "me"}, {"kind": "open"}, {"kind": "open"}]}, "/seats"),
        ({"seats": [{"kind": "me"}, {"kind": "robot"}, {"kind": "open"}, {"kind": "open"}]}, "/seats/1/kind"),
        ({"seats": [{"kind": "bot", "policy": "psychic"}, *[{"kind": "open"}] * 3]}, "/seats/0/policy"),
        ({"seats": [{"kind": "player", "name": "Nobody at all"}, *[{"kind": "open"}] * 3]}, "/seats/0/name"),
        ({"options": {"end": {"hands": 0}}}, "/options/end"),
        ({"options": {"colour": "red"}}, "/options/colour"),
        ({"options": {"deck": "minus12"}}, "/options/deck"),
        ({"options": []}, "/options"),
        ({"colour": "red"}, "/colour"),
        ({"seed": "00"}, "/seed"),
        ({"seed": "zz" * 32}, "/seed"),
        ({"rated": 1}, "/rated"),
        ({"clock": {"per_move": 0}}, "/clock/per_move"),
        ({"clock": {"per_hour": 1}}, "/clock/per_hour"),
        ({"visibility": "secret"}, "/visibility"),
    ],
)
def test_an_invalid_match_request_is_refused_with_its_pointer(wish, pointer):
    answer = somebody().post("/matches", {**OPEN, **wish})

    assert code(answer) == (400, "malformed"), answer.content
    assert pointer in [error["pointer"] for error in answer.json()["errors"]]


def test_the_same_seed_and_moves_give_the_same_effects():
    effects = []
    for _ in range(2):
        callers = [somebody() for _ in range(4)]
        match = open_match(callers[0], callers[1:], seed="07" * 32)
        play_on(callers, match, lambda head: head["seq"] >= 40)
        effects.append([event.whole() for event in log.read(UUID(match))])
        assert callers[0].get(f"/matches/{match}").json()["fairness"]["mode"] == "fixed_seed"

    assert effects[0] == effects[1]
