"""Openings of streams: a burst leaves threads free for other requests, and callers take turns."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from unittest.mock import patch
from uuid import UUID

from events.base.concurrency import ConcurrencyLimit
from events.streams.frames import EVENTS
from events.streams.selectors import StreamListener
from events.streams.streams import OPENED_AT_ONCE, Opening, Streams, open_stream
from tests.events.base.event_loop import Quiet, run_scene
from tests.events.streams.test_feeds import Source, until

STREAM = "/api/v1/me/stream"


class Api:
    """An API whose responses the test delays. asked: the callers so far; now: the number of open requests."""

    def __init__(self) -> None:
        self.asked, self.now, self.most = list[str](), 0, 0
        self.may_answer = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        token = dict(scope["headers"])[b"authorization"].decode().removeprefix("Bearer ")
        self.asked.append(token)
        self.now += 1
        self.most = max(self.most, self.now)
        await self.may_answer.wait()
        self.now -= 1
        holders = (f"address:{scope['client'][0]}", f"player:{token}")
        opening = Opening("topic", Source(), StreamListener(UUID(int=1)), -1, holders, EVENTS)  # type: ignore[arg-type]
        open_stream({"asgi.scope": scope}, opening)
        await send({"type": "http.response.start", "status": 200, "headers": []})


class StreamRequest:
    """A request from an address, by the player of a token."""

    def __init__(self, application: Streams, token: str, address: str = "192.0.2.1", path: str = STREAM) -> None:
        self.status: int | None = None
        scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": b"",
            "client": (address, 1),
            "headers": [(b"authorization", f"Bearer {token}".encode())],
        }
        self.task = asyncio.ensure_future(application(scope, asyncio.Event().wait, self._send))

    async def _send(self, message: Any) -> None:
        self.status = message.get("status", self.status)


class Scene:
    """Streams in front of an API that does not answer yet. known: tokens with cached players."""

    def __init__(self, player: int = 99, address: int = 99, known: Sequence[str] = ()) -> None:
        self.api, self.known = Api(), known
        caps = ConcurrencyLimit({"player": player, "address": address})
        self.application = Streams(self.api, Quiet(), caps, ThreadPoolExecutor(1))

    async def asking(self, *tokens: str, **where: str) -> list[StreamRequest]:
        """Opens requests and returns them once each waits."""
        requests = [StreamRequest(self.application, token, **where) for token in tokens]
        for _ in range(20):
            await asyncio.sleep(0)
        return requests


def statuses(requests: Sequence[StreamRequest]) -> list[int | None]:
    return [request.status for request in requests]


def test_a_burst_of_new_streams_sends_few_requests_to_the_api_at_once() -> None:
    async def play() -> Any:
        scene = Scene()
        burst = await scene.asking(*(f"token {number}" for number in range(30)))
        (other,) = await scene.asking("other", path="/livez")
        before = list(scene.api.asked)
        scene.api.may_answer.set()
        await until(lambda: all(statuses([*burst, other])))
        return before, scene.api.most

    before, most = run_scene(play)
    assert before == ["token 0", "token 1", "other"]
    assert most == OPENED_AT_ONCE + 1


def test_a_caller_with_one_new_stream_waits_only_for_the_first_stream_of_each_other_caller() -> None:
    async def play() -> Any:
        scene = Scene()
        crowd = await scene.asking(*["ann"] * 9, *["ben"] * 9, *["cat"] * 9)
        requests = [*crowd, *await scene.asking("zoe")]
        scene.api.may_answer.set()
        await until(lambda: all(statuses(requests)))
        return scene.api.asked.index("zoe")

    assert run_scene(play) <= 4


def test_an_address_at_its_limit_of_streams_is_refused_before_the_api_is_asked() -> None:
    async def play() -> Any:
        scene = Scene(address=3)
        crowd = await scene.asking("ann", "ben", "cat", "dan", "eve")
        (other,) = await scene.asking("zoe", address="192.0.2.2")
        refused = statuses(crowd)
        scene.api.may_answer.set()
        await until(lambda: all(statuses([*crowd, other])))
        return refused, statuses([*crowd, other]), scene.api.asked

    refused, ended, asked = run_scene(play)
    assert refused == [None, None, None, 429, 429], "those that still wait for their turn count, too"
    assert ended == [200, 200, 200, 429, 429, 200]
    assert {"dan", "eve"}.isdisjoint(asked)


def test_a_player_at_their_limit_of_streams_is_refused_before_the_api_is_asked() -> None:
    async def play() -> Any:
        scene = Scene(player=3)
        with patch("events.streams.streams.player_for_limits", lambda token: token):
            scene.api.may_answer.set()
            crowd = await scene.asking(*["ann"] * 9)
            await until(lambda: all(statuses(crowd)))
        return sorted(statuses(crowd)), scene.api.asked

    assert run_scene(play) == ([200] * 3 + [429] * 6, ["ann"] * 3)


def test_a_stream_that_ends_makes_room_for_another() -> None:
    async def play() -> Any:
        scene = Scene(player=1, address=1)
        scene.api.may_answer.set()
        (first,) = await scene.asking("ann")
        await until(lambda: first.status)
        first.task.cancel()
        await asyncio.gather(first.task, return_exceptions=True)
        (second,) = await scene.asking("ann")
        await until(lambda: second.status)
        return first.status, second.status

    assert run_scene(play) == (200, 200)
