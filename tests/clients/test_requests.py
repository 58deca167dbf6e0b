"""Tests how the clients send, repeat and resume requests, with a function in place of the server."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

pytestmark = pytest.mark.xdist_group("streams")
Answer = httpx.Response | Exception
PROGRAMS = Path(__file__).parent / "programs"
MATCH = "01956a3e-7d5c-7c1a-9b3e-2f4f6a1d8c55"
MOVE = {"prompt": 1, "verb": "pass", "args": {}}


class Scripted:
    """A server with scripted responses. requests: the received requests."""

    def __init__(self, *answers: Answer) -> None:
        self._answers, self.requests = list(answers), list[httpx.Request]()

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answer = self._answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


@pytest.fixture
def caller(client: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[Any, Scripted, list[float]]]:
    """Returns a client of a scripted server, and the list to which the client's pauses in seconds are added."""

    def made(*answers: Answer, **options: Any) -> tuple[Any, Scripted, list[float]]:
        server, pauses = Scripted(*answers), list[float]()
        monkeypatch.setattr(client.blocking.time, "sleep", pauses.append)
        transport = httpx.MockTransport(server)
        return client.Client("http://test", "token", transport=transport, **options), server, pauses

    return made


def ok(body: Any, **headers: str) -> httpx.Response:
    return httpx.Response(200, json=body, headers=headers)


def refused(status: int, code: str, **headers: str) -> httpx.Response:
    return httpx.Response(status, json={"code": code, "detail": "No."}, headers=headers)


def events(*parts: str) -> httpx.Response:
    return httpx.Response(200, content="".join(parts).encode(), headers={"Content-Type": "application/x-ndjson"})


def line(name: str, data: Any, number: int | None = None) -> str:
    place = {} if number is None else {"id": number}
    return json.dumps({"event": name, **place, "data": data}, ensure_ascii=False) + "\n"


def opened(number: int) -> str:
    return line("open", {"retry": 2000}, number)


def row(seq: int) -> str:
    return line("event", {"seq": seq, "text": "line\u2028line"}, seq)


def test_a_move_whose_answer_is_lost_is_sent_again_with_the_same_key(caller: Any) -> None:
    client, server, pauses = caller(httpx.ReadError("lost"), refused(503, "busy"), ok({"seq": 4}))

    played = client.matches_moves_create(MATCH, MOVE)

    assert played == {"seq": 4}
    assert len({request.headers["Idempotency-Key"] for request in server.requests}) == 1
    assert [json.loads(request.content) for request in server.requests] == [MOVE] * 3
    assert len(pauses) == 2


def test_two_moves_have_different_keys_unless_the_caller_passes_a_key(caller: Any) -> None:
    client, server, _ = caller(ok({"seq": 4}), ok({"seq": 5}), ok({"seq": 6}))

    client.matches_moves_create(MATCH, MOVE)
    client.matches_moves_create(MATCH, MOVE)
    client.matches_moves_create(MATCH, MOVE, idempotency_key="mine")

    keys = [request.headers["Idempotency-Key"] for request in server.requests]
    assert len(set(keys)) == 3 and keys[2] == "mine"


def test_a_request_without_a_key_is_not_repeated_if_it_may_have_arrived(caller: Any, client: Any) -> None:
    lost, server, pauses = caller(httpx.ReadError("lost"))

    with pytest.raises(client.Unreachable):
        lost.players_create({"name": "Ada"})

    assert len(server.requests) == 1 and pauses == []
    assert "Idempotency-Key" not in server.requests[0].headers


def test_a_request_without_a_key_is_repeated_if_it_cannot_have_arrived(caller: Any) -> None:
    answer = {"id": MATCH, "name": "Ada", "token": "t"}
    client, server, pauses = caller(
        httpx.ConnectError("away"), refused(429, "rate_limited", **{"Retry-After": "7"}), ok(answer)
    )

    assert client.sign_up("Ada") == answer
    assert len(server.requests) == 3 and pauses[1] == 7
    assert client.token == "t"


def test_a_request_is_not_repeated_beyond_the_patience_of_the_client(caller: Any, client: Any) -> None:
    hasty, server, _ = caller(httpx.ConnectError("away"), patience=0)

    with pytest.raises(client.Unreachable, match="GET /games"):
        hasty.games_list()

    assert len(server.requests) == 1


def test_a_refusal_has_its_code_and_whether_the_move_came_too_late(caller: Any, client: Any) -> None:
    late, server, _ = caller(refused(409, "stale_prompt"), refused(403, "forbidden"))

    with pytest.raises(client.Problem) as stale:
        late.matches_moves_create(MATCH, MOVE)
    with pytest.raises(client.Problem) as forbidden:
        late.matches_moves_create(MATCH, MOVE)

    assert (stale.value.code, stale.value.status, stale.value.is_overtaken) == ("stale_prompt", 409, True)
    assert not forbidden.value.is_overtaken
    assert len(server.requests) == 2


def test_an_unchanged_response_is_read_from_the_cache(caller: Any) -> None:
    client, server, _ = caller(ok({"items": [1]}, ETag='"a"'), httpx.Response(304), ok({"items": []}, ETag='"b"'))

    first = client.me_decisions_list()
    first["items"].append("the caller's own")
    second, third = client.me_decisions_list(), client.me_decisions_list()

    assert (second, third) == ({"items": [1]}, {"items": []})
    assert [request.headers.get("If-None-Match") for request in server.requests] == [None, '"a"', '"a"']


def test_a_slow_read_keeps_the_cached_response_whose_tag_it_has_sent(client: Any) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        if "If-None-Match" not in request.headers:
            return ok({"items": [1]}, ETag='"a"')
        for number in range(70):  # another task of the program
            waiting.matches_retrieve(f"match-{number}")
        return httpx.Response(304)

    waiting = client.Client("http://test", "token", transport=httpx.MockTransport(answer))
    waiting.me_decisions_list()

    assert waiting.me_decisions_list() == {"items": [1]}


def test_names_in_paths_are_quoted(caller: Any) -> None:
    client, server, _ = caller(ok({}))

    client.players_retrieve("Ada / Grace?")

    assert server.requests[0].url.raw_path == b"/api/v1/players/Ada%20%2F%20Grace%3F"


def test_a_stream_that_breaks_within_an_event_resumes_after_the_previous_event(caller: Any) -> None:
    client, server, pauses = caller(
        events(opened(3), line("heartbeat", {}), row(4), row(5)[:-9]),
        httpx.ConnectError("away"),
        events(row(5), row(6)),
    )

    stream = client.matches_stream(MATCH, after=3)
    seen = [next(stream) for _ in range(3)]
    stream.close()

    assert [(one.name, one.id, one.data["seq"]) for one in seen] == [("event", seq, seq) for seq in (4, 5, 6)]
    assert seen[0].data["text"] == "line\u2028line"
    assert [request.url.params["after"] for request in server.requests] == ["3", "4", "4"]
    assert len(pauses) == 2 and all(0.5 <= pause <= 3 for pause in pauses[:1])


def test_lines_of_an_export_are_read_as_they_arrive_and_a_refusal_is_raised(caller: Any, client: Any) -> None:
    line = {"match": MATCH, "game": "dealmaker\u2028"}
    content = "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in (line, {**line, "seat": 1})).encode()
    pieces = iter([content[:9], content[9:70], content[70:]])
    mine, server, _ = caller(httpx.Response(200, content=pieces), refused(403, "forbidden"))

    assert list(mine.me_export_matches_list()) == [line, {**line, "seat": 1}]
    with pytest.raises(client.Problem) as refusal:
        list(mine.me_export_matches_list())

    assert refusal.value.code == "forbidden"
    assert [request.headers["Accept"] for request in server.requests] == ["application/x-ndjson"] * 2


def test_an_export_that_breaks_off_raises_an_error(caller: Any, client: Any) -> None:
    def broken() -> Any:
        yield b'{"match": 1}\n{"mat'
        raise httpx.ReadError("lost")

    mine, _, _ = caller(httpx.Response(200, content=broken()))
    lines = mine.me_export_matches_list()

    assert next(lines) == {"match": 1}
    with pytest.raises(client.Unreachable):
        next(lines)


def test_a_stream_of_notices_without_a_notice_resumes_where_it_began(caller: Any) -> None:
    notice = line("your_turn", {"id": 8, "kind": "your_turn"}, 8)
    client, server, _ = caller(events(opened(7)), events(notice))

    stream = client.me_stream()
    told = next(stream)
    stream.close()

    assert told.data["id"] == 8
    assert [request.url.params.get("after") for request in server.requests] == [None, "7"]


def test_a_stream_that_has_become_forbidden_is_not_resumed(caller: Any, client: Any) -> None:
    bye = line("bye", {"reason": "rights"})
    mine, server, _ = caller(events(row(4), bye), refused(404, "not_found"))

    with pytest.raises(client.NoLongerAllowed):
        list(mine.matches_stream(MATCH))
    with pytest.raises(client.Problem):
        list(mine.matches_stream(MATCH))

    assert len(server.requests) == 2


def test_a_bot_without_an_answer_passes_its_lease_and_a_broken_stream_is_reopened(caller: Any, client: Any) -> None:
    legal = {"templates": [], "words": {}, "count": 0, "moves": [], "complete": True}
    leased = {
        "match": MATCH,
        "game": "dealmaker",
        "seat": 0,
        "required": False,
        "prompt": 7,
        "lease": "a lease",
        "view": {},
        "legal_moves": legal,
    }
    decision = line("decision", leased)
    stream = events(line("open", {"retry": 2000}), decision, line("heartbeat", {}), decision)
    answers = [stream, ok({"items": []}), refused(409, "stale_prompt"), httpx.ReadError("lost"), events(decision)]
    bot, server, pauses = caller(*answers)

    decisions = bot.decisions(most=2)
    assert bot.answer(next(decisions), None) is False
    assert bot.answer(next(decisions), client.Move(7, "offer", {})) is False, "and its lease cannot be passed"
    next(decisions)

    first, passed, moved, also_passed, again = server.requests
    assert [dict(each.url.params) for each in (first, again)] == [{"max": "2", "seconds": "30"}] * 2
    assert [json.loads(each.content) for each in (passed, also_passed)] == [{"max": 0, "passed": ["a lease"]}] * 2
    assert json.loads(moved.content)["lease"] == moved.headers["Idempotency-Key"] == "a lease"
    assert len(pauses) == 1


def text(at: str, *choices: str) -> httpx.Response:
    return ok({"at": at, "choices": [{"number": 1, "words": words} for words in choices]})


def test_a_text_is_read_again_at_each_heartbeat_and_event_until_it_differs(caller: Any) -> None:
    stream = events(opened(4), line("heartbeat", {}), row(5), row(6))
    client, server, _ = caller(text("4"), stream, text("4"), text("6", "Pass"))

    before = client.matches_text(MATCH)
    after = client.text_after(MATCH, before, since="4")

    assert after["at"] == "6"
    paths = [request.url.path.rpartition("/")[2] for request in server.requests]
    assert paths == ["text", "stream", "text", "text"]
    assert server.requests[1].url.params["after"] == "4"


def test_an_unchanged_text_is_returned_after_the_timeout(caller: Any) -> None:
    client, server, _ = caller(text("4"), events(line("heartbeat", {}), line("heartbeat", {})), text("4"))

    before = client.matches_text(MATCH)

    assert client.text_after(MATCH, before, seconds=0) == before
    assert len(server.requests) == 3


@pytest.mark.parametrize(
    ("chosen", "added", "joined"),
    [
        ([17], [40], [17, 40]),
        ({"7": 1}, {"7": 1, "jester": 1}, {"7": 2, "jester": 1}),
        (None, 3, 3),
        ("brown", "green", "green"),
    ],
)
def test_an_additional_choice_is_added_to_the_previous_choice(
    client: Any, chosen: Any, added: Any, joined: Any
) -> None:
    begun = {} if chosen is None else {"it": chosen}

    move = client.Draft(1, "act", "Act", {}, begun).choose(it=added)

    assert move == client.Move(1, "act", {"it": joined})


def test_the_javascript_client_repeats_requests_and_resumes_streams(javascript: Path, needs_node: str) -> None:
    shutil.copy(PROGRAMS / "requests.test.mjs", javascript)

    ran = subprocess.run(
        [needs_node, "--test", "requests.test.mjs"],
        cwd=javascript,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert ran.returncode == 0, ran.stdout
    assert "# pass 13\n" in ran.stdout
