"""Playing over HTTP: each move is one event, even if it is sent repeatedly and concurrently."""

from __future__ import annotations

import pytest

from events.log.models import ActionEvent, Match
from tests.events.calls import Caller, at_once, first_move, open_match, play_on, somebody

TABLE = 4


@pytest.fixture
def seated(db: None) -> tuple[str, list[Caller]]:
    callers = [somebody() for _ in range(TABLE)]
    return open_match(callers[0], callers[1:]), callers


def at_first_lead(match: str, callers: list[Caller]) -> Caller:
    """Plays the taxes; returns the seat that leads."""
    play_on(callers, match, lambda head: len(head["to_act"]) == 1)
    return callers[callers[0].get(f"/matches/{match}").json()["to_act"][0]]


def rows(match: str) -> int:
    return ActionEvent.objects.filter(match_id=match).count()


def test_a_move_is_one_row_and_its_answer_a_receipt(seated):
    match, callers = seated
    leader = at_first_lead(match, callers)
    before = rows(match)

    answer = leader.post(f"/matches/{match}/moves", first_move(leader, match))

    assert answer.status_code == 201
    assert answer.json()["seq"] == before == rows(match) - 1
    assert answer.json()["receipt"]["size"] == before + 1
    assert answer.json()["event"]["move"]["verb"] == "play"


def test_the_same_move_again_is_a_repeat_with_the_same_body(seated):
    match, callers = seated
    leader = at_first_lead(match, callers)
    move = first_move(leader, match)

    first = leader.post(f"/matches/{match}/moves", move)
    again = leader.post(f"/matches/{match}/moves", move)

    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json() == first.json()
    assert again["Idempotent-Replayed"] == "true"
    assert "Idempotent-Replayed" not in first


def test_another_move_for_an_answered_prompt_is_stale_and_changes_nothing(seated):
    match, callers = seated
    leader = at_first_lead(match, callers)
    moves = leader.get(f"/matches/{match}/legal-moves?limit=2").json()
    first, second = ({"prompt": moves["prompt"], **move} for move in moves["moves"])
    leader.post(f"/matches/{match}/moves", first)
    before = rows(match)

    answer = leader.post(f"/matches/{match}/moves", second)

    assert (answer.status_code, answer.json()["code"]) == (409, "stale_prompt")
    assert answer.json()["seq"] == before - 1
    assert rows(match) == before


def test_a_key_repeats_its_answer_and_refuses_another_body(seated):
    match, callers = seated
    leader = at_first_lead(match, callers)
    move = first_move(leader, match)

    first = leader.post(f"/matches/{match}/moves", move, Idempotency_Key="abc")
    again = leader.post(f"/matches/{match}/moves", move, Idempotency_Key="abc")
    other = leader.post(f"/matches/{match}/moves", {**move, "verb": "pass"}, Idempotency_Key="abc")

    assert again.json() == first.json()
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")


def test_a_key_of_one_seat_reveals_nothing_to_another_seat(seated):
    match, callers = seated
    leader = at_first_lead(match, callers)
    move = first_move(leader, match)
    leader.post(f"/matches/{match}/moves", move, Idempotency_Key="abc")
    other = next(caller for caller in callers if caller is not leader)

    answer = other.post(f"/matches/{match}/moves", move, Idempotency_Key="abc")

    assert (answer.status_code, answer.json()["code"]) == (409, "stale_prompt")
    assert "event" not in answer.json()


def test_an_illegal_move_says_which_slot_and_why_and_changes_nothing(seated):
    match, callers = seated
    leader = at_first_lead(match, callers)
    before = rows(match)
    prompt = leader.get(f"/matches/{match}/legal-moves").json()["prompt"]

    answer = leader.post(f"/matches/{match}/moves", {"prompt": prompt, "verb": "play", "args": {"cards": {"1": 99}}})

    assert (answer.status_code, answer.json()["code"]) == (422, "illegal_move")
    assert answer.json()["errors"][0]["pointer"] == "/args/cards"
    assert answer.json()["seq"] == Match.objects.get(pk=match).head_seq
    assert rows(match) == before


def test_a_trial_of_an_incomplete_move_lists_the_cards_that_can_be_added(seated):
    match, callers = seated
    leader = at_first_lead(match, callers)
    legal = leader.get(f"/matches/{match}/legal-moves?limit=1000").json()
    face = next(iter(legal["moves"][0]["args"]["cards"]))

    def tried(cards: dict[str, int]) -> dict:
        body = {"prompt": legal["prompt"], "verb": "play", "args": {"cards": cards}}
        return leader.post(f"/matches/{match}/legal-moves", body).json()

    nothing_yet = tried({})
    assert (nothing_yet["legal"], nothing_yet["errors"]) == (False, [])
    assert {face for template in nothing_yet["templates"] for face in template["slots"]["cards"]["of"]} >= {face}
    assert tried({face: 1})["legal"]
    assert tried({face: 99})["errors"] and not tried({face: 99})["templates"]


def test_a_sealed_answer_is_accepted_leaves_no_row_and_may_be_replaced(seated):
    match, callers = seated
    before, head = rows(match), callers[0].get(f"/matches/{match}").json()
    dalmuti = max(callers, key=lambda c: c.get(f"/matches/{match}/legal-moves?limit=0").json()["count"])
    legal = dalmuti.get(f"/matches/{match}/legal-moves?limit=2").json()
    first, second = ({"prompt": legal["prompt"], **move} for move in legal["moves"])

    accepted = dalmuti.post(f"/matches/{match}/moves", first)
    again = dalmuti.post(f"/matches/{match}/moves", first)
    replaced = dalmuti.post(f"/matches/{match}/moves", second)

    assert accepted.json() == {"seq": None, "accepted": True}
    assert [accepted.status_code, again.status_code, replaced.status_code] == [201, 200, 201]
    assert rows(match) == before
    assert callers[0].get(f"/matches/{match}").json()["to_act"] == head["to_act"] == list(range(TABLE))
    mine = dalmuti.get(f"/matches/{match}/view").json()["prompts"][-1]
    assert mine["answer"]["args"] == second["args"]


def test_legal_moves_have_the_sealed_answer_that_another_move_would_replace(seated):
    match, callers = seated
    path = f"/matches/{match}/legal-moves?limit=2"
    dalmuti = max(callers, key=lambda c: c.get(path).json()["count"])
    legal = dalmuti.get(path).json()
    answered = []

    for move in legal["moves"]:
        dalmuti.post(f"/matches/{match}/moves", {"prompt": legal["prompt"], **move})
        answered.append(dalmuti.get(path).json()["answered"])

    assert legal["answered"] is None
    assert answered == legal["moves"]
    others = [caller.get(path).json() for caller in callers if caller is not dalmuti]
    assert [other["answered"] for other in others] == [None] * (TABLE - 1)


def test_a_sealed_answer_repeated_after_the_opening_is_a_repeat(seated):
    match, callers = seated
    move = first_move(callers[0], match)
    callers[0].post(f"/matches/{match}/moves", move)
    at_first_lead(match, callers)

    answer = callers[0].post(f"/matches/{match}/moves", move)

    assert (answer.status_code, answer.json()) == (200, {"seq": None, "accepted": True})


@pytest.mark.django_db(transaction=True)
def test_thirty_two_clients_with_the_same_move_make_one_row_and_get_equal_answers():
    callers = [somebody() for _ in range(TABLE)]
    match = open_match(callers[0], callers[1:])
    leader = at_first_lead(match, callers)
    move, before = first_move(leader, match), rows(match)

    answers = at_once(*[lambda: leader.post(f"/matches/{match}/moves", move)] * 32)

    assert sorted(answer.status_code for answer in answers) == [200] * 31 + [201]
    assert len({answer.content for answer in answers}) == 1
    assert rows(match) == before + 1


@pytest.mark.django_db(transaction=True)
def test_one_of_thirty_two_different_moves_for_a_prompt_is_played():
    callers = [somebody() for _ in range(TABLE)]
    match = open_match(callers[0], callers[1:])
    leader = at_first_lead(match, callers)
    legal, before = leader.get(f"/matches/{match}/legal-moves?limit=32").json(), rows(match)
    moves = [{"prompt": legal["prompt"], **move} for move in legal["moves"]]
    assert len(moves) >= 16, "a first lead offers many sets"

    answers = at_once(*(lambda move=move: leader.post(f"/matches/{match}/moves", move) for move in moves))

    codes = sorted(answer.status_code for answer in answers)
    assert codes == [201] + [409] * (len(moves) - 1)
    assert rows(match) == before + 1


@pytest.mark.django_db(transaction=True)
def test_simultaneous_answers_to_a_sealed_prompt_are_all_taken():
    callers = [somebody() for _ in range(TABLE)]
    match = open_match(callers[0], callers[1:])
    moves = [first_move(caller, match) for caller in callers]

    answers = at_once(
        *(lambda c=caller, m=move: c.post(f"/matches/{match}/moves", m) for caller, move in zip(callers, moves))
    )

    assert [answer.status_code for answer in answers] == [201] * TABLE
    event = callers[0].get(f"/matches/{match}/events").json()["items"][-1]
    assert [effect["kind"] for effect in event["effects"][:TABLE]] == ["answered"] * TABLE
    assert event["seat"] is None


def test_a_move_needs_a_seat_and_a_running_match(seated):
    match, callers = seated
    move = first_move(callers[0], match)

    assert Caller().post(f"/matches/{match}/moves", move).status_code == 401
    stranger = somebody().post(f"/matches/{match}/moves", move)
    assert (stranger.status_code, stranger.json()["code"]) == (403, "not_seated")
    waiting = somebody()
    response = waiting.post("/matches", {"game": "great_dalmuti", "seats": [{"kind": "me"}, *[{"kind": "open"}] * 4]})
    answer = waiting.post(f"/matches/{response.json()['id']}/moves", move)
    assert (answer.status_code, answer.json()["code"]) == (409, "match_not_running")


def test_if_match_is_accepted_only_for_the_current_view(seated):
    match, callers = seated
    leader = at_first_lead(match, callers)
    tag = leader.get(f"/matches/{match}/view")["ETag"]
    callers[0].post(f"/matches/{match}/messages", {"text": "Bonjour"})

    stale = leader.post(f"/matches/{match}/moves", first_move(leader, match), If_Match=tag)
    tag = leader.get(f"/matches/{match}/view")["ETag"]
    fresh = leader.post(f"/matches/{match}/moves", first_move(leader, match), If_Match=tag)

    assert (stale.status_code, stale.json()["code"]) == (412, "precondition_failed")
    assert fresh.status_code == 201


def test_the_key_of_a_replaced_sealed_answer_is_refused_for_another_answer(seated):
    match, callers = seated
    dalmuti = max(callers, key=lambda c: c.get(f"/matches/{match}/legal-moves?limit=0").json()["count"])
    legal = dalmuti.get(f"/matches/{match}/legal-moves?limit=2").json()
    first, second = ({"prompt": legal["prompt"], **move} for move in legal["moves"])
    path = f"/matches/{match}/moves"
    dalmuti.post(path, first, Idempotency_Key="one")
    dalmuti.post(path, second, Idempotency_Key="two")

    repeated = dalmuti.post(path, second, Idempotency_Key="two")
    reused = dalmuti.post(path, second, Idempotency_Key="one")

    assert (repeated.status_code, repeated["Idempotent-Replayed"]) == (200, "true")
    assert (reused.status_code, reused.json()["code"]) == (422, "idempotency_key_reused")
