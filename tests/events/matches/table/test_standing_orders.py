"""Standing orders: private answers in advance, which nobody else can tell from a person's."""

from __future__ import annotations

from typing import Any

import pytest

from events.matches.record import order_plans
from events.models import Match, OrderedAnswer
from events.sweeper import sweep
from tests.events.calls import Caller, code, first_move, open_match, somebody
from tests.events.tables import standing_clock

pytestmark = pytest.mark.django_db
GAME = "monopoly_deal"
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
    row: dict[str, Any] = Caller().get(f"/matches/{match}/events").json()["items"][-1]
    return row


def test_an_order_answers_after_a_drawn_time_as_its_player_would():
    with standing_clock() as hands:
        callers, match = running()
        seat = mover(match)
        assert callers[1 - seat].post(f"/matches/{match}/standing-orders", DONE).status_code == 201
        until_turn_of(1 - seat, callers, match)

        assert sweep() == 0
        (due_ms,) = OrderedAnswer.objects.values_list("due_ms", flat=True)
        assert 3_000 <= due_ms - hands.now_ms <= 300_000
        hands.now_ms = due_ms
        assert sweep() == 1

        row = last(match)
        assert (row["type"], row["by"], row["seat"], row["move"]["verb"]) == ("move", "player", 1 - seat, "end_turn")
        own = callers[1 - seat].get(f"/matches/{match}/standing-orders").json()
        assert own["answers"] == [{"prompt": row["prompt"], "seq": row["seq"], "order": 0}]


def test_an_order_given_at_an_open_prompt_counts_for_it_and_can_be_withdrawn():
    with standing_clock() as hands:
        callers, match = running()
        seat = mover(match)
        callers[seat].post(f"/matches/{match}/standing-orders", DONE)
        assert OrderedAnswer.objects.count() == 1

        assert callers[seat].delete(f"/matches/{match}/standing-orders/0").status_code == 204
        assert code(callers[seat].delete(f"/matches/{match}/standing-orders/0")) == (404, "not_found")

        hands.go(600)
        assert sweep() == 0


def test_a_player_who_is_quicker_answers_in_person():
    with standing_clock() as hands:
        callers, match = running()
        seat = mover(match)
        callers[seat].post(f"/matches/{match}/standing-orders", DONE)
        move = first_move(callers[seat], match) or {}
        callers[seat].post(f"/matches/{match}/moves", {**move, "verb": "end_turn", "args": {}})
        seq = last(match)["seq"]

        hands.go(600)
        sweep()

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
        assert sweep() == 1
        own = callers[seat].get(f"/matches/{match}/standing-orders").json()
        assert (own["items"], own["answers"][0]["order"]) == ([], None)


@pytest.mark.parametrize(
    ("condition", "applies"),
    [
        ({"value": "count.hand", "is": "ge", "to": 5}, True),
        ({"value": "count.hand", "is": "lt", "to": 5}, False),
        ({"value": "count.nowhere", "is": "ne", "to": 5}, False),
        ({"all": [{"can": "end_turn"}, {"not": {"can": "say_no"}}]}, True),
        ({"any": [{"can": "say_no"}, {"value": "prompt.phase", "is": "in", "to": ["play"]}]}, True),
        ({"value": "prompt.phase", "is": "gt", "to": 3}, False),
        ({"only": "end_turn"}, False),
    ],
)
def test_a_condition_is_about_what_the_seat_sees(condition: Any, applies: bool):
    with standing_clock():
        callers, match = running()

        answer = callers[mover(match)].post(f"/matches/{match}/standing-orders", {**DONE, "if": condition})

        assert answer.status_code == 201
        assert OrderedAnswer.objects.exists() is applies


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"if": {"value": "public.turn", "is": "like", "to": 1}}, "/if"),
        ({"if": {"not": {"not": {"not": {"not": {"not": {"can": "end_turn"}}}}}}}, "/if"),
        ({"if": {"any": [{"can": "end_turn"}] * 21}}, "/if"),
        ({"if": {"only": ["end_turn"]}}, "/if"),
        ({"phase": "lunch"}, "/phase"),
        ({"move": {"verb": "fly"}}, "/move/verb"),
    ],
)
def test_an_order_that_means_nothing_is_refused(change: Any, pointer: str):
    callers, match = running()

    answer = callers[0].post(f"/matches/{match}/standing-orders", {**DONE, **change})

    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, pointer)
    assert callers[0].get(f"/matches/{match}/standing-orders").json()["items"] == []


def seen_beside(orders: bool) -> list[Any]:
    """What the other player and a spectator see right after a prompt opens to a seat with orders, or without."""
    with standing_clock() as hands:
        callers, match = running(seed=SEED)
        seat = mover(match)
        if orders:
            callers[seat].post(f"/matches/{match}/standing-orders", {**DONE, "if": {"can": "end_turn"}})
        else:
            hands.go(0)
        sweep()
        paths = ("", "/view", "/events", "/legal-moves", "/standing-orders", "/export")
        shown = [caller.get(f"/matches/{match}{path}") for caller in (callers[1 - seat], Caller()) for path in paths]
        return [(answer.status_code, _essence(answer.json())) for answer in shown]


def _essence(body: Any) -> Any:
    """What depends on the rules and on time: the ids of the match, of its players and of requests differ anyway."""
    rows = body.get("items", body.get("events", [])) if isinstance(body, dict) else []
    heads = {name: body.get(name) for name in ("seq", "to_act", "deadlines", "code", "count", "public", "answers")}
    return heads, [(row.get("type"), row.get("at"), row.get("seat"), row.get("move")) for row in rows]


def test_nobody_sees_that_a_seat_has_orders():
    assert seen_beside(orders=True) == seen_beside(orders=False)


def test_an_order_that_is_answered_at_once_is_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(order_plans, "delay_ms", lambda *_, **__: 0)

    assert seen_beside(orders=True) != seen_beside(orders=False)
    assert Match.objects.filter(has_orders=True).count() == 1
