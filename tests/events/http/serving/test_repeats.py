"""A client that repeats a read receives the response of before until something happens, without a thread or a view."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import psycopg
import pytest

from events.base import caches
from events.http import auth
from events.http.serving import heads, repeats
from events.matches.record import statements
from events.models import Counter, Player, Seat
from project.limits import DEFAULTS
from tests.events.calls import first_move, open_match, play_on, somebody
from tests.events.http.serving.served import Answered, Sent, Server, lose_connections, sent, serving
from tests.events.http.serving.test_one_way import masked, noted

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(auth, "CACHE_SECONDS", 3600.0)  # however long a slow machine takes between two requests
    with serving() as server:
        yield server


@pytest.fixture
def limited(table: Any, settings: Any) -> Any:
    """The same, with limits from now on."""
    settings.COMPTOIR_LIMITS = DEFAULTS
    return table


def view(table: Any, seat: int = 0, below: str = "/view", **headers: str) -> Sent:
    return sent("GET", f"/matches/{table[0]}{below}", table[1][seat].token, **headers)


def both(server: Server, request: Sent) -> tuple[Answered, Answered, int]:
    """The responses to a request that is sent twice, and how many of the two a thread has answered."""
    before = len(server.on_threads)
    first, again = server(request), server(request)
    return first, again, len(server.on_threads) - before


CLIENTS: list[dict[str, str]] = [
    {}, {"cookie": "sessionid=x"}, {"accept": "application/json, text/plain, */*"}, {"x_something": "1"},
    {"if_none_match": "*"}, {"accept_language": "fr"}, {"origin": "http://localhost"},
]  # fmt: skip


def test_every_kind_of_client_receives_the_same_again_without_a_thread(server: Server, limited: Any):
    for below in ("/view", "/legal-moves", "/view?faces=ids", "/view?as=spectator"):
        for headers in CLIENTS:
            first, again, on_threads = both(server, view(limited, below=below, **headers))

            assert on_threads == 1, (below, headers)
            assert (first.status, first.body) == (again.status, again.body)
            assert first.headers["x-request-id"] != again.headers["x-request-id"]
            assert first.headers.keys() == again.headers.keys()


def test_each_repetition_is_counted_logged_and_says_what_is_left(
    server: Server, limited: Any, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.INFO, logger="request")
    Counter.objects.all().delete()
    before = noted()

    answers = [server(view(limited)) for _ in range(4)]

    left = [re.sub("t=[0-9]+", "t", answered.headers["ratelimit"]) for answered in answers]
    assert left == [f'"general";r={299 - number};t' for number in range(4)]
    assert [*Counter.objects.values_list("count", flat=True)] == [4]
    entries = [record.msg for record in caplog.records if record.name == "request"]
    assert [entry["request_id"] for entry in entries] == [answered.headers["x-request-id"] for answered in answers]
    assert sorted({value - before.get(name, 0) for name, value in noted().items()} - {0}) == [4.0]


def test_a_repetition_beyond_the_limit_is_refused_and_counted_once(server: Server, table: Any, settings: Any):
    settings.COMPTOIR_LIMITS = {"general": (3, 60)}
    Counter.objects.all().delete()

    assert [server(view(table)).status for _ in range(5)] == [200, 200, 200, 429, 429]
    assert [*Counter.objects.values_list("count", flat=True)] == [5]


def test_after_an_event_a_thread_answers_and_the_request_is_counted_once(server: Server, limited: Any):
    match, callers = limited
    before = server(view(limited))
    seat = callers[0].get(f"/matches/{match}").json()["to_act"][0]
    callers[seat].post(f"/matches/{match}/moves", first_move(callers[seat], match))
    Counter.objects.all().delete()

    first, again, on_threads = both(server, view(limited))

    assert on_threads == 1
    assert first.body == again.body != before.body
    assert [*Counter.objects.values_list("count", flat=True)] == [2]


def test_what_may_change_without_an_event_is_never_kept(server: Server):
    callers = [somebody() for _ in range(4)]
    sealed = open_match(callers[0], callers[1:], "great_dalmuti"), callers
    assert both(server, view(sealed))[2] == 2, "a seat's own sealed answer is no event"
    play_on(callers, sealed[0], lambda head: len(head["to_act"]) == 1)
    assert both(server, view(sealed))[2] == 1
    stranger = sealed[0], [somebody()]
    assert both(server, view(stranger))[2] == 2, "whether somebody without a seat may look can change"
    assert both(server, view(sealed, below="/view?as=seat:99"))[2] == 2, "a refusal"


def test_a_match_is_kept_only_while_nobody_has_agreed_to_anything(server: Server):
    callers = [somebody() for _ in range(4)]
    match = open_match(callers[0], callers[1:], "great_dalmuti")
    head = view((match, callers), below="")

    first, again, on_threads = both(server, head)
    assert (on_threads, first.body) == (1, again.body)

    callers[1].post(f"/matches/{match}/abort", {})
    first, again, on_threads = both(server, head)
    assert (on_threads, first.body) == (2, again.body), "consents are no events"
    assert json.loads(first.body)["agreements"]["abort"] == [1]


def test_a_consent_that_came_after_the_head_was_read_is_not_kept(
    server: Server, table: Any, monkeypatch: pytest.MonkeyPatch
):
    match, callers = table
    read = statements.seats

    def consents_first(match_id: UUID) -> list[Seat]:
        Seat.objects.filter(match=match_id, number=1).update(consents={"abort": 10**6})
        return read(match_id)

    with monkeypatch.context() as late:
        late.setattr(statements, "seats", consents_first)
        assert json.loads(server(view(table, below="")).body)["agreements"]["abort"] == [1]
    callers[1].delete(f"/matches/{match}/abort")

    assert json.loads(server(view(table, below="")).body)["agreements"]["abort"] == []


def test_whether_somebody_without_a_seat_may_look_is_asked_each_time(server: Server):
    owner, guest = somebody(), somebody()
    seats = [{"kind": "me"}, *[{"kind": "bot"}] * 3]
    match = owner.post("/matches", {"game": "great_dalmuti", "seats": seats, "visibility": "private"}).json()["id"]
    request = sent("GET", f"/matches/{match}/view?at=1", guest.token)
    Seat.objects.filter(match=match, number=1).update(invited=guest.player)
    assert server(request).status == 200
    Seat.objects.filter(match=match).update(invited=None)

    assert server(request).status == 404


def test_a_response_that_may_be_held_back_is_not_kept():
    assert repeats.is_whole({}) and not repeats.is_whole({"comptoir.offers": []})


@pytest.mark.parametrize(
    "change",
    ["token forgotten", "token read again", "language of the caller", "other header", "other seat", "other path"],
)
def test_whatever_else_has_changed_a_thread_answers(change: str, server: Server, table: Any):
    caller, request = table[1][0], view(table)
    assert both(server, request)[2] == 1
    match change:
        case "token forgotten":
            Player.objects.filter(pk=caller.player).update(is_active=False)
            auth.forget()
        case "token read again":
            auth.forget()
            server(sent("GET", "/me", caller.token))
        case "language of the caller":
            caller.call("PATCH", "/me", {"language": "fr"})
        case "other header":
            request = view(table, accept_language="fr")
        case "other seat":
            request = view(table, seat=1)
        case "other path":
            request = view(table, below="/view/")
    before = len(server.on_threads)

    answered = server(request)

    assert len(server.on_threads) == before + 1
    assert answered.status == (403 if change == "token forgotten" else 200)
    caches.forget()
    assert masked(answered) == masked(server(request))


def test_repetitions_at_once_are_counted_once_each_and_answered_alike(server: Server, limited: Any):
    first, *_ = both(server, view(limited))
    Counter.objects.all().delete()
    before = len(server.on_threads)

    answers = server.at_once([view(limited)] * 20)

    assert {answered.body for answered in answers} == {first.body}
    assert sorted(int(re.findall("r=([0-9]+)", each.headers["ratelimit"])[0]) for each in answers) == [*range(280, 300)]
    assert 0 < len(server.on_threads) - before < 20, (
        "the event loop has one connection, which the others do not wait for"
    )


@pytest.mark.parametrize("error", [OSError, ValueError, psycopg.OperationalError])
def test_whatever_fails_on_the_event_loop_a_thread_answers(
    error: type[Exception], server: Server, limited: Any, monkeypatch: pytest.MonkeyPatch
):
    first, *_ = both(server, view(limited))
    Counter.objects.all().delete()

    async def fails(*_: Any) -> None:
        raise error("planted")

    with monkeypatch.context() as failing:
        failing.setattr(heads, "run_on", fails)
        one, other, on_threads = both(server, view(limited))

    assert (one.body, other.body, on_threads) == (first.body, first.body, 2)
    assert both(server, view(limited))[2] == 0
    assert Counter.objects.get().count == 4


def test_a_lost_connection_costs_no_caller_an_error(server: Server, limited: Any):
    first, *_ = both(server, view(limited))
    lose_connections()

    assert [server(view(limited)).body for _ in range(3)] == [first.body] * 3


# Faults that the tests above find


def test_a_key_that_forgets_the_headers_is_found(server: Server, table: Any, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(repeats, "_key", lambda scope: (scope["method"], scope["path"], scope["query_string"]))

    for change in ("other header", "other seat"):
        with pytest.raises(AssertionError):
            test_whatever_else_has_changed_a_thread_answers(change, server, table)


def test_a_repetition_that_does_not_look_at_the_token_is_found(
    server: Server, table: Any, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(repeats, "is_verified", lambda _: True)

    for change in ("token read again", "language of the caller", "token forgotten"):
        with pytest.raises(AssertionError):
            test_whatever_else_has_changed_a_thread_answers(change, server, table)


def test_a_response_that_is_kept_for_somebody_without_a_seat_is_found(server: Server, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(repeats, "_decides_alone", lambda _: True)

    with pytest.raises(AssertionError):
        test_whether_somebody_without_a_seat_may_look_is_asked_each_time(server)


def test_a_repetition_that_does_not_look_at_the_head_is_found(
    server: Server, limited: Any, monkeypatch: pytest.MonkeyPatch
):
    counted = heads.run_on
    first: list[Any] = []

    async def stale(*parts: Any) -> Any:
        now = await counted(*parts)
        first.append(now.head)
        return now._replace(head=first[0])

    monkeypatch.setattr(heads, "run_on", stale)
    both(server, view(limited))

    with pytest.raises(AssertionError):
        test_after_an_event_a_thread_answers_and_the_request_is_counted_once(server, limited)
