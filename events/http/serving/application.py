"""The API for servers: an ASGI application whose views run on threads, and Django's way into the same.

The views, Django's connections and the services are synchronous, so the event loop answers only what needs none of them
(`repeats`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from typing import Any, NamedTuple

import structlog
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponse

from events.http.request import Request, of_django, of_scope
from events.http.serving.body_limit import Receive, Scope, Send
from events.http.serving.dispatcher import respond
from events.http.serving.envelope import constant_headers, encoded
from events.http.serving.repeats import Repeats, Whole, keep
from events.http.serving.routes import API
from events.http.throttles import Counted

Respond = Callable[[Request], HttpResponse]

log = structlog.get_logger()


class Flow(NamedTuple):
    """A response whose body is made while it is sent, chunk by chunk. headers: as ASGI sends them."""

    status: int
    headers: list[tuple[bytes, bytes]]
    chunks: Iterator[bytes]


class Api:
    """The application. executor: its threads; respond: what answers a request there; repeats: None: nothing is kept."""

    def __init__(self, executor: Executor, respond: Respond = respond, repeats: Repeats | None = None) -> None:
        self._executor, self._respond, self._repeats = executor, respond, repeats

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        known: Whole | Flow | Counted | None = None
        content = b""
        if scope["method"] not in ("GET", "HEAD"):
            content = (await receive()).get("body", b"")  # whole: `with_body_limit` has read it
        elif self._repeats is not None:
            known = await self._repeats.again(scope)
        if not isinstance(known, Whole):
            loop = asyncio.get_running_loop()
            known = await loop.run_in_executor(self._executor, self._answered, scope, content, known)
        await send({"type": "http.response.start", "status": known.status, "headers": known.headers})
        if isinstance(known, Flow):
            await self._send_chunks(() if scope["method"] == "HEAD" else known.chunks, send)
        else:
            await send({"type": "http.response.body", "body": known.body})

    async def _send_chunks(self, chunks: Iterable[bytes], send: Send) -> None:
        """Sends a body as it is made. A thread makes each chunk; none waits for the reader."""
        loop, made = asyncio.get_running_loop(), iter(chunks)
        while chunk := await loop.run_in_executor(self._executor, _next_of, made):
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    def _answered(self, scope: Scope, content: bytes, counted: Counted | None) -> Whole | Flow:
        """Answers a request. Runs on a thread. counted: what was counted and read for it, if it was."""
        request = of_scope(scope, content)
        request.counted = counted
        try:
            response = self._respond(request)
        finally:
            close_old_connections()
        headers = encoded(response) + constant_headers(request.is_secure())
        if response.streaming:
            return Flow(response.status_code, headers, iter(response))
        whole = Whole(response.status_code, headers, response.content)
        keep(request, whole)
        return whole


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
