"""A stream has the form that the client accepts, server-sent events or lines of JSON, with the same events."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from events.streams.frames import EVENTS, LINES
from tests.events.calls import Caller, first_move, open_match, somebody
from tests.streaming import Event, Server

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("streams")]

SLOWLY = "import events.streams.streams as s\ns.HEARTBEAT_SECONDS = 0.1\ns.LIFE_SECONDS = 1.0\ns.JITTER = 0.0"


def table(game: str = "monopoly_deal") -> tuple[list[Caller], str]:
    callers = [somebody("Format") for _ in range(2)]
    return callers, open_match(callers[0], callers[1:], game)


def say(caller: Caller, match: str) -> int:
    seq: int = caller.post(f"/matches/{match}/messages", {"text": "hello"}).json()["seq"]
    return seq


def is_prompt(event: Event) -> bool:
    return event.name == "prompt"


def is_row(seq: int) -> Callable[[Event], bool]:
    return lambda event: event.id == seq


def lines(caller: Caller, path: str) -> list[dict[str, Any]]:
    answer = caller.call("GET", path, Accept=LINES.media_type)
    assert answer.status_code == 200, answer.content
    return [json.loads(line) for line in answer.content.splitlines()]


def test_lines_have_the_same_events_as_the_other_format(server: Server) -> None:
    callers, match = table()
    mover = callers[callers[0].get(f"/matches/{match}").json()["to_act"][0]]
    path = f"/matches/{match}/stream?legal=3"

    with (
        server.stream(path, mover.token) as events,
        server.stream(path, mover.token, accept=LINES.media_type) as as_lines,
    ):
        assert as_lines.headers["Content-Type"] == LINES.media_type
        before = [stream.until(is_prompt) for stream in (events, as_lines)]
        mover.post(f"/matches/{match}/moves", first_move(mover, match))
        last = say(mover, match)
        after = [stream.until(is_row(last)) for stream in (events, as_lines)]

    assert before[0] == before[1]
    ids = [[event.id for event in some if event.name == "event"] for some in after]
    assert ids[0] == ids[1] == list(range(ids[0][0], last + 1))


@pytest.mark.parametrize("accept", [EVENTS.media_type, LINES.media_type])
def test_a_stream_resumes_in_the_other_format_after_the_last_id(server: Server, accept: str) -> None:
    (ada, _), match = table()
    other = LINES.media_type if accept == EVENTS.media_type else EVENTS.media_type
    head = say(ada, match)

    with server.stream(f"/matches/{match}/stream", accept=accept) as stream:
        stream.until(lambda event: event.id == head - 1)
    with server.stream(f"/matches/{match}/stream", last=stream.last, accept=other) as resumed:
        assert resumed.until(lambda event: event.id is not None)[0].id == head


def test_lines_state_the_start_the_heartbeats_and_the_reason_of_the_end() -> None:
    ada = somebody("Lively")
    with Server(SLOWLY) as server, server.stream("/me/stream", ada.token, accept=LINES.media_type) as stream:
        assert stream.rest() == [Event("bye", {"reason": "life"}, None)]
    first, *others, last = map(json.loads, stream.content.splitlines())
    assert (first["event"], first["id"], last["event"]) == ("open", 0, "bye")
    assert 1_000 <= first["data"]["retry"] <= 4_000
    assert len(others) >= 3
    assert all(each == {"event": "heartbeat", "data": {}} for each in others)


def test_a_stream_that_is_not_followed_ends_after_the_stored_events(server: Server) -> None:
    (ada, _), match = table()
    head = say(ada, match)

    for accept in (EVENTS.media_type, LINES.media_type):
        with server.stream(f"/matches/{match}/stream?follow=0&after=1", ada.token, accept=accept) as stream:
            events = stream.rest()
        assert [event.id for event in events if event.id is not None] == list(range(2, head + 1))
        assert [event.name for event in events][-2:] == ["prompt", "bye"]
    assert [line["event"] for line in lines(ada, "/me/stream?follow=0")] == ["open", "bye"]
    assert ada.get("/me/stream?follow=2").status_code == 400


@pytest.mark.parametrize("accept", ["application/json", "text/html"])
def test_another_media_type_is_refused(server: Server, accept: str) -> None:
    (ada, _), match = table()

    for path in (f"/matches/{match}/stream", "/me/stream"):
        with server.stream(path, ada.token, accept=accept) as refused:
            assert refused.status == 406
            assert json.loads(refused.response.read())["code"] == "not_acceptable"


@pytest.mark.parametrize("accept", ["*/*", "application/x-ndjson;q=0.5, text/event-stream", "text/*"])
def test_a_client_that_accepts_both_formats_receives_server_sent_events(server: Server, accept: str) -> None:
    with server.stream(f"/matches/{table()[1]}/stream", accept=accept) as stream:
        assert stream.headers["Content-Type"] == EVENTS.media_type
