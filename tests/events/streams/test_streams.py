"""Streams from a real server: every event once and in order, resumable anywhere, only for viewers with access."""

from __future__ import annotations

import json
import random
import signal
import time
from typing import Any
from uuid import UUID

import psutil
import pytest
from django.db import connection

from events.log.models import Seat
from events.matches.lobby.seats import message_post
from events.streams.models import StreamTicket
from events.users.models import Player
from tests.events.calls import Caller, first_move, open_match, somebody
from tests.streaming import SECONDS, Event, Server

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("streams")]


def table(game: str = "great_dalmuti", seats: int = 4, **wish: Any) -> tuple[list[Caller], str]:
    callers = [somebody("Stream") for _ in range(seats)]
    return callers, open_match(callers[0], callers[1:], game, **wish)


def play(callers: list[Caller], match: str, moves: int) -> None:
    """Plays `moves` first legal moves."""
    for _ in range(moves):
        for seat in callers[0].get(f"/matches/{match}").json()["to_act"]:
            answer = callers[seat].post(f"/matches/{match}/moves", first_move(callers[seat], match))
            assert answer.status_code in (200, 201), answer.content


def say(caller: Caller, match: str, text: str = "hello") -> int:
    answer = caller.post(f"/matches/{match}/messages", {"text": text})
    assert answer.status_code == 201, answer.content
    seq: int = answer.json()["seq"]
    return seq


def rows(caller: Caller, match: str, query: str = "") -> list[dict[str, Any]]:
    answer = caller.call("GET", f"/matches/{match}/events{query}", Accept="application/x-ndjson")
    return [json.loads(line) for line in answer.content.splitlines()]


def rows_of(events: list[Event]) -> list[dict[str, Any]]:
    return [event.data for event in events if event.name == "event"]


def connections_now() -> int:
    """Returns the number of connections to the database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
        return int(cursor.fetchone()[0])


def is_row(seq: int) -> Any:
    return lambda event: event.id == seq


def test_events_are_streamed_in_order_and_as_their_viewer_sees_them(server: Server) -> None:
    callers, match = table()

    with (
        server.stream(f"/matches/{match}/stream", callers[1].token) as mine,
        server.stream(f"/matches/{match}/stream") as public,
    ):
        play(callers, match, 6)
        last = say(callers[0], match)
        events, public_events = mine.until(is_row(last)), public.until(is_row(last))

    assert rows_of(events) == rows(callers[1], match)
    assert rows_of(public_events) == rows(Caller(), match)
    assert [event.id for event in events if event.name == "event"] == list(range(last + 1))


def test_a_spectator_with_a_delay_receives_each_row_when_it_is_old_enough(server: Server) -> None:
    callers, match = table(spectator_delay=2)

    with (
        server.stream(f"/matches/{match}/stream", callers[1].token) as mine,
        server.stream(f"/matches/{match}/stream") as public,
    ):
        begin, last = time.monotonic(), say(callers[0], match)
        mine.until(is_row(last))
        late = rows_of(public.until(is_row(last)))

    assert late == rows(callers[0], match, "?as=spectator")
    assert time.monotonic() - begin + 0.01 >= 2


def test_streams_interrupted_at_random_and_resumed_send_each_event_once(server: Server) -> None:
    callers, match = table()
    chance, got, last = random.Random(7), [], None

    for _ in range(12):
        play(callers, match, 1)
        head = say(callers[0], match)
        with server.stream(f"/matches/{match}/stream", callers[2].token, last) as stream:
            stop = chance.randint(-1 if last is None else last, head)
            got += rows_of(stream.until(is_row(stop)) if stop != last and stop >= 0 else [])
            last = stream.last
    with server.stream(f"/matches/{match}/stream", callers[2].token, last) as stream:
        got += rows_of(stream.until(is_row(say(callers[0], match))))

    assert got == rows(callers[2], match)


def test_a_stream_begins_after_the_event_named_by_its_header_or_else_by_its_query(server: Server) -> None:
    callers, match = table()
    head = say(callers[0], match)

    with (
        server.stream(f"/matches/{match}/stream?after=2") as by_query,
        server.stream(f"/matches/{match}/stream?after=2", last=4) as by_header,
        server.stream(f"/matches/{match}/stream?after=9999") as beyond,
    ):
        first = [stream.until(lambda event: event.id is not None)[0].id for stream in (by_query, by_header)]
        later = say(callers[0], match)
        assert rows_of(beyond.until(is_row(later)))[0]["seq"] == head + 1

    assert first == [3, 5]


def test_prompts_follow_the_rows_that_change_them(server: Server) -> None:
    callers, match = table("monopoly_deal", 2)
    seat = callers[0].get(f"/matches/{match}").json()["to_act"][0]

    with (
        server.stream(f"/matches/{match}/stream", callers[seat].token) as mine,
        server.stream(f"/matches/{match}/stream", callers[1 - seat].token) as other,
        server.stream(f"/matches/{match}/stream") as public,
    ):
        events = mine.until(lambda event: event.name == "prompt")
        events_of_other = other.until(lambda event: event.name == "prompt")
        view = callers[seat].get(f"/matches/{match}/view").json()
        last = say(callers[0], match)
        assert events[-1].id is None
        assert events[-1].data["prompts"] == [prompt for prompt in view["prompts"] if seat in prompt["seats"]]
        assert events_of_other[-1].data["prompts"] == []
        assert [event.name for event in other.until(is_row(last))].count("prompt") == 0
        assert [event.name for event in public.until(is_row(last))].count("prompt") == 0
        while callers[0].get(f"/matches/{match}").json()["to_act"] == [seat]:
            move = first_move(callers[seat], match)
            callers[seat].post(f"/matches/{match}/moves", move)
        assert mine.until(lambda event: event.name == "prompt" and not event.data["prompts"])
        assert other.until(lambda event: event.name == "prompt")[-1].data["prompts"]


def test_a_prompt_has_its_legal_moves_if_the_request_asks_for_them(server: Server) -> None:
    callers, match = table("monopoly_deal", 2)
    seat = callers[0].get(f"/matches/{match}").json()["to_act"][0]

    for _ in range(3):
        with server.stream(f"/matches/{match}/stream?legal=3", callers[seat].token) as mine:
            sent = mine.until(lambda event: event.name == "prompt")[-1].data
        prompt = sent["prompts"][0]
        fetched = callers[seat].get(f"/matches/{match}/legal-moves?limit=3&prompt={prompt['id']}").json()
        assert prompt["legal"] == {name: fetched[name] for name in prompt["legal"]}
        beside = {"match", "seq", "seat", "prompt", "prompts", "answered"}  # the prompt itself has its `answer`
        assert prompt["legal"].keys() == fetched.keys() - beside
        play(callers, match, 1)
        seat = callers[0].get(f"/matches/{match}").json()["to_act"][0]
    assert callers[0].get(f"/matches/{match}/stream?legal=101").status_code == 400


def test_a_ticket_opens_only_its_own_stream_and_only_once(server: Server) -> None:
    callers, match = table()
    _, other = table()
    ticket = callers[1].post("/stream-tickets", {"match": match}).json()["ticket"]
    wrong = callers[1].post("/stream-tickets", {"match": match}).json()["ticket"]
    own = callers[1].post("/stream-tickets").json()["ticket"]

    with server.stream(f"/matches/{match}/stream?ticket={ticket}") as stream:
        last = say(callers[0], match)
        assert rows_of(stream.until(is_row(last))) == rows(callers[1], match)
    for path in (
        f"/matches/{match}/stream?ticket={ticket}",
        f"/matches/{other}/stream?ticket={wrong}",
        f"/matches/{match}/stream?ticket={wrong}",
        f"/matches/{match}/stream?ticket={own}",
    ):
        with server.stream(path) as response:
            assert (response.status, json.loads(response.response.read())["code"]) == (401, "unauthenticated")


def test_a_ticket_lasts_thirty_seconds_and_is_not_stored(server: Server, settings: Any) -> None:
    from django.utils import timezone

    ada = somebody()
    ticket = ada.post("/stream-tickets").json()
    row = StreamTicket.objects.get(player=ada.player)
    assert 25 < (row.expires_at - timezone.now()).total_seconds() <= 30
    assert ticket["ticket"].encode() not in bytes(row.digest)
    StreamTicket.objects.update(expires_at=timezone.now())
    with server.stream(f"/me/stream?ticket={ticket['ticket']}") as response:
        assert response.status == 401


def test_a_viewer_who_loses_access_receives_the_reason_and_no_further_events(server: Server) -> None:
    creator, guest = somebody(), somebody()
    seats = [{"kind": "me"}, {"kind": "player", "name": guest.get("/me").json()["name"]}, *[{"kind": "open"}] * 2]
    body = {"game": "great_dalmuti", "seats": seats, "visibility": "private"}
    match = creator.post("/matches", body).json()["id"]

    with server.stream(f"/matches/{match}/stream", guest.token) as stream:
        stream.until(is_row(1))
        assert creator.delete(f"/matches/{match}/seats/1").status_code == 204
        say(creator, match, "now that they are gone")
        events = stream.rest()

    assert [(event.name, event.data) for event in events] == [("bye", {"reason": "rights"})]
    with server.stream(f"/matches/{match}/stream", guest.token, stream.last) as again:
        assert again.status == 404


def test_a_revoked_token_ends_its_streams_at_the_next_row(server: Server) -> None:
    callers, match = table()

    with server.stream(f"/matches/{match}/stream", callers[1].token) as stream:
        head = say(callers[0], match)
        stream.until(is_row(head))
        assert callers[1].delete("/tokens").status_code == 204
        say(callers[0], match)
        events = stream.rest()

    assert [event.data for event in events if event.name != "prompt"] == [{"reason": "rights"}]


def test_streams_end_with_a_reason_when_the_server_stops_and_resume_after_its_start(other_server: Server) -> None:
    callers, match = table()
    streams = [other_server.stream(f"/matches/{match}/stream", caller.token) for caller in callers]
    head = say(callers[0], match)
    for stream in streams:
        stream.until(is_row(head))

    other_server.stop()
    ends = [stream.rest() for stream in streams]
    other_server.start()
    later = say(callers[0], match)

    ids = []
    for caller, stream in zip(callers, streams):
        with other_server.stream(f"/matches/{match}/stream", caller.token, stream.last) as resumed:
            ids.append([event.id for event in resumed.until(is_row(later)) if event.id is not None])
    assert [events[-1].data for events in ends] == [{"reason": "shutdown"}] * 4
    assert ids == [[later]] * 4


def test_a_stream_resumes_without_loss_after_the_server_is_killed(other_server: Server) -> None:
    callers, match = table()
    stream = other_server.stream(f"/matches/{match}/stream", callers[1].token)
    stream.until(is_row(3))

    other_server.stop(signal.SIGKILL)
    stream.rest()
    last = say(callers[0], match)
    other_server.start()
    with other_server.stream(f"/matches/{match}/stream", callers[1].token, stream.last) as again:
        ids = [event.id for event in again.until(is_row(last)) if event.id is not None]

    assert ids == list(range((stream.last or 0) + 1, last + 1))


def test_a_slow_reader_is_closed_and_resumes_without_a_gap() -> None:
    callers, match = table()
    with Server("import events.streams.feeds\nevents.streams.feeds.MOST_FRAMES = 5", buffer=4096) as server:
        stream = server.stream(f"/matches/{match}/stream", callers[1].token, buffer=4096)
        quick = server.stream(f"/matches/{match}/stream", callers[2].token)
        head = say(callers[0], match)
        stream.until(is_row(head))
        player = Player.objects.get(pk=callers[0].player)
        for _ in range(70):  # 4.5 kB each
            last = message_post(match_id=UUID(match), player=player, text="🂡" * 500).seq
            quick.until(is_row(last))  # the feed has now read it for both
        events = stream.rest()
        got = [event.id for event in events if event.id is not None]
        with server.stream(f"/matches/{match}/stream", callers[1].token, stream.last) as again:
            rest = [event.id for event in again.until(is_row(last)) if event.id is not None]

    assert events[-1] == Event("bye", {"reason": "slow"}, None)
    assert len(got) < 70
    assert got + rest == list(range(head + 1, last + 1))


def test_an_idle_stream_has_a_heartbeat_and_ends_after_its_maximum_duration() -> None:
    callers, match = table()
    setup = "import events.streams.streams as s\ns.HEARTBEAT_SECONDS = 0.3\ns.LIFE_SECONDS = 2.0"
    with Server(setup) as server, server.stream(f"/matches/{match}/stream", callers[1].token) as stream:
        begin = time.monotonic()
        events = stream.rest()
        seconds = time.monotonic() - begin

    assert events[-1].data == {"reason": "life"}
    assert seconds >= 1.5
    assert stream.heartbeats >= 1


def test_a_caller_with_too_many_streams_is_refused_until_one_closes() -> None:
    callers, match = table()
    with Server(COMPTOIR_STREAMS_PER_PLAYER="2") as server:
        path = f"/matches/{match}/stream"
        first, _second = (server.stream(path, callers[1].token) for _ in range(2))
        response = server.stream(path, callers[1].token)
        assert (response.status, response.headers["Retry-After"]) == (429, "5")
        assert json.loads(response.response.read())["code"] == "rate_limited"
        assert server.stream(path, callers[2].token).status == 200
        first.close()
        until = time.monotonic() + SECONDS
        while server.stream(path, callers[1].token).status != 200:
            assert time.monotonic() < until, "expected a closed stream to be forgotten"
            time.sleep(0.05)


def test_a_caller_without_access_gets_a_problem_and_no_stream(server: Server) -> None:
    callers, match = table()
    seats = [{"kind": "me"}, *[{"kind": "open"}] * 3]
    body = {"game": "great_dalmuti", "seats": seats, "visibility": "private"}
    private = callers[0].post("/matches", body).json()["id"]

    for path, token, status in (
        (f"/matches/{private}/stream", callers[1].token, 404),
        (f"/matches/{match}/stream?as=omniscient", callers[1].token, 403),
        (f"/matches/{match}/stream?as=seat:2", callers[1].token, 403),
        (f"/matches/{match}/stream?no=1", callers[1].token, 400),
        (f"/matches/{match}/stream?after=x", callers[1].token, 400),
        ("/me/stream", None, 401),
    ):
        with server.stream(path, token) as response:
            assert (response.status, response.headers["Content-Type"]) == (status, "application/problem+json")


def test_idle_streams_hold_neither_threads_nor_connections() -> None:
    callers, match = table()
    before = connections_now()
    with Server(COMPTOIR_THREADS="2", COMPTOIR_STREAM_THREADS="1") as server:
        streams = [server.stream(f"/matches/{match}/stream", caller.token) for caller in callers for _ in range(8)]
        for stream in streams:
            stream.until(is_row(3))
        opened = connections_now() - before
        assert server.process is not None
        threads = psutil.Process(server.process.pid).num_threads()
        last = say(callers[0], match)
        assert all(stream.until(is_row(last)) for stream in streams)

    assert opened <= 2 + 1 + 1  # the API's threads, the streams' thread, and the listener
    assert threads < len(streams)


def test_a_viewer_who_takes_a_seat_then_receives_the_events_of_that_seat(server: Server) -> None:
    callers, late = [somebody() for _ in range(3)], somebody()
    seats = [{"kind": "me"}, *[{"kind": "open"}] * 3]
    match = callers[0].post("/matches", {"game": "great_dalmuti", "seats": seats}).json()["id"]
    with server.stream(f"/matches/{match}/stream", late.token) as stream:
        for caller in (late, *callers[1:]):
            assert caller.post(f"/matches/{match}/seats").status_code == 201
        last = say(callers[0], match)
        received_rows = rows_of(stream.until(is_row(last)))

    assert Seat.objects.get(match_id=match, player_id=late.player).number == 1
    assert received_rows == rows(late, match)
