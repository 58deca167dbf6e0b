"""A list with `?wait=` is answered when something in it changes: a real server on the test's database."""

from __future__ import annotations

import json
import threading
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.events.calls import Caller, open_match, somebody
from tests.streaming import SECONDS, Server

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("streams")]
WAIT = 30  # more seconds than a client here waits, so a list that nothing wakes comes too late
assert WAIT > SECONDS


@pytest.fixture
def server(transactional_db: None) -> Iterator[Server]:
    with Server() as running:
        yield running


def sent(server: Server, caller: Caller, path: str, body: Any = None, **headers: str) -> Any:
    """Returns the response to a request over a socket; a GET if it has no body."""
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(
        f"http://127.0.0.1:{server.port}/api/v1{path}", None if body is None else json.dumps(body).encode(),
        {"Authorization": f"Bearer {caller.token}", "Content-Type": "application/json", **headers},
    )  # fmt: skip
    return urllib.request.urlopen(request, timeout=SECONDS)


def woken(server: Server, caller: Caller, path: str, act: Callable[[], Any]) -> list[Any]:
    """Returns the list as the server sends it once `act` has changed it."""
    with sent(server, caller, path) as before:
        etag = before.headers["ETag"]
    acting = threading.Timer(1, act)
    acting.start()
    try:
        with sent(server, caller, f"{path}{'&' if '?' in path else '?'}wait={WAIT}", If_None_Match=etag) as answer:
            items: list[Any] = json.load(answer)["items"]
            return items
    finally:
        acting.join()


def test_the_inbox_wakes_when_a_match_no_longer_asks(server: Server):
    callers = [somebody("Waiting"), somebody("Waiting")]
    match = open_match(callers[0], callers[1:], "monopoly_deal")
    (seat,) = callers[0].get(f"/matches/{match}").json()["to_act"]

    def leave() -> None:
        sent(server, callers[1 - seat], f"/matches/{match}/resign", {}).close()

    assert woken(server, callers[seat], "/me/decisions", leave) == []


def test_the_own_matches_wake_when_one_starts(server: Server):
    ada, grace = somebody("Waiting"), somebody("Waiting")
    seats = [{"kind": "me"}, {"kind": "open"}]
    match = ada.post("/matches", {"game": "monopoly_deal", "seats": seats}).json()["id"]

    def sit() -> None:
        sent(server, grace, f"/matches/{match}/seats", {}).close()

    started = woken(server, ada, "/matches?seat=me&status=running", sit)

    assert [line["id"] for line in started] == [match]


def test_the_lobby_wakes_when_somebody_opens_a_match(server: Server):
    ada, grace = somebody("Waiting"), somebody("Waiting")

    def create() -> None:
        sent(server, grace, "/matches", {"game": "monopoly_deal", "seats": [{"kind": "me"}, {"kind": "open"}]}).close()

    assert len(woken(server, ada, "/matches?open_seats=true", create)) == 1
