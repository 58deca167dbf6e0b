"""The inbox: all prompts of a player, in all matches."""

from __future__ import annotations

import pytest

from tests.events.calls import Caller, first_move, open_match, somebody
from tests.events.tables import standing_clock

pytestmark = pytest.mark.django_db


def players(number: int = 2) -> list[Caller]:
    return [somebody("Inbox") for _ in range(number)]


def waiting_in(match: str, callers: list[Caller]) -> Caller:
    (seat,) = callers[0].get(f"/matches/{match}").json()["to_act"]
    return callers[seat]


def test_a_decision_names_the_prompt_that_waits_for_the_caller():
    callers = players()
    match = open_match(callers[0], callers[1:], "monopoly_deal", clock={"per_move": 600})
    caller = waiting_in(match, callers)
    other = next(each for each in callers if each is not caller)
    (prompt,) = [each for each in caller.get(f"/matches/{match}/view").json()["prompts"] if each["open"]]
    started = caller.get(f"/matches/{match}/events").json()["items"][-1]

    (decision,) = caller.get("/me/decisions").json()["items"]

    assert decision == {
        "match": match,
        "game": "monopoly_deal",
        "prompt": prompt["id"],
        "phase": prompt["phase"],
        "since": started["at"],
        "deadline": prompt["deadline"],
    }
    assert other.get("/me/decisions").json()["items"] == []


def test_the_soonest_deadline_comes_first_and_no_deadline_last():
    ada, grace = players()
    with standing_clock():
        without = [open_match(ada, [grace], "monopoly_deal") for _ in range(2)]
        slow = [open_match(ada, [grace], "monopoly_deal", clock={"per_move": 90_000}) for _ in range(2)]
        fast = [open_match(ada, [grace], "monopoly_deal", clock={"per_move": 60}) for _ in range(2)]
        inboxes = [caller.get("/me/decisions").json()["items"] for caller in (ada, grace)]

    for inbox in inboxes:
        kinds = [next(i for i, each in enumerate((fast, slow, without)) if line["match"] in each) for line in inbox]
        assert kinds == sorted(kinds)
    assert sum(map(len, inboxes)) == 6


def test_a_decision_that_is_made_leaves_the_inbox_and_changes_its_entity_tag():
    callers = players()
    match = open_match(callers[0], callers[1:], "monopoly_deal")
    caller = waiting_in(match, callers)
    before = caller.get("/me/decisions")

    assert caller.get("/me/decisions", If_None_Match=before["ETag"]).status_code == 304
    assert caller.post(f"/matches/{match}/moves", first_move(caller, match)).status_code == 201

    after = caller.get("/me/decisions", If_None_Match=before["ETag"])
    assert after.status_code == 200
    assert before.json()["items"][0] not in after.json()["items"]


def test_a_sealed_answer_changes_only_the_inbox_of_its_player():
    callers = players(3)
    match = open_match(callers[0], callers[1:], "dealmaker")
    for _ in range(300):
        asked = [caller for caller in callers if len(caller.get("/me/decisions").json()["items"])]
        if len(asked) > 1:
            break
        for caller in asked:
            assert caller.post(f"/matches/{match}/moves", first_move(caller, match)).status_code < 300
    assert len(asked) > 1, "expected a prompt that waits for several seats"

    (decision,) = asked[0].get("/me/decisions").json()["items"]
    others = [caller.get("/me/decisions").content for caller in asked[1:]]
    answer = asked[0].post(f"/matches/{match}/moves", first_move(asked[0], match))

    assert answer.json()["seq"] is None
    assert decision not in asked[0].get("/me/decisions").json()["items"]
    assert [caller.get("/me/decisions").content for caller in asked[1:]] == others


def test_a_resigned_seat_has_no_decisions():
    callers = players(3)
    match = open_match(callers[0], callers[1:], "monopoly_deal")
    caller = waiting_in(match, callers)

    assert caller.post(f"/matches/{match}/resign").status_code == 200

    assert caller.get("/me/decisions").json()["items"] == []


def test_the_parameter_limit_shortens_the_list_and_has_bounds():
    callers = players()
    for _ in range(4):
        open_match(callers[0], callers[1:], "monopoly_deal")
    asked = max(callers, key=lambda caller: len(caller.get("/me/decisions").json()["items"]))

    assert len(asked.get("/me/decisions?limit=1").json()["items"]) == 1
    assert asked.get("/me/decisions?limit=0").status_code == 400
    assert Caller().get("/me/decisions").status_code == 401
