"""Streams: an ASGI application around the API that turns some of its responses into continuous events.

The API checks the caller and their rights, as for any request, and stores an `Opening` in the scope. Then this
application sends the events after the client's position, and later events as they arrive. An idle stream holds neither
a thread nor a database connection. A stream ends with `bye` and a reason:

- `slow`: the client needs frames that the process no longer stores;
- `rights`: the client has lost the right to this stream;
- `life`: the stream has reached its maximum age, so that streams spread over the processes again;
- `shutdown`: the process stops;
- `error`: an error in this stream.

In each case the client may resume after the last id that it has received.

A few streams are opened at a time, and one at a time for each caller, so that many openings at once leave threads to
other requests. A caller who already has all their permitted streams is refused before any work.
"""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import AsyncGenerator, MutableMapping, Sequence
from concurrent.futures import Executor
from contextlib import AsyncExitStack, aclosing, suppress
from typing import Any, NamedTuple
from uuid import UUID

from events.base.asgi import Application, Message, Receive, Scope, Send
from events.base.concurrency import ConcurrencyLimit, LimitExceeded
from events.base.exceptions import RateLimited
from events.base.hub import Hub
from events.http.asgi_problems import send_problem
from events.http.auth import recently_verified
from events.http.throttles import address_in
from events.streams.feeds import Feed, FeedChannel, Feeds
from events.streams.frames import Format, Frame
from events.streams.selectors import Source, StreamListener, prompt_frames
from events.streams.turns import Turns
from events.streams.viewers import Viewers

HEARTBEAT_SECONDS = 4.0  # a client detects within 8 seconds that a stream has stopped
LIFE_SECONDS = 20 * 60.0
JITTER = 0.2  # the share by which lifetimes differ, so that streams opened together do not end together
RETRY_MS = (1_000, 4_000)  # the range of reconnection times, spread for the same reason
TICK_SECONDS = 0.05  # the time by which timers may fire early
SEND_SECONDS = 30.0  # the time within which a client must read the data that is sent to it
OPENED_AT_ONCE = 2
RETRY_SECONDS = 5  # the retry time for a caller who has too many streams

_PATH = re.compile(r"/api/v1/(?:me|bots/decisions|matches/[0-9a-f-]{36})/stream/?$")
_OPENINGS = "comptoir.streams"


class Opening(NamedTuple):
    """A stream that the API permits. after: the number to start after; holders: the limits that it counts against;
    form: its format.

    match: the match that the player views through this stream, if any. page: the page of the stream. is_looking:
    whether the player looks at the page.
    """

    topic: str
    source: Source
    listener: StreamListener
    after: int
    holders: tuple[str, ...]
    form: Format
    match: UUID | None = None
    page: UUID | None = None
    is_looking: bool = True


def open_stream(environ: MutableMapping[str, Any], opening: Opening) -> bool:
    """Turns the response of the API into a stream. Returns False under a server that cannot stream."""
    openings = environ.get("asgi.scope", {}).get(_OPENINGS)
    if openings is None:
        return False
    openings.append(opening)
    return True


class _Requester(NamedTuple):
    """The sender of a request for a stream, before the API has identified the player.

    address: the address as a holder of limits; token: the bearer token, empty if there is none.
    """

    address: str
    token: str


def _requester_of(scope: Scope) -> _Requester:
    """Returns the address and the token of a request."""
    hops = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for")
    host, *_ = scope.get("client") or ("",)
    meta = {"REMOTE_ADDR": host, "HTTP_X_FORWARDED_FOR": hops.decode("latin-1")}
    scheme, _, token = dict(scope["headers"]).get(b"authorization", b"").decode("latin-1").partition(" ")
    return _Requester(f"address:{address_in(meta)}", token.strip() if scheme.lower() == "bearer" else "")


def player_for_limits(token: str) -> UUID | None:
    """Returns the player of a token that was verified recently; None if finding the player needs a query."""
    known = recently_verified(token) if token else None
    return known.pk if known else None


class Streams:
    """The ASGI application. api: the application that responds to all requests; caps: the limits of streams; threads:
    the executor for reads.
    """

    def __init__(self, api: Application, hub: Hub, caps: ConcurrencyLimit, threads: Executor) -> None:
        self._api, self._caps = api, caps
        self._turns = Turns(OPENED_AT_ONCE)
        self.feeds = Feeds(hub, threads)
        self._viewers = Viewers(threads)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not (scope["type"] == "http" and scope["method"] == "GET" and _PATH.match(scope["path"])):
            return await self._api(scope, receive, send)
        requester, answer = _requester_of(scope), list[Message]()
        try:
            async with AsyncExitStack() as held:
                held.enter_context(self._caps.hold((requester.address,)))
                async with self._turns.turn(requester.token or requester.address):
                    opening = await self._call_api(scope, receive, requester, answer)
                    if opening is not None:
                        await self._admit(opening, requester, held)
                if opening is not None:
                    return await self._serve(opening, answer[0], receive, send)
        except LimitExceeded:
            too_many = RateLimited(text="too_many_streams", retry_after=RETRY_SECONDS)
            return await send_problem(too_many, scope, send, answered=answer[0]["headers"] if answer else ())
        for message in answer:
            await send(message)

    async def _call_api(
        self, scope: Scope, receive: Receive, requester: _Requester, answer: list[Message]
    ) -> Opening | None:
        """Calls the API; returns the stream that it permits, if any. Raises LimitExceeded."""
        player = player_for_limits(requester.token)
        if player is not None:
            self._caps.check((f"player:{player}",))
        openings: list[Opening] = []

        async def keep(message: Message) -> None:
            answer.append(message)

        await self._api({**scope, _OPENINGS: openings}, receive, keep)
        return openings[-1] if openings else None

    async def _admit(self, opening: Opening, requester: _Requester, held: AsyncExitStack) -> None:
        """Counts a stream for its holders, and records that its player looks, until `held` ends. Raises
        LimitExceeded.
        """
        held.enter_context(self._caps.hold([holder for holder in opening.holders if holder != requester.address]))
        await held.enter_async_context(
            self._viewers.looking(opening.listener.player, opening.match, opening.page, opening.is_looking)
        )

    async def _serve(self, opening: Opening, start: Message, receive: Receive, send: Send) -> None:
        """Sends the stream until it ends or the client disconnects."""
        sending = asyncio.ensure_future(self._send(opening, start, send))
        leaving = asyncio.ensure_future(_leaving(receive))
        try:
            await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
            if sending.done():
                await sending
        finally:
            sending.cancel()
            leaving.cancel()
            await asyncio.gather(sending, leaving, return_exceptions=True)

    async def _send(self, opening: Opening, start: Message, send: Send) -> None:
        """Sends the stream; ends it if the client reads nothing for too long."""
        with suppress(TimeoutError):
            headers = [pair for pair in start["headers"] if pair[0] != b"content-length"]
            await send({**start, "headers": headers})
            async with aclosing(self._contents(opening)) as contents:
                async for body in contents:
                    async with asyncio.timeout(SEND_SECONDS):
                        await send({"type": "http.response.body", "body": body, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _contents(self, opening: Opening) -> AsyncGenerator[bytes, None]:
        """Yields the parts of the stream, from the opening bytes to `bye`."""
        form = opening.form
        yield form.opening(random.randint(*RETRY_MS), opening.after if opening.after >= 0 else None)
        stream = _Stream(opening, LIFE_SECONDS * random.uniform(1 - JITTER, 1 + JITTER))
        with self.feeds.joined(opening.topic, opening.source, opening.listener, stream.changed) as (feed, channel):
            while stream.end is None:
                frames = await stream.next(feed, channel)
                if frames:
                    yield b"".join(map(form.frame, frames))
                elif stream.end is None and not await stream.wait():
                    yield form.heartbeat
        yield form.frame(bye(stream.end))


def bye(reason: str) -> Frame:
    """Returns the last event of a stream."""
    return Frame(0, "bye", b'{"reason":"%s"}' % reason.encode(), is_resumable=False)


class _Stream:
    """The progress of one stream. end: the reason why it ends; None while it continues."""

    def __init__(self, opening: Opening, life: float) -> None:
        self._listener, self._number = opening.listener, opening.after
        self._until = time.monotonic() + life
        self._is_live = False
        self._prompts = b""
        self.changed = asyncio.Event()
        self.end: str | None = None

    async def next(self, feed: Feed, channel: FeedChannel) -> Sequence[Frame]:
        """Returns the frames that can be sent now; none if the client has received all frames or the stream ends."""
        self.changed.clear()
        frames = channel.since(self._number)
        if channel.end or (frames is None and self._is_live) or time.monotonic() >= self._until:
            self.end = channel.end or ("life" if frames is not None or not self._is_live else "slow")
            return ()
        self._is_live = frames is not None
        if frames is None:
            frames = await self._page(feed, channel)
        elif frames:
            self._number = frames[-1].number
        return [*frames, *self._new_prompts(channel)]

    async def _page(self, feed: Feed, channel: FeedChannel) -> Sequence[Frame]:
        """Returns a page of stored frames. After the last page, the channel provides the frames."""
        base = channel.base
        page = await feed.page(self._listener, self._number)
        if page is None:
            self.end = channel.end or "rights"
            return ()
        if page.frames:
            self._number = page.frames[-1].number
        if not page.has_more:
            # Old notifications may have been deleted.
            self._number = self._number if base is None else max(self._number, base)
            if channel.base is None:
                feed.begin(channel, self._number, page.prompts)
        return page.frames

    def _new_prompts(self, channel: FeedChannel) -> Sequence[Frame]:
        """Returns the event with the open prompts, if the client has all events but not the current prompts."""
        if channel.head != self._number or channel.prompts == self._prompts:
            return ()
        self._prompts = channel.prompts
        return prompt_frames(self._prompts)

    async def wait(self) -> bool:
        """Waits for a change, at most until the next heartbeat. Returns whether there is a change or the stream's
        lifetime is over.
        """
        if not self._is_live:
            return True
        left = max(0.0, self._until - time.monotonic())
        with suppress(TimeoutError):
            async with asyncio.timeout(min(HEARTBEAT_SECONDS, left + TICK_SECONDS)):
                await self.changed.wait()
        return self.changed.is_set() or time.monotonic() >= self._until


async def _leaving(receive: Receive) -> None:
    """Returns when the client has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass
