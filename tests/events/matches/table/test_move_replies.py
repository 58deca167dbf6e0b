"""`POST /moves?view=1&legal=`: the reply has the data for a client's next turn, equal to those of view and stream."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from events.log.models import ActionEvent, IdempotencyRecord
from games import registry
from tests.events.calls import Caller, code, first_move, open_match, somebody

pytestmark = pytest.mark.django_db


def table(game: str) -> tuple[list[Caller], str]:
    callers = [somebody("Reply") for _ in range(registry.get(game).seats.start)]
    return callers, open_match(callers[0], callers[1:], game)


def next_move(callers: list[Caller], match: str) -> tuple[Caller, dict[str, Any]]:
    """Returns the first seat that can move, and its first legal move."""
    moves = ((caller, first_move(caller, match)) for caller in callers)
    return next((caller, move) for caller, move in moves if move is not None)


def streamed_prompts(caller: Caller, match: str) -> Any:
    """Returns the open prompts in a new stream of the seat."""
    content = caller.get(f"/matches/{match}/stream?legal=9", Accept="text/event-stream").content.decode()
    return json.loads(re.findall(r"event: prompt\ndata: (.*)", content)[-1])


@pytest.mark.parametrize("game", sorted(registry.GAMES))
def test_the_reply_has_the_view_and_the_prompts_as_other_requests_return_them(game: str):
    callers, match = table(game)

    for _ in range(8):
        caller, move = next_move(callers, match)
        reply = caller.post(f"/matches/{match}/moves?view=1&legal=9&faces=ids", move).json()

        assert reply["view"] == caller.get(f"/matches/{match}/view?faces=ids").json()
        assert reply["legal"] == streamed_prompts(caller, match)


def test_the_reply_to_a_sealed_answer_has_the_view_with_that_answer():
    callers, match = table("great_dalmuti")
    caller, move = next_move(callers, match)

    reply = caller.post(f"/matches/{match}/moves?view=1", move).json()

    assert reply["seq"] is None
    assert [prompt["answer"]["verb"] for prompt in reply["view"]["prompts"] if "answer" in prompt] == [move["verb"]]


def test_without_parameters_the_reply_is_the_move_alone():
    callers, match = table("monopoly_deal")
    caller, move = next_move(callers, match)

    assert caller.post(f"/matches/{match}/moves?view=0", move).json().keys() == {"seq", "event", "to_act", "receipt"}


def test_a_repeated_move_has_its_first_reply_and_the_current_view():
    callers, match = table("monopoly_deal")
    caller, move = next_move(callers, match)
    first = caller.post(f"/matches/{match}/moves?view=1&legal=0", move, Idempotency_Key="once").json()
    later, further = next_move(callers, match)
    assert later.post(f"/matches/{match}/moves", further).status_code == 201

    again = caller.post(f"/matches/{match}/moves?view=1&legal=0", move, Idempotency_Key="once")

    assert (again.status_code, again["Idempotent-Replayed"]) == (200, "true")
    assert {**again.json(), "view": None, "legal": None} == {**first, "view": None, "legal": None}
    assert again.json()["view"] == caller.get(f"/matches/{match}/view").json()
    assert again.json()["view"]["seq"] == first["view"]["seq"] + 1


def test_a_repeated_move_may_have_other_parameters():
    callers, match = table("monopoly_deal")
    caller, move = next_move(callers, match)
    first = caller.post(f"/matches/{match}/moves?view=1", move, Idempotency_Key="once").json()

    again = caller.post(f"/matches/{match}/moves", move, Idempotency_Key="once").json()

    assert again == {name: first[name] for name in first if name != "view"}


@pytest.mark.parametrize(
    "query", ["view=2", "view=yes", "legal=101", "legal=-1", "faces=names", "limit=4", "view=1&view=1"]
)
def test_a_bad_parameter_is_refused_before_anything_is_written(query: str):
    callers, match = table("monopoly_deal")
    caller, move = next_move(callers, match)
    before = ActionEvent.objects.filter(match_id=match).count()

    assert code(caller.post(f"/matches/{match}/moves?{query}", move)) == (400, "malformed")
    assert ActionEvent.objects.filter(match_id=match).count() == before


def test_other_requests_that_write_take_no_parameters():
    callers, match = table("monopoly_deal")

    assert code(callers[0].post(f"/matches/{match}/resign?view=1")) == (400, "malformed")


def test_the_last_move_of_a_match_has_the_standings_in_its_view():
    callers, match = table("great_dalmuti")

    reply: dict[str, Any] = {}
    while not reply.get("view", {}).get("standings"):
        callers = callers[1:] + callers[:1]  # one seat could change its sealed answer for ever
        caller, move = next_move(callers, match)
        reply = caller.post(f"/matches/{match}/moves?view=1&legal=3", move).json()

    assert reply["view"] == caller.get(f"/matches/{match}/view").json()
    assert reply["legal"] == {"match": match, "seq": None, "seat": reply["view"]["viewer"], "prompts": []}
    again = caller.post(f"/matches/{match}/moves", move).json()
    assert again == {name: reply[name] for name in again}
    assert again["receipt"]["size"] == again["seq"] + 3  # the move, the end and the seed


def test_the_event_of_a_move_is_in_the_log_and_not_stored_again_with_the_reply():
    callers, match = table("monopoly_deal")
    caller, move = next_move(callers, match)
    first = caller.post(f"/matches/{match}/moves", move).json()

    stored = IdempotencyRecord.objects.get()

    assert json.loads(bytes(stored.answer)) == {"seq": first["seq"], "receipt": first["receipt"]}


def test_a_reply_that_was_stored_with_its_event_is_returned_as_it_was():
    callers, match = table("monopoly_deal")
    caller, move = next_move(callers, match)
    first = caller.post(f"/matches/{match}/moves", move).json()
    older = {**first, "event": {**first["event"], "hash": "00" * 32}}
    IdempotencyRecord.objects.update(answer=json.dumps(older).encode())

    assert caller.post(f"/matches/{match}/moves", move).json() == older
