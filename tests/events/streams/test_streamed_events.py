"""Streams conform to the OpenAPI document: each event, each kind of notification, the end."""

from __future__ import annotations

import copy
import re

import pytest

from events.notifications.models import Notification
from tests.events.calls import Caller, first_move, open_match, somebody
from tests.events.http.openapi.conformance import Conformance, Unlike, document
from tests.events.tables import standing_clock

pytestmark = pytest.mark.django_db


def names(stream: str) -> set[str]:
    return set(re.findall(r"^event: (.*)$", stream, re.MULTILINE))


def match_with_all_events() -> tuple[list[Caller], str]:
    """Returns a match with all events that players are notified of, except that time ran short."""
    ada, grace = (somebody() for _ in range(2))
    name = grace.get("/me").json()["name"]
    seats = [{"kind": "me"}, {"kind": "player", "name": name}]
    match = ada.post("/matches", {"game": "monopoly_deal", "seats": seats}).json()["id"]
    grace.post(f"/matches/{match}/seats")
    ada.post(f"/matches/{match}/messages", {"text": "Hello"})
    for caller in (ada, grace):
        if (move := first_move(caller, match)) is not None:
            caller.post(f"/matches/{match}/moves", move)
    return [ada, grace], match


def test_the_stream_of_a_match_conforms_to_the_document():
    (ada, _), match = match_with_all_events()

    stream = ada.get(f"/matches/{match}/stream?legal=2").content.decode()  # the caller checks the events

    assert names(stream) >= {"event", "bye"}


def test_prompts_with_legal_moves_conform_to_the_document():
    callers = [somebody() for _ in range(2)]
    match = open_match(callers[0], callers[1:], "monopoly_deal")
    mover = callers[callers[0].get(f"/matches/{match}").json()["to_act"][0]]

    for query in ("", "?legal=3"):
        stream = mover.get(f"/matches/{match}/stream{query}").content.decode()

        assert names(stream) == {"event", "prompt", "bye"}
        assert ('"legal":' in stream) is bool(query)


def test_every_kind_of_notification_conforms_to_the_document():
    with standing_clock():
        callers, match = match_with_all_events()
        grace = callers[1]
        grace.post(f"/matches/{match}/resign")

        streams = "".join(caller.get("/me/stream?after=0").content.decode() for caller in callers)

    of_tournaments = {"round_drawn", "tournament_news"}  # `tests/events/tournaments/test_organisers.py`
    assert names(streams) - {"bye"} == set(Notification.Kind.values) - {"deadline_near"} - of_tournaments


def test_an_event_that_does_not_conform_to_the_document_is_found():
    """Planted faults: a document with another type, and a document without an event."""
    ada, _ = (callers := match_with_all_events()[0])
    answer = ada.get("/me/stream?after=0")
    other, without = copy.deepcopy(document()), copy.deepcopy(document())
    other["components"]["schemas"]["NoticeMatchStarted"]["properties"]["seq"] = {"type": "string"}
    content = without["paths"]["/api/v1/me/stream"]["get"]["responses"]["200"]["content"]
    del content["text/event-stream"]["schema"]["x-events"]["match_started"]

    assert len(callers) == 2
    for faulty in (other, without):
        with pytest.raises(Unlike, match="match_started"):
            Conformance(faulty).check("GET", "/api/v1/me/stream", answer)
