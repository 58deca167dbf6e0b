"""Past views: for every viewer, the view at a past event equals the view that was served then."""

from __future__ import annotations

import json

import pytest

from events.log import states
from tests.events.calls import Caller, first_move, open_match, somebody

pytestmark = pytest.mark.django_db


def status(caller: Caller, match: str) -> str:
    return str(caller.get(f"/matches/{match}").json()["status"])


def test_every_past_view_equals_the_one_served_at_that_time():
    callers = [somebody() for _ in range(4)]
    watcher = somebody()
    match = open_match(callers[0], callers[1:])
    viewers = [*callers, watcher]
    served = {}

    def look() -> int:
        for place, viewer in enumerate(viewers):
            view = viewer.get(f"/matches/{match}/view").json()
            if not any("answer" in prompt for prompt in view["prompts"]):
                served[view["seq"], place] = view
        return view["seq"]

    look()
    while len({seq for seq, _ in served}) <= 50 and status(callers[0], match) == "running":
        for caller in callers:
            if (move := first_move(caller, match)) is not None:
                caller.post(f"/matches/{match}/moves", move)
                look()

    states.forget()
    assert len({seq for seq, _ in served}) > 50
    for (seq, place), view in list(served.items())[::8]:  # of each of five viewers
        past = viewers[place].get(f"/matches/{match}/view?at={seq}").json()
        assert json.dumps(past, sort_keys=True) == json.dumps(view, sort_keys=True), (seq, place)


def test_a_view_at_a_missing_event_is_refused():
    callers = [somebody() for _ in range(4)]
    match = open_match(callers[0], callers[1:])

    answer = callers[0].get(f"/matches/{match}/view?at=9999")

    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, "/query/at")


def test_views_of_other_seats_are_available_only_after_the_end():
    callers = [somebody() for _ in range(4)]
    match = open_match(callers[0], callers[1:])
    path = f"/matches/{match}/view"

    assert callers[0].get(f"{path}?as=seat:0").status_code == 200
    assert callers[0].get(f"{path}?as=seat:1").json()["code"] == "forbidden"
    assert callers[0].get(f"{path}?as=omniscient").json()["code"] == "forbidden"
    assert callers[0].get(f"{path}?as=seat:9").json()["code"] == "malformed"
    assert callers[0].get(f"{path}?as=nobody").json()["code"] == "malformed"
    for caller in callers:
        caller.post(f"/matches/{match}/agreements/abort")
    omniscient = somebody().get(f"{path}?at=5&as=omniscient")
    assert omniscient.status_code == 200
    assert all(card is not None for zone in omniscient.json()["zones"] for card in zone["cards"])
