"""Long polls on the event loop, with an API that the test controls."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from events.http import waits
from events.http.waits import Caps, Waits, is_repeated, offer, topic_of, waits_for_list
from tests.events.base.event_loop import Quiet, played

MATCH = "01890000-0000-7000-8000-00000000000a"
SCOPE: dict[str, Any] = {
    "type": "http", "method": "GET", "path": f"/api/v1/matches/{MATCH}/view", "query_string": b"wait=9",
    "headers": [(b"if-none-match", b'"x"'), (b"content-length", b"2")],
}  # fmt: skip
HOLDERS = ("player:ada", "address:192.0.2.1")


class Api:
    """An API that answers with these statuses in turn, then always the last; can delay a 304. requests: all of them.

    topics: of the offers, for a list.
    """

    def __init__(
        self, *statuses: int, seconds: int = 9, before: Callable[[], None] = lambda: None, topics: tuple[str, ...] = ()
    ) -> None:
        self.statuses, self.seconds, self.before, self.topics = list(statuses), seconds, before, topics
        self.requests: list[dict[str, Any]] = []
        self.now, self.most = 0, 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.requests.append({**scope, "body": (await receive())["body"]})
        status = self.statuses.pop(0) if len(self.statuses) > 1 else self.statuses[0]
        self.now += 1
        self.most = max(self.most, self.now)
        await asyncio.sleep(0)
        self.now -= 1
        self.before()
        if status == 304:
            offer({"asgi.scope": scope}, self.seconds, HOLDERS, self.topics)
        await send({"type": "http.response.start", "status": status, "headers": [(b"etag", b'"y"')]})
        await send({"type": "http.response.body", "body": b""})


class Client:
    """One request and its response."""

    def __init__(self, application: Any, scope: dict[str, Any] = SCOPE) -> None:
        self.sent: list[dict[str, Any]] = []
        self._arriving: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._arriving.put_nowait({"type": "http.request", "body": b"{}"})
        self.task = asyncio.ensure_future(application(dict(scope), self._arriving.get, self._keep))

    async def _keep(self, message: Any) -> None:
        self.sent.append(message)

    def leave(self) -> None:
        self._arriving.put_nowait({"type": "http.disconnect"})

    @property
    def status(self) -> int | None:
        return self.sent[0]["status"] if self.sent else None

    @property
    def headers(self) -> dict[bytes, bytes]:
        return dict(self.sent[0]["headers"])


class Scene:
    """Long polls of one API, with their own hub and limits."""

    def __init__(self, api: Api, player: int = 9, address: int = 9) -> None:
        self.api, self.hub, self.caps = api, Quiet(), Caps({"player": player, "address": address})
        self.application = Waits(api, self.hub, self.caps)

    async def polling(self, count: int = 1, looks: int = 1) -> list[Client]:
        """Returns requests after their first look."""
        clients = [Client(self.application) for _ in range(count)]
        await self.looked(len(self.api.requests) + looks * count)
        return clients

    async def looked(self, times: int) -> None:
        while len(self.api.requests) < times or self.api.now:
            await asyncio.sleep(0)
        for _ in range(5):
            await asyncio.sleep(0)


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waits, "PAUSE_SECONDS", 0)
    monkeypatch.setattr(waits, "LIST_PAUSE_SECONDS", 0)


def test_what_is_not_held_back_is_answered_at_once() -> None:
    async def play() -> Any:
        scene = Scene(Api(200))
        (client,) = await scene.polling()
        await client.task
        return client.status, len(scene.hub)

    assert played(play) == (200, 0)


def test_a_change_is_answered_when_it_comes() -> None:
    async def play() -> Any:
        scene = Scene(Api(304, 304, 200))
        (client,) = await scene.polling()
        first = client.status
        scene.hub.wake(MATCH, 3)
        await scene.looked(2)
        second = client.status
        scene.hub.wake(MATCH, 4)
        await client.task
        return first, second, client.status, len(scene.hub), len(scene.caps)

    assert played(play) == (None, None, 200, 0, 0)


def test_a_change_during_the_first_look_is_not_lost() -> None:
    async def play() -> Any:
        api = Api(304, 200)
        scene = Scene(api)
        api.before = lambda: scene.hub.wake(MATCH)
        (client,) = await scene.polling()
        await client.task
        return client.status

    assert played(play) == 200


def test_a_caller_that_loses_access_is_refused() -> None:
    async def play() -> Any:
        scene = Scene(Api(304, 404))
        (client,) = await scene.polling()
        scene.hub.wake(MATCH)
        await client.task
        return client.status

    assert played(play) == 404


def test_when_the_time_is_up_nothing_has_changed() -> None:
    async def play() -> Any:
        scene = Scene(Api(304, seconds=0))
        (client,) = await scene.polling()
        await client.task
        return client.status, len(scene.caps)

    assert played(play) == (304, 0)


def test_a_client_that_leaves_is_forgotten_and_answered_nothing() -> None:
    async def play() -> Any:
        scene = Scene(Api(304))
        (client,) = await scene.polling()
        counts = len(scene.hub), len(scene.caps)
        client.leave()
        await client.task
        return counts, (len(scene.hub), len(scene.caps)), client.sent

    assert played(play) == ((1, 2), (0, 0), [])


@pytest.mark.parametrize("limits", [{"player": 2}, {"address": 2}])
def test_a_caller_with_too_many_waits_is_answered_at_once_with_retry_after(limits: dict[str, int]) -> None:
    async def play() -> Any:
        scene = Scene(Api(304), **limits)
        clients = await scene.polling(3)
        await asyncio.wait([client.task for client in clients], return_when=asyncio.FIRST_COMPLETED)
        answered = [client for client in clients if client.sent]
        clients[0].leave()
        await clients[0].task
        (later,) = await scene.polling()
        return len(answered), answered[0].status, answered[0].headers[b"retry-after"], later.status

    assert played(play) == (1, 304, b"5", None)


def test_a_crowd_that_wakes_up_looks_two_at_a_time() -> None:
    async def play() -> Any:
        scene = Scene(Api(304), player=99, address=99)
        await scene.polling(30)
        scene.api.most = 0
        scene.hub.wake(MATCH)
        await scene.looked(60)
        return scene.api.most

    assert played(play) == waits.LOOKS_AT_ONCE


def test_only_the_first_look_counts_as_a_request() -> None:
    async def play() -> Any:
        scene = Scene(Api(304, 200))
        (client,) = await scene.polling()
        scene.hub.wake(MATCH)
        await client.task
        return [is_repeated({"asgi.scope": request}) for request in scene.api.requests]

    assert played(play) == [False, True]


def test_the_api_gets_no_body() -> None:
    async def play() -> Any:
        scene = Scene(Api(200))
        await scene.polling()
        return scene.api.requests[0]["body"], dict(scene.api.requests[0]["headers"])

    assert played(play) == (b"", {b"if-none-match": b'"x"'})


def test_when_the_process_stops_each_wait_is_answered() -> None:
    async def play() -> Any:
        scene = Scene(Api(304))
        (client,) = await scene.polling()
        await scene.hub.close()
        await client.task
        return client.status

    assert played(play) == 304


# Lists, whose responses name what to wait for

INBOX = {**SCOPE, "path": "/api/v1/me/decisions"}


@pytest.mark.parametrize("topic", ["player:ada", MATCH])
def test_a_list_waits_for_each_topic_that_its_response_names(topic: str) -> None:
    async def play() -> Any:
        scene = Scene(Api(304, 304, 200, topics=("player:ada", MATCH)))
        client = Client(scene.application, INBOX)
        await scene.looked(2)
        waiting = client.status, len(scene.hub)
        scene.hub.wake(topic)
        await client.task
        return waiting, client.status, len(scene.hub)

    assert played(play) == ((None, 1), 200, 0)


def test_a_list_is_looked_at_again_once_its_topics_are_known() -> None:
    async def play() -> Any:
        scene = Scene(Api(304, 200, topics=("player:ada",)))
        client = Client(scene.application, INBOX)
        await client.task
        return client.status

    assert played(play) == 200


def test_a_list_does_not_wait_for_others() -> None:
    async def play() -> Any:
        scene = Scene(Api(304, topics=("player:ada",)))
        client = Client(scene.application, INBOX)
        await scene.looked(2)
        scene.hub.wake("player:grace")
        await asyncio.sleep(0.01)
        client.leave()
        await client.task
        return len(scene.api.requests)

    assert played(play) == 2


def test_a_list_is_looked_at_once_more_when_the_time_is_up() -> None:
    async def play() -> Any:
        scene = Scene(Api(304, 200, seconds=0, topics=("player:ada",)))
        client = Client(scene.application, INBOX)
        await client.task
        return client.status

    assert played(play) == 200


def test_a_list_that_has_changed_is_answered_at_once() -> None:
    async def play() -> Any:
        scene = Scene(Api(200, topics=("player:ada",)))
        client = Client(scene.application, INBOX)
        await client.task
        return client.status, len(scene.api.requests), len(scene.hub)

    assert played(play) == (200, 1, 0)


@pytest.mark.parametrize("path", ["/api/v1/matches", "/api/v1/matches/", "/api/v1/me/decisions"])
def test_lists_wait(path: str) -> None:
    assert waits_for_list({**SCOPE, "path": path})
    assert not waits_for_list({**SCOPE, "path": path, "query_string": b""})
    assert not waits_for_list({**SCOPE, "path": path, "method": "POST"})


@pytest.mark.parametrize(
    "change",
    [
        {"method": "POST"}, {"method": "OPTIONS"}, {"query_string": b""}, {"path": "/api/v1/matches"},
        {"path": "/api/v1/matches/x"}, {"path": f"/other/{MATCH}"},
    ],
)  # fmt: skip
def test_other_requests_do_not_wait(change: dict[str, Any]) -> None:
    assert topic_of({**SCOPE, **change}) is None


@pytest.mark.parametrize("path", [f"/api/v1/matches/{MATCH}", f"/api/v1/matches/{MATCH.upper()}/legal-moves/"])
def test_a_match_is_known_by_its_id_however_it_is_spelt(path: str) -> None:
    assert topic_of({**SCOPE, "path": path, "method": "HEAD"}) == MATCH


def test_an_offer_under_a_server_that_cannot_wait_has_no_effect() -> None:
    offer({}, 9, HOLDERS)
    offer({"asgi.scope": {}}, 9, HOLDERS)


LEASING = {**SCOPE, "method": "POST", "path": "/api/v1/bots/decisions", "query_string": b""}


class Leases(Api):
    """An API that has nothing to lease at first, and delays that; it reads a body each time."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if len(self.statuses) > 1:
            offer({"asgi.scope": scope}, self.seconds, HOLDERS, self.topics)
        await super().__call__(scope, receive, send)


def leasing(api: Api, wakes: int) -> tuple[Any, list[bytes]]:
    async def play() -> Any:
        scene = Scene(api)
        client = Client(scene.application, LEASING)
        for looks in range(2, 2 + wakes):
            await scene.looked(looks)
            scene.hub.wake("player:ada")
        await client.task
        return client.status

    return played(play), [request["body"] for request in api.requests]


def test_a_lease_is_held_back_and_each_look_has_the_body() -> None:
    api = Leases(200, 200, 201, topics=("player:ada",))

    assert leasing(api, 1) == (201, [b"{}"] * 3)


def test_a_lease_is_looked_at_again_when_a_decision_is_known_to_be_ready() -> None:
    """The first offer names a long wait; a later one names the moment at which a pause ends."""
    api = Leases(200, 200, 201, seconds=9, topics=("player:ada",))
    api.before = lambda: setattr(api, "seconds", 0)

    assert leasing(api, 0) == (201, [b"{}"] * 3)
