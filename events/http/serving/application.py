"""The API for servers: an ASGI application whose views run on threads, and Django's way into the same.

The views, Django's connections and the services are synchronous, so the event loop answers only what needs none of them
(`repeats`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from typing import Any, NamedTuple, TypeVar

import structlog
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponse

from events.base.precedence import first
from events.http.request import Request, of_django, of_scope
from events.http.serving.body_limit import Receive, Scope, Send
from events.http.serving.dispatcher import respond
from events.http.serving.envelope import constant_headers, encoded
from events.http.serving.repeats import Repeats, Whole, keep
from events.http.serving.routes import API
from events.http.serving.share import Share, giving_way, is_costly
from events.http.throttles import Counted
from events.http.waits import Full

T = TypeVar("T")
Respond = Callable[[Request], HttpResponse]

log = structlog.get_logger()


class Flow(NamedTuple):
    """A response whose body is made while it is sent, chunk by chunk. headers: as ASGI sends them."""

    status: int
    headers: list[tuple[bytes, bytes]]
    chunks: Iterator[bytes]


class Api:
    """The application. executor: its threads; share: what costly requests get; respond: what answers a request there.

    repeats: None: nothing is kept.
    """

    def __init__(
        self, executor: Executor, share: Share, respond: Respond = respond, repeats: Repeats | None = None
    ) -> None:
        self._executor, self._share, self._respond, self._repeats = executor, share, respond, repeats

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        known: Whole | Counted | None = None
        content = b""
        if scope["method"] not in ("GET", "HEAD"):
            content = (await receive()).get("body", b"")  # whole: `with_body_limit` has read it
        elif self._repeats is not None:
            known = await self._repeats.again(scope)
        if isinstance(known, Whole):
            return await _send(known, send)
        request = of_scope(scope, content)
        request.counted = known
        if is_costly(request):
            await self._answer_costly(request, send)
        else:
            with first():
                answer = await self._on_thread(request)
            await self._send(request, answer, send)

    async def _answer_costly(self, request: Request, send: Send) -> None:
        try:
            with self._share.place(request):
                answer = await _run(self._share.executor, giving_way(self._answered), request)
        except Full:
            answer = await self._refusal(request)
        await self._send(request, answer, send)

    async def _send(self, request: Request, answer: Whole | Flow, send: Send) -> None:
        if isinstance(answer, Whole):
            return await _send(answer, send)
        try:
            with self._share.flow(request):
                await self._send_flow(answer, send, is_head=request.method == "HEAD")
        except Full:
            await _send(await self._refusal(request), send)

    async def _send_flow(self, flow: Flow, send: Send, *, is_head: bool) -> None:
        """Sends a body as it is made. The costly thread makes each chunk; it does not wait for the reader."""
        await send({"type": "http.response.start", "status": flow.status, "headers": flow.headers})
        chunks = iter(()) if is_head else flow.chunks
        while chunk := await _run(self._share.executor, giving_way(_next_of), chunks):
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    async def _refusal(self, request: Request) -> Whole:
        """Answers that the process has no room for a request."""
        request.is_refused = True
        answer = await self._on_thread(request)
        assert isinstance(answer, Whole), "a problem is whole"
        return answer

    async def _on_thread(self, request: Request) -> Whole | Flow:
        return await _run(self._executor, self._answered, request)

    def _answered(self, request: Request) -> Whole | Flow:
        """Answers a request. Runs on a thread."""
        try:
            response: Any = self._respond(request)
        finally:
            close_old_connections()
        headers = encoded(response) + constant_headers(request.is_secure())
        if response.streaming:
            return Flow(response.status_code, headers, iter(response))
        whole = Whole(response.status_code, headers, response.content)
        keep(request, whole)
        return whole


async def _run(executor: Executor, work: Callable[..., T], *arguments: Any) -> T:
    return await asyncio.get_running_loop().run_in_executor(executor, work, *arguments)


async def _send(whole: Whole, send: Send) -> None:
    await send({"type": "http.response.start", "status": whole.status, "headers": whole.headers})
    await send({"type": "http.response.body", "body": whole.body})


def _next_of(chunks: Iterator[bytes]) -> bytes:
    """The next chunk that is not empty, or the empty one at the end. Runs on a thread."""
    try:
        return next(filter(None, chunks), b"")
    except Exception:  # the server cuts the connection, because the response has begun
        log.exception("response_cut")
        raise
    finally:
        close_old_connections()


class ApiFirst:
    """Django's middleware that hands the requests of the API over, before any other; so they have one way in tests."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(API):
            return self._get_response(request)
        own = of_django(request)
        response: Any = respond(own)
        if response.streaming:
            response = HttpResponse(b"".join(response), status=response.status_code, headers=response.headers)
        for name, value in constant_headers(own.is_secure()):
            response[name.decode().title()] = value.decode()
        return response
