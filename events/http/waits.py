"""Long polls: an ASGI application around the API that delays a `304` until the match has changed.

The API itself never waits. It responds `304` and, if the request contains `?wait=`, leaves an `Offer` in the scope. The
same holds for an empty list of decisions that a bot's program wants to lease, where `wait` is a member of the body.
This application then keeps the connection on the event loop, calls the API again when the hub wakes it, and responds
once the response is another or the time is up. The API checks the caller's rights each time. A caller who has too many
waits at once receives `304` immediately, with `Retry-After`.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, MutableMapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from events.base.clock import now_ms
from events.base.hub import Hub, Subscription

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

LONGEST_WAIT = 30  # seconds
RETRY_SECONDS = 5  # for a caller who has too many waits
PAUSE_SECONDS = 0.2  # between two calls of the API for one wait, however often it wakes
LIST_PAUSE_SECONDS = 2.0  # the same for lists, which wake often
LOOKS_AT_ONCE = 2  # first calls, and as many repeated ones, so that a crowd leaves threads to other requests

_MATCH = re.compile(r"/api/v1/matches/([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})(?:/|$)")
LISTS = frozenset({"/api/v1/matches", "/api/v1/me/decisions"})
LEASES = "/api/v1/bots/decisions"
_OFFERS, _AGAIN, _BODY = "comptoir.offers", "comptoir.again", "comptoir.body"


class Offer(NamedTuple):
    """The API's permission to delay a `304`. seconds: for how long; holders: the names that the wait counts for.

    topics: whose changes the wait is for; empty for a resource of one match. looks_again: whether the response may be
    another at the end, although nothing wakes the wait.
    """

    seconds: float
    holders: tuple[str, ...]
    topics: tuple[str, ...] = ()
    looks_again: bool = False


def offer(
    environ: MutableMapping[str, Any],
    seconds: float,
    holders: Sequence[str],
    topics: Iterable[str] = (),
    changes_ms: int | None = None,
) -> None:
    """Called by the API: this `304` may be delayed. Without effect under a server that cannot wait.

    changes_ms: the time at which the response is known to change by itself.
    """
    if changes_ms is not None:
        seconds = min(seconds, max(0, changes_ms - now_ms()) / 1000)
    with suppress(KeyError):
        offers = environ["asgi.scope"][_OFFERS]
        offers.append(Offer(min(seconds, LONGEST_WAIT), tuple(holders), tuple(topics), changes_ms is not None))


def is_repeated(environ: MutableMapping[str, Any]) -> bool:
    """Whether this is a repeated call for a request that was already counted."""
    return bool(environ.get("asgi.scope", {}).get(_AGAIN))


def is_whole(scope: Scope) -> bool:
    """Whether a request asks for no wait and is no repeated call, so that its response is all there is to it."""
    return _OFFERS not in scope and _AGAIN not in scope


class Full(Exception):
    """A caller already has the largest permitted number of waits."""


class Caps:
    """The number of waits of each holder in this process. limits: by the part of a holder's name before the colon."""

    def __init__(self, limits: dict[str, int]) -> None:
        self._limits, self._held = limits, Counter[str]()

    @contextmanager
    def hold(self, holders: Sequence[str]) -> Iterator[None]:
        """Counts one wait for each name until the block ends. Raises Full."""
        self.check(holders)
        self._held.update(holders)
        try:
            yield
        finally:
            self._held.subtract(holders)
            for holder in holders:
                if not self._held[holder]:
                    del self._held[holder]

    def check(self, holders: Sequence[str]) -> None:
        """Raises Full if one of the names may not have another wait."""
        if any(self._held[holder] >= self._limits[holder.partition(":")[0]] for holder in holders):
            raise Full

    def __len__(self) -> int:
        """How many holders have a wait."""
        return len(self._held)


class Response(NamedTuple):
    """A whole response of the API, with its offer."""

    messages: list[Message]
    offer: Offer | None

    async def send(self, send: Send, *headers: tuple[bytes, bytes]) -> None:
        """Sends the response, with further headers."""
        start, *rest = self.messages
        await send({**start, "headers": [*start["headers"], *headers]})
        for message in rest:
            await send(message)


class Waits:
    """The application. api: responds at once; hub: notifies of changes; caps: limits the waits."""

    def __init__(self, api: Application, hub: Hub, caps: Caps) -> None:
        self._api, self._hub, self._caps = api, hub, caps
        self._first, self._further = asyncio.Semaphore(LOOKS_AT_ONCE), asyncio.Semaphore(LOOKS_AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        topic = topic_of(scope)
        if topic is not None:
            with self._hub.subscribe(topic) as wakeups:  # before the first look: no change falls between the two
                await self._hold(scope, receive, send, await self._look(scope), wakeups)
        elif waits_for_list(scope):
            await self._hold_list(scope, receive, send)
        elif leases_decisions(scope):
            body = await _body_of(receive)
            await self._hold_list({**scope, _BODY: body}, receive, send)
        else:
            await self._api(scope, receive, send)

    async def _hold_list(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = await self._look(scope)
        with self._hub.subscribe(*(response.offer.topics if response.offer else ())) as wakeups:
            wakeups.wake()  # what has changed since the look that named the topics
            await self._hold(scope, receive, send, response, wakeups)

    async def _hold(
        self, scope: Scope, receive: Receive, send: Send, response: Response, wakeups: Subscription
    ) -> None:
        """Sends the response, later if the API permits it and the caller has room for another wait."""
        if response.offer is None:
            return await response.send(send)
        try:
            with self._caps.hold(response.offer.holders):
                await self._wait(scope, receive, send, response, wakeups)
        except Full:
            await response.send(send, (b"retry-after", str(RETRY_SECONDS).encode()))

    async def _wait(
        self, scope: Scope, receive: Receive, send: Send, response: Response, wakeups: Subscription
    ) -> None:
        """Responds when something has changed or the time is up; not at all if the client disconnects."""
        change = asyncio.ensure_future(self._change(scope, response, wakeups))
        leaving = asyncio.ensure_future(_leaving(receive))
        try:
            await asyncio.wait((change, leaving), return_when=asyncio.FIRST_COMPLETED)
            if not leaving.done():
                await (await change).send(send)
        finally:
            change.cancel()
            leaving.cancel()
            await asyncio.gather(change, leaving, return_exceptions=True)

    async def _change(self, scope: Scope, response: Response, wakeups: Subscription) -> Response:
        """The first response that is not a `304`, or the last one when the time is up.

        A list is looked at once more then: a match that it comes to contain in another way than by a change of its
        seats or of the matches that it contains wakes nobody. The same holds for an event that spectators see late.
        """
        assert response.offer is not None
        is_list = bool(response.offer.topics)
        pause = LIST_PAUSE_SECONDS if is_list and not leases_decisions(scope) else PAUSE_SECONDS
        with suppress(TimeoutError):
            async with asyncio.timeout(response.offer.seconds) as limit:
                while response.offer is not None:
                    await wakeups.next()
                    if wakeups.is_closed:
                        break
                    response = await self._look({**scope, _AGAIN: True})
                    if response.offer is not None:
                        _shorten(limit, response.offer.seconds)
                        await asyncio.sleep(pause)
        if response.offer is not None and (is_list or response.offer.looks_again) and not wakeups.is_closed:
            response = await self._look({**scope, _AGAIN: True})
        return response

    async def _look(self, scope: Scope) -> Response:
        """The API's response to the request; only the body of a request for leases is passed on."""
        messages: list[Message] = []
        offers: list[Offer] = []
        body: bytes = scope.get(_BODY, b"")
        headers = [pair for pair in scope["headers"] if pair[0] not in (b"content-length", b"transfer-encoding")]

        async def keep(message: Message) -> None:
            messages.append(message)

        async def once() -> Message:
            return {"type": "http.request", "body": body, "more_body": False}

        if body:
            headers.append((b"content-length", str(len(body)).encode()))
        async with self._further if _AGAIN in scope else self._first:
            await self._api({**scope, "headers": headers, _OFFERS: offers}, once, keep)
        return Response(messages, offers[-1] if offers else None)


def topic_of(scope: Scope) -> str | None:
    """The match whose changes a request with `?wait=` waits for; None for any other request."""
    match = _MATCH.match(scope["path"]) if _asks_to_wait(scope) else None
    return match[1].lower() if match else None


def waits_for_list(scope: Scope) -> bool:
    """Whether a request with `?wait=` is for a resource of several matches."""
    return _asks_to_wait(scope) and scope["path"].rstrip("/") in LISTS


def leases_decisions(scope: Scope) -> bool:
    """Whether a request leases decisions for a bot's program."""
    return scope["type"] == "http" and scope["method"] == "POST" and scope["path"].rstrip("/") == LEASES


def _shorten(limit: asyncio.Timeout, seconds: float) -> None:
    """Ends a wait earlier, if something is known to happen after that many seconds."""
    end = limit.when()
    assert end is not None
    limit.reschedule(min(end, asyncio.get_running_loop().time() + seconds))


def _asks_to_wait(scope: Scope) -> bool:
    return scope["type"] == "http" and scope["method"] in ("GET", "HEAD") and b"wait=" in scope["query_string"]


async def _body_of(receive: Receive) -> bytes:
    """The whole body of a request; `events.http.serving.body_limit` limits it."""
    body, more = b"", True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = bool(message.get("more_body"))
    return body


async def _leaving(receive: Receive) -> None:
    """Returns when the client has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass
