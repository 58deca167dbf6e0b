"""Costly requests of a process have one thread, which lets others go first, and a few places in the line before it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from events.base import precedence
from events.base.precedence import Precedence
from events.http.request import Request, of_scope
from events.http.serving.share import FLOWS, PLACES, Share, is_costly
from events.http.waits import Full
from tests.events.calls import open_match, somebody
from tests.events.http.serving.served import Server, sent, serving

UUID = "018f0000-0000-7000-8000-000000000000"
COSTLY = (
    ("GET", f"/matches/{UUID}/export"), ("GET", f"/tournaments/{UUID}/export"), ("GET", "/me/export"),
    ("GET", "/me/export/matches"),
    ("GET", f"/matches/{UUID}/proof"), ("GET", f"/matches/{UUID}/view?at=3"), ("GET", "/replays/abc/events"),
    ("GET", "/replays/abc/captions"), ("POST", f"/matches/{UUID}/forks"), ("POST", f"/matches/{UUID}/analysis"),
)  # fmt: skip
USUAL = (
    ("GET", f"/matches/{UUID}/view"), ("GET", f"/matches/{UUID}/legal-moves"), ("POST", f"/matches/{UUID}/moves"),
    ("GET", f"/matches/{UUID}"), ("GET", f"/matches/{UUID}/analysis"), ("GET", "/games"), ("GET", "/nowhere"),
)  # fmt: skip


def request(method: str = "GET", path: str = "/me/export", token: str = "", address: str = "192.0.2.1") -> Request:
    path, _, query = f"/api/v1{path}".partition("?")
    headers = [(b"authorization", token.encode())] if token else []
    scope = {
        "method": method, "scheme": "http", "path": path, "query_string": query.encode(), "headers": headers,
        "client": (address, 5), "server": ("127.0.0.1", 8000),
    }  # fmt: skip
    return of_scope(scope, b"")


@pytest.mark.pure
@pytest.mark.parametrize(("method", "path"), COSTLY)
def test_requests_that_count_under_a_costly_limit_are_costly(method: str, path: str) -> None:
    assert is_costly(request(method, path))


@pytest.mark.pure
@pytest.mark.parametrize(("method", "path"), USUAL)
def test_others_are_not(method: str, path: str) -> None:
    assert not is_costly(request(method, path))


@pytest.mark.pure
def test_a_caller_has_a_few_places_and_strangers_leave_some() -> None:
    share = Share()

    with ExitStack() as line:
        for place in range(PLACES["strangers"]):
            line.enter_context(share.place(request(address=f"192.0.2.{place}")))
        with pytest.raises(Full):
            line.enter_context(share.place(request(address="192.0.2.99")))
        for _ in range(PLACES["caller"]):
            line.enter_context(share.place(request(token="Bearer ada")))
        with pytest.raises(Full):
            line.enter_context(share.place(request(token="Bearer ada")))
        with share.flow(request(address="192.0.2.99")), share.place(request(token="Bearer bob")):
            pass

    with share.place(request(token="Bearer ada")), share.place(request(address="192.0.2.99")):
        pass


@pytest.mark.pure
def test_costly_work_waits_while_others_are_answered_and_for_no_longer_than_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(precedence, "SLICE_SECONDS", 0)
    order, waits = Precedence(), list[float]()
    monkeypatch.setattr(order._is_free, "wait", waits.append)

    def work() -> int:
        with order.costly():
            order.give_way()
        order.give_way()  # not costly any more
        return len(waits)

    alone = work()
    with order.first():
        beside_one = work()
        with order.first():
            pass
        beside_the_same = work()
    with order.first():
        order.give_way()

    assert (alone, beside_one, beside_the_same, work()) == (0, 1, 2, 2)
    assert set(waits) == {precedence.WAIT_SECONDS}


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as server:
        yield server


@pytest.mark.django_db(transaction=True)
def test_costly_requests_are_answered_on_their_thread(server: Server) -> None:
    match = open_match(somebody(), [somebody()], "monopoly_deal")
    paths = [f"/matches/{match}/{name}" for name in ("view", "view?at=1", "export", "proof", "events")]

    answers = [server(sent("GET", path)) for path in paths]

    assert [answer.status for answer in answers] == [200] * len(paths)
    assert [path.rpartition("/")[2] for path in server.costly] == ["view", "export", "proof"]


@pytest.mark.django_db(transaction=True)
def test_a_process_without_room_says_so_and_answers_everything_else(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PLACES, "strangers", 0)
    match = open_match(somebody(), [somebody()], "monopoly_deal")

    refused, usual = server(sent("GET", f"/matches/{match}/view?at=1")), server(sent("GET", f"/matches/{match}/view"))

    assert (refused.code, refused.headers["retry-after"], usual.status) == ((503, "busy"), "1", 200)
    assert server.costly == []


@pytest.mark.django_db(transaction=True)
def test_an_export_beyond_those_that_are_being_sent_is_refused_whole(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(FLOWS, "strangers", 0)
    path = f"/matches/{open_match(somebody(), [somebody()], 'monopoly_deal')}/export"

    assert server(sent("GET", path)).code == (503, "busy")
