"""Standing orders are private answers in advance, which others cannot distinguish from a person's."""

from __future__ import annotations

import json
import re
from typing import Any
from uuid import UUID

import pytest

from events.log.models import Match
from events.matches.models import OrderedAnswer
from events.matches.record import conditions, order_plans
from events.matches.table.ordered_answers import ordered_answers_play
from tests.events.calls import Caller, code, first_move, open_match, somebody
from tests.events.scheduling import run_due
from tests.events.tables import standing_clock
from tests.stack import ROOT

pytestmark = pytest.mark.django_db
GAME = "monopoly_deal"
PAGE = ROOT / "docs" / "front-end-moves.md"
DONE = {"phase": "play", "move": {"verb": "end_turn"}}
SEED = "5c" * 32


def running(**wish: Any) -> tuple[list[Caller], str]:
    callers = [somebody() for _ in range(2)]
    return callers, open_match(callers[0], callers[1:], GAME, **{"clock": {"per_move": 3600}, **wish})


def mover(match: str) -> int:
    seat: int = Caller().get(f"/matches/{match}").json()["to_act"][0]
    return seat


def play(callers: list[Caller], match: str) -> None:
    caller = callers[mover(match)]
    assert caller.post(f"/matches/{match}/moves", first_move(caller, match)).status_code == 201


def until_turn_of(seat: int, callers: list[Caller], match: str) -> None:
    while mover(match) != seat:
        play(callers, match)


def last(match: str) -> dict[str, Any]:
    event: dict[str, Any] = Caller().get(f"/matches/{match}/events").json()["items"][-1]
    return event


def test_an_order_answers_after_a_random_delay_in_the_name_of_its_player():
    with standing_clock() as hands:
        callers, match = running()
        seat = mover(match)
        assert callers[1 - seat].post(f"/matches/{match}/standing-orders", DONE).status_code == 201
        until_turn_of(1 - seat, callers, match)

        run_due()
        (due_ms,) = OrderedAnswer.objects.values_list("due_ms", flat=True)
        assert 3_000 <= due_ms - hands.now_ms <= 300_000
        hands.now_ms = due_ms
        run_due()

        event = last(match)
        assert (event["type"], event["by"], event["seat"], event["move"]["verb"]) == (
            "move",
            "player",
            1 - seat,
            "end_turn",
        )
        own = callers[1 - seat].get(f"/matches/{match}/standing-orders").json()
        assert own["answers"] == [{"prompt": event["prompt"], "seq": event["seq"], "order": 0}]


def test_an_order_given_at_an_open_prompt_applies_to_the_prompt_and_can_be_withdrawn():
    with standing_clock() as hands:
        callers, match = running()
        seat = mover(match)
        callers[seat].post(f"/matches/{match}/standing-orders", DONE)
        assert OrderedAnswer.objects.count() == 1

        assert callers[seat].delete(f"/matches/{match}/standing-orders/0").status_code == 204
        assert code(callers[seat].delete(f"/matches/{match}/standing-orders/0")) == (404, "not_found")

        before = last(match)["seq"]
        hands.go(600)
        run_due()
        assert last(match)["seq"] == before


def test_an_answer_that_is_due_in_a_pause_is_played_after_the_pause_and_needs_no_timer_before():
    with standing_clock() as hands:
        callers, match = running()
        callers[mover(match)].post(f"/matches/{match}/standing-orders", DONE)
        for caller in callers:
            caller.post(f"/matches/{match}/agreements/pause")
        hands.go(600)

        assert ordered_answers_play(UUID(match)) is None

        callers[0].delete(f"/matches/{match}/agreements/pause")
        hands.go(600)
        run_due()
        assert last(match)["move"]["verb"] == "end_turn"


def test_a_move_of_the_player_before_the_answer_of_an_order_counts():
    with standing_clock() as hands:
        callers, match = running()
        seat = mover(match)
        callers[seat].post(f"/matches/{match}/standing-orders", DONE)
        move = first_move(callers[seat], match) or {}
        callers[seat].post(f"/matches/{match}/moves", {**move, "verb": "end_turn", "args": {}})
        seq = last(match)["seq"]

        hands.go(600)
        run_due()

        assert last(match)["seq"] == seq
        assert not OrderedAnswer.objects.filter(seq__isnull=False).exists()


def test_a_late_order_answers_shortly_before_the_deadline_and_a_premove_only_once():
    with standing_clock() as hands:
        callers, match = running()
        seat = mover(match)
        order = {**DONE, "late": True, "once": True}
        callers[seat].post(f"/matches/{match}/standing-orders", order)
        (due_ms,) = OrderedAnswer.objects.values_list("due_ms", flat=True)

        assert 3600 * 7 / 8 <= (due_ms - hands.now_ms) / 1000 <= 3600 * 49 / 50 + 1
        hands.now_ms = due_ms
        run_due()
        own = callers[seat].get(f"/matches/{match}/standing-orders").json()
        assert (own["items"], own["answers"][0]["order"]) == ([], None)


@pytest.mark.parametrize(
    ("condition", "applies"),
    [
        ({"value": "count.hand", "is": "ge", "to": 5}, True),
        ({"value": "count.hand", "is": "lt", "to": 5}, False),
        ({"all": [{"can": "end_turn"}, {"not": {"only": "end_turn"}}]}, True),
        ({"any": [{"only": "end_turn"}, {"value": "prompt.phase", "is": "in", "to": ["play"]}]}, True),
        ({"value": "public.turn", "is": "in", "to": [0, 1]}, True),
        ({"only": "end_turn"}, False),
    ],
)
def test_a_condition_is_evaluated_on_the_view_of_the_seat(condition: Any, applies: bool):
    with standing_clock():
        callers, match = running()

        answer = callers[mover(match)].post(f"/matches/{match}/standing-orders", {**DONE, "if": condition})

        assert answer.status_code == 201
        assert OrderedAnswer.objects.exists() is applies


OWED = {"value": "prompt.data.owed", "is": "lt", "to": 3}
PAYING = {"phase": "pay", "move": {"verb": "pay"}}
NAMED = {"value": "prompt.phase", "is": "in", "to": ["play", "pay"]}


@pytest.mark.parametrize(
    "order",
    [
        {**PAYING, "if": OWED},
        {**PAYING, "if": {"all": [OWED, {"not": {"value": "prompt.data.to", "is": "eq", "to": 1}}]}},
        {**PAYING, "if": {"value": "public.latched", "is": "in", "to": [[0]]}},
        {**DONE, "if": NAMED},
        json.loads(re.findall(r"```json\n(\{\"phase\".*?)\n```", PAGE.read_text(encoding="utf-8"))[0]),
    ],
)
def test_an_order_whose_condition_may_hold_is_accepted(order: Any):
    callers, match = running()

    assert callers[0].post(f"/matches/{match}/standing-orders", order).status_code == 201


@pytest.mark.parametrize(
    ("change", "pointer", "code", "nearest"),
    [
        # malformed orders
        ({"if": {"value": "public.turn", "is": "like", "to": 1}}, "/if/is", "not_an_option", None),
        ({"if": {"not": {"not": {"not": {"not": {"not": {"can": "end_turn"}}}}}}}, "/if", "bad_condition", None),
        ({"if": {"any": [{"can": "end_turn"}] * 21}}, "/if", "bad_condition", None),
        ({"if": {"only": ["end_turn"]}}, "/if/only", "bad_condition", None),
        ({"if": {"al": []}}, "/if", "bad_condition", "all"),
        ({"if": {}}, "/if", "bad_condition", None),
        ({"if": {"all": [3]}}, "/if/all/0", "bad_condition", None),
        ({"if": {"value": "public.turn", "is": "eq"}}, "/if/to", "required", None),
        ({"if": {"value": 3, "is": "eq", "to": 1}}, "/if/value", "bad_condition", None),
        ({"if": {"value": "public.turn", "is": "eq", "to": [1]}}, "/if/to", "bad_condition", None),
        ({"if": {"value": "public.turn", "is": "in", "to": 1}}, "/if/to", "bad_condition", None),
        # names that are not in the game
        ({"phase": "lunch"}, "/phase", "not_an_option", None),
        ({"phase": "plai"}, "/phase", "not_an_option", "play"),
        ({"move": {"verb": "fly"}}, "/move/verb", "not_an_option", None),
        ({"move": {"verb": "pay"}}, "/move/verb", "not_an_option", None),
        ({"move": {"verb": "bank", "args": {"fase": "m1"}}}, "/move/args/fase", "unknown_field", "face"),
        ({"if": {"can": "end_trun"}}, "/if/can", "not_an_option", "end_turn"),
        ({"if": {"value": "promt.phase", "is": "eq", "to": "play"}}, "/if/value", "not_an_option", "prompt"),
        ({**PAYING, "if": {**OWED, "value": "prompt.data.owd"}}, "/if/value", "not_an_option", "owed"),
        ({"if": OWED}, "/if/value", "not_an_option", None),
        ({"if": {"value": "count.hnd", "is": "eq", "to": 1}}, "/if/value", "not_an_option", "hand"),
        # impossible conditions
        ({"if": {"value": "public.turn", "is": "eq", "to": "duk"}}, "/if/to", "not_an_option", None),
        ({"if": {"value": "public.turn", "is": "eq", "to": 2}}, "/if/to", "not_an_option", None),
        (
            {"if": {"any": [{"value": "public.turn", "is": "in", "to": [0, 7]}]}},
            "/if/any/0/to/1",
            "not_an_option",
            None,
        ),
        ({"if": {"value": "prompt.phase", "is": "gt", "to": 3}}, "/if/is", "never_holds", None),
        ({"if": {"value": "count.hand", "is": "gt", "to": "three"}}, "/if/to", "never_holds", None),
        ({"if": {"value": "count.hand", "is": "eq", "to": "three"}}, "/if/to", "never_holds", None),
        ({"if": {"value": "public.latched.0", "is": "eq", "to": 1}}, "/if/value", "never_holds", None),
        ({"if": {"value": "public.latched", "is": "eq", "to": 1}}, "/if/to", "never_holds", None),
    ],
)
def test_an_order_that_can_never_apply_is_refused(change: Any, pointer: str, code: str, nearest: str | None):
    callers, match = running()

    answer = callers[0].post(f"/matches/{match}/standing-orders", {**DONE, **change})

    (error,) = answer.json()["errors"]
    assert (answer.status_code, error["pointer"], error["code"]) == (400, pointer, code)
    assert error.get("params", {}).get("nearest") == nearest
    assert callers[0].get(f"/matches/{match}/standing-orders").json()["items"] == []


def test_all_errors_of_an_order_are_reported_together():
    callers, match = running()

    order = {"phase": "play", "move": {"verb": "fly"}, "if": {"all": [{"can": "swim"}, {**OWED, "is": "like"}]}}
    answer = callers[0].post(f"/matches/{match}/standing-orders", order).json()

    assert [error["pointer"] for error in answer["errors"]] == [
        "/move/verb",
        "/if/all/0/can",
        "/if/all/1/is",
        "/if/all/1/value",
    ]


def test_a_misspelt_member_of_a_comparison_is_named_beside_the_one_that_is_missing():
    callers, match = running()

    wrong = {"value": "public.turn", "iss": "eq", "to": 1}
    answer = callers[0].post(f"/matches/{match}/standing-orders", {**DONE, "if": wrong}).json()

    assert [(error["pointer"], error["code"]) for error in answer["errors"]] == [
        ("/if", "bad_condition"),
        ("/if/is", "required"),
    ]
    assert answer["errors"][0]["params"]["nearest"] == "is"


def test_a_check_of_conditions_that_ignores_types_is_found(monkeypatch):
    """Planted fault: any value may equal any other."""
    monkeypatch.setattr(conditions, "_value_errors", lambda *_, **__: ())
    callers, match = running()

    never = {"value": "public.turn", "is": "eq", "to": "duk"}

    assert callers[0].post(f"/matches/{match}/standing-orders", {**DONE, "if": never}).status_code == 201


def views_of_others(orders: bool) -> list[Any]:
    """Opens a prompt to a seat with or without orders; returns the views of the other player and a spectator."""
    with standing_clock() as hands:
        callers, match = running(seed=SEED)
        seat = mover(match)
        if orders:
            callers[seat].post(f"/matches/{match}/standing-orders", {**DONE, "if": {"can": "end_turn"}})
        else:
            hands.go(0)
        run_due()
        paths = ("", "/view", "/events", "/legal-moves", "/standing-orders", "/export")
        shown = [caller.get(f"/matches/{match}{path}") for caller in (callers[1 - seat], Caller()) for path in paths]
        return [(answer.status_code, _essence(answer.json())) for answer in shown]


def _essence(body: Any) -> Any:
    """Returns a response without the ids of matches, players and requests, which differ."""
    rows = body.get("items", body.get("events", [])) if isinstance(body, dict) else []
    heads = {name: body.get(name) for name in ("seq", "to_act", "deadlines", "code", "count", "public", "answers")}
    return heads, [(event.get("type"), event.get("at"), event.get("seat"), event.get("move")) for event in rows]


def test_the_orders_of_a_seat_are_not_visible_to_others():
    assert views_of_others(orders=True) == views_of_others(orders=False)


def test_an_order_that_is_answered_at_once_is_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(order_plans, "delay_ms", lambda *_, **__: 0)

    assert views_of_others(orders=True) != views_of_others(orders=False)
    assert Match.objects.filter(has_orders=True).count() == 1
