"""Long polls: an ASGI application around the API that holds a `304` back until the match has changed.

The API itself never waits. It answers `304` and, if the request says `?wait=`, leaves an `Offer` in the scope. This
part then keeps the connection on the event loop, looks again when the hub wakes it, and answers when the answer
is another or the time is up. The API checks the caller's rights each time. A caller who has too many waits at once is
answered `304` immediately, with `Retry-After`.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, MutableMapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from events.hub import Hub, Subscription

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

LONGEST_WAIT = 30  # seconds
RETRY_SECONDS = 5  # for a caller who has too many waits
PAUSE_SECONDS = 0.2  # between two looks of one wait, however often it is woken
LOOKS_AT_ONCE = 2  # first looks, and as many others, so that a crowd that comes or wakes leaves threads to others

_MATCH = re.compile(r"/api/v1/matches/([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})(?:/|$)")
_OFFERS, _AGAIN = "comptoir.offers", "comptoir.again"


class Offer(NamedTuple):
    """What the API says of a `304` that may be held back. seconds: how long; holders: whose waits it counts among."""

    seconds: int
    holders: tuple[str, ...]


def offer(environ: MutableMapping[str, Any], seconds: int, holders: Sequence[str]) -> None:
    """Called by the API: this `304` may be held back. Without effect under a server that cannot wait."""
    with suppress(KeyError):
        environ["asgi.scope"][_OFFERS].append(Offer(min(seconds, LONGEST_WAIT), tuple(holders)))


def is_repeated(environ: MutableMapping[str, Any]) -> bool:
    """Whether this is a further look of a request that was counted when it came."""
    return bool(environ.get("asgi.scope", {}).get(_AGAIN))


class Full(Exception):
    """A caller has as many waits as he may have."""


class Caps:
    """How many waits each holder has in this process. limits: by the part of a holder's name before the colon."""

    def __init__(self, limits: dict[str, int]) -> None:
        self._limits, self._held = limits, Counter[str]()

    @contextmanager
    def hold(self, holders: Sequence[str]) -> Iterator[None]:
        """Count one wait under each name until the block ends. Raises Full."""
        if any(self._held[holder] >= self._limits[holder.partition(":")[0]] for holder in holders):
            raise Full
        self._held.update(holders)
        try:
            yield
        finally:
            self._held.subtract(holders)
            for holder in holders:
                if not self._held[holder]:
                    del self._held[holder]

    def __len__(self) -> int:
        """How many holders have a wait."""
        return len(self._held)


class Answer(NamedTuple):
    """A whole response of the API, with the offer that came with it."""

    messages: list[Message]
    offer: Offer | None

    async def send(self, send: Send, *headers: tuple[bytes, bytes]) -> None:
        """Pass the response on, with further headers."""
        start, *rest = self.messages
        await send({**start, "headers": [*start["headers"], *headers]})
        for message in rest:
            await send(message)


class Waits:
    """The application. api: answers at once; hub: tells of changes; caps: limits the waits."""

    def __init__(self, api: Application, hub: Hub, caps: Caps) -> None:
        self._api, self._hub, self._caps = api, hub, caps
        self._first, self._further = asyncio.Semaphore(LOOKS_AT_ONCE), asyncio.Semaphore(LOOKS_AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        topic = topic_of(scope)
        if topic is None:
            return await self._api(scope, receive, send)
        with self._hub.subscribe(topic) as wakeups:  # before the first look: no change falls between the two
            answer = await self._look(scope)
            if answer.offer is None:
                return await answer.send(send)
            try:
                with self._caps.hold(answer.offer.holders):
                    await self._held(scope, receive, send, answer, wakeups)
            except Full:
                await answer.send(send, (b"retry-after", str(RETRY_SECONDS).encode()))

    async def _held(self, scope: Scope, receive: Receive, send: Send, answer: Answer, wakeups: Subscription) -> None:
        """Answer when something has changed or the time is up; nothing if the client goes away."""
        change = asyncio.ensure_future(self._change(scope, answer, wakeups))
        leaving = asyncio.ensure_future(_leaving(receive))
        try:
            await asyncio.wait((change, leaving), return_when=asyncio.FIRST_COMPLETED)
            if not leaving.done():
                await (await change).send(send)
        finally:
            change.cancel()
            leaving.cancel()
            await asyncio.gather(change, leaving, return_exceptions=True)

    async def _change(self, scope: Scope, answer: Answer, wakeups: Subscription) -> Answer:
        """The first answer that is not a `304`, else the last one when the time is up."""
        assert answer.offer is not None
        with suppress(TimeoutError):
            async with asyncio.timeout(answer.offer.seconds):
                while answer.offer is not None:
                    await wakeups.next()
                    if wakeups.is_closed:
                        break
                    answer = await self._look({**scope, _AGAIN: True})
                    if answer.offer is not None:
                        await asyncio.sleep(PAUSE_SECONDS)
        return answer

    async def _look(self, scope: Scope) -> Answer:
        """The API's answer to the request, without its body."""
        messages: list[Message] = []
        offers: list[Offer] = []
        headers = [pair for pair in scope["headers"] if pair[0] not in (b"content-length", b"transfer-encoding")]

        async def keep(message: Message) -> None:
            messages.append(message)

        async with self._further if _AGAIN in scope else self._first:
            await self._api({**scope, "headers": headers, _OFFERS: offers}, _nothing, keep)
        return Answer(messages, offers[-1] if offers else None)


def topic_of(scope: Scope) -> str | None:
    """What a request that may wait waits for: a match's id; None for any other request."""
    if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD") or b"wait=" not in scope["query_string"]:
        return None
    found = _MATCH.match(scope["path"])
    return found[1].lower() if found else None


async def _nothing() -> Message:
    return {"type": "http.request", "body": b"", "more_body": False}


async def _leaving(receive: Receive) -> None:
    """Returns when the client has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
