"""A trial of a standing order: its effect now, and its effects on past prompts, before it is given."""

from __future__ import annotations

from typing import Any

import pytest

from events.log import states
from events.log.models import Match
from events.matches.models import StandingOrder
from events.matches.table import order_trials
from tests.events.calls import Caller, code, first_move, open_match, somebody
from tests.events.scheduling import run_due
from tests.events.tables import standing_clock

pytestmark = pytest.mark.django_db
GAME = "monopoly_deal"
SEED = "5c" * 32
DONE = {"phase": "play", "move": {"verb": "end_turn"}}


def running() -> tuple[list[Caller], str]:
    callers = [somebody(f"Player {n}") for n in range(2)]
    return callers, open_match(callers[0], callers[1:], GAME, clock={"per_move": 3600}, seed=SEED)


def mover(match: str) -> int:
    seat: int = Caller().get(f"/matches/{match}").json()["to_act"][0]
    return seat


def play(callers: list[Caller], match: str) -> None:
    caller = callers[mover(match)]
    assert caller.post(f"/matches/{match}/moves", first_move(caller, match)).status_code == 201


def trial_of(caller: Caller, match: str, order: dict[str, Any], **headers: Any) -> dict[str, Any]:
    answer = caller.post(f"/matches/{match}/standing-orders/trial", order, **headers)
    assert answer.status_code == 200, answer.content
    body: dict[str, Any] = answer.json()
    return body


def test_a_trial_states_the_move_that_the_order_then_makes():
    with standing_clock() as hands:
        callers, match = running()
        caller = callers[mover(match)]

        (now,) = trial_of(caller, match, DONE)["now"]
        assert (now["move"], now["earlier"]) == ({"verb": "end_turn", "args": {}}, None)
        assert now["text"] == "You end your turn"
        assert not StandingOrder.objects.exists()
        assert not Match.objects.filter(has_orders=True).exists()

        caller.post(f"/matches/{match}/standing-orders", DONE)
        hands.go(600)
        run_due()
        event = Caller().get(f"/matches/{match}/events").json()["items"][-1]
        assert (event["prompt"], event["move"]) == (now["prompt"], now["move"])


def test_a_trial_names_an_earlier_order_and_has_no_move_if_its_condition_fails():
    callers, match = running()
    caller = callers[mover(match)]
    caller.post(f"/matches/{match}/standing-orders", DONE)

    (second,) = trial_of(caller, match, DONE)["now"]
    (never,) = trial_of(caller, match, {**DONE, "if": {"value": "count.hand", "is": "gt", "to": 90}})["now"]

    assert (second["earlier"], never["earlier"]) == (0, 0)
    assert (never["move"], never["text"]) == (None, None)
    assert trial_of(callers[1 - mover(match)], match, DONE)["now"] == []


def past_of(*, rich: bool = True) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Returns a trial's results for a seat's past moves, and those moves in the log, the newest first."""
    callers, match = running()
    seat = mover(match)
    for _ in range(14):
        play(callers, match)
    rows = Caller().get(f"/matches/{match}/events").json()["items"]
    own = [
        event
        for event in rows
        if event["type"] == "move" and event["seat"] == seat and event["move"]["verb"] != "discard"
    ]
    many = {"value": "count.hand", "is": "ge", "to": 8} if rich else None
    return trial_of(callers[seat], match, {**DONE, "if": many})["past"], own[::-1]


def test_a_trial_goes_through_the_answers_that_one_has_given():
    past, own = past_of(rich=False)

    assert len(past) >= 3
    assert [one["seq"] for one in past] == [event["seq"] for event in own if event["move"]["verb"] != "draw"][
        : len(past)
    ]
    assert all(one["move"] == {"verb": "end_turn", "args": {}} for one in past)
    assert all(one["played_text"].startswith("You ") for one in past)


def test_the_texts_of_a_trial_are_in_the_language_of_the_caller():
    callers, match = running()

    (now,) = trial_of(callers[mover(match)], match, DONE, Accept_Language="fr")["now"]

    assert now["text"].startswith("Vous ")


def test_a_condition_may_look_at_the_claim_behind_the_question():
    callers, match = match_with_claim()
    seat = mover(match)
    view = callers[seat].get(f"/matches/{match}/view").json()
    asked = next(prompt for prompt in view["prompts"] if prompt["open"] and seat in prompt["seats"])
    claim = next(prompt for prompt in view["prompts"] if prompt["id"] == asked["parent"])

    def answers(condition: dict[str, Any]) -> bool:
        order = {"phase": asked["phase"], "if": condition, "move": {"verb": "accept"}}
        (now,) = trial_of(callers[seat], match, order)["now"]
        return now["move"] is not None

    assert answers({"value": "parent.phase", "is": "eq", "to": claim["phase"]})
    assert answers({"value": "parent.data.by", "is": "eq", "to": 1 - seat})
    assert not answers({"value": "parent.data.by", "is": "eq", "to": seat})
    assert answers({"value": "parent.data.targets", "is": "has", "to": seat})
    assert not answers({"value": "parent.data.targets", "is": "has", "to": 1 - seat})


def match_with_claim() -> tuple[list[Caller], str]:
    """Returns a match in which one player has just made a claim against the other."""
    callers, match = running()
    for _ in range(200):
        seat = mover(match)
        view = callers[seat].get(f"/matches/{match}/view").json()
        if any(prompt["open"] and prompt["phase"] == "reaction" for prompt in view["prompts"]):
            return callers, match
        moves = callers[seat].get(f"/matches/{match}/legal-moves?limit=300").json()
        claims = [m for m in moves["moves"] if m["verb"] in ("its_my_birthday", "debt_collector", "sly_deal", "rent")]
        move = (claims or moves["moves"])[0]
        assert callers[seat].post(f"/matches/{match}/moves", {"prompt": moves["prompt"], **move}).status_code == 201
    raise AssertionError("nobody claims anything with this seed")


@pytest.mark.parametrize(
    ("change", "pointer", "code"),
    [
        ({"phase": "lunch"}, "/phase", "not_an_option"),
        ({"if": {"value": "parent.data.owd", "is": "lt", "to": 3}}, "/if/value", "not_an_option"),
        ({"if": {"value": "parent.data.owed", "is": "has", "to": 3}}, "/if/is", "never_holds"),
        ({"if": {"value": "parent.data.cards", "is": "has", "to": "no_such_card"}}, "/if/to", "not_an_option"),
        ({"if": {"value": "parent.data.targets", "is": "has", "to": [1]}}, "/if/to", "never_holds"),
        ({"if": {"value": "parent.data.targets", "is": "has", "to": 2}}, "/if/to", "not_an_option"),
        ({"if": {"value": "parent.phase", "is": "eq", "to": "lunch"}}, "/if/to", "not_an_option"),
    ],
)
def test_a_trial_refuses_an_order_that_can_never_apply(change: Any, pointer: str, code: str):
    callers, match = running()

    answer = callers[0].post(f"/matches/{match}/standing-orders/trial", {**DONE, **change})

    (error,) = answer.json()["errors"]
    assert (answer.status_code, error["pointer"], error["code"]) == (400, pointer, code)


def test_only_the_players_of_a_running_match_try_orders():
    callers, match = running()

    assert code(somebody().post(f"/matches/{match}/standing-orders/trial", DONE)) == (403, "not_seated")
    callers[0].post(f"/matches/{match}/resign", {})
    assert code(callers[0].post(f"/matches/{match}/standing-orders/trial", DONE)) == (409, "match_not_running")


def test_a_trial_that_looks_at_the_past_with_the_eyes_of_today_is_found(monkeypatch: pytest.MonkeyPatch):
    """Planted fault: the server evaluates the condition on the current table."""
    before = [one["move"] for one in past_of()[0]]
    assert None in before and any(before)
    real = order_trials.situation

    def of_today(match: Match, _: Any, seat: int, prompt: Any) -> Any:
        return real(match, states.head(match), seat, next(iter(states.head(match).state.open_prompts)))

    monkeypatch.setattr(order_trials, "situation", of_today)

    assert [one["move"] for one in past_of()[0]] != before
