"""An adapter that runs the WSGI application on threads behind an ASGI server.

The adapter reads the whole body before it passes a request to a thread, and sends the response after the thread has
finished. No thread therefore waits for a client. (a2wsgi needs a queue, a task and three wake-ups of the event loop:
0.4 ms per POST.) A separate thread computes the chunks of a streamed response, one at a time.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from io import BytesIO
from typing import Any, NamedTuple
from urllib.parse import quote

import structlog
from django.db import close_old_connections
from django.http import FileResponse

from events.base.asgi import Receive, Scope, Send
from events.base.exceptions import Problem
from events.http.asgi_problems import send_problem
from events.http.parsers import BODY_LIMIT
from project.serving.body_limit import read_body

PRINTABLE = "".join(map(chr, range(0x21, 0x7F)))
TOO_MANY_REQUESTS = 429
REFUSED_SECONDS = 0.25
"""The delay of refusals under a rate limit. It holds no thread, and slows clients that repeat requests at once."""
NO_BODY = ("204", "304")  # these responses have no Content-Length (RFC 9110, 8.6)

log = structlog.get_logger()


class Response(NamedTuple):
    """A response of the WSGI application. chunks: the rest of a streamed body; None: `body` is complete."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes
    chunks: Any = None


class WSGIAdapter:
    """An ASGI application that runs a WSGI application. Only HTTP is supported.

    executor: the threads of the application; streaming: the thread for streamed bodies; limit: the longest body in
    bytes; a longer body receives a 413 and does not reach the application.
    """

    def __init__(
        self, application: Callable[..., Any], executor: Executor, streaming: Executor, limit: int = BODY_LIMIT
    ) -> None:
        self._application, self._executor, self._streaming, self._limit = application, executor, streaming, limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise ValueError(f"expected an http request, got {scope['type']!r}")
        try:
            body = await read_body(scope, receive, self._limit)
        except Problem as problem:
            return await send_problem(problem, scope, send, closes=True)
        if body is None:
            return
        loop = asyncio.get_running_loop()
        response = await loop.run_in_executor(self._executor, self._respond, environ_of(scope, body))
        if response.status == TOO_MANY_REQUESTS:
            await asyncio.sleep(REFUSED_SECONDS)
        await send({"type": "http.response.start", "status": response.status, "headers": response.headers})
        if response.chunks is not None:
            await self._stream(response.chunks, scope, send)
        await send({"type": "http.response.body", "body": response.body})

    async def _stream(self, response: Any, scope: Scope, send: Send) -> None:
        """Sends a streamed body. Each chunk is computed after the client has accepted the previous chunk."""
        loop = asyncio.get_running_loop()
        chunks = iter(()) if scope["method"] == "HEAD" else iter(response)
        try:
            while chunk := await loop.run_in_executor(self._streaming, _next_of, chunks):
                await send({"type": "http.response.body", "body": chunk, "more_body": True})
        finally:
            await loop.run_in_executor(self._streaming, response.close)

    def _respond(self, environ: dict[str, Any]) -> Response:
        """Runs the application on this thread."""
        started: list[Any] = []

        def start_response(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> None:
            started[:] = status, headers

        response = self._application(environ, start_response)
        status, headers = started
        encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        number = status[:3]
        if getattr(response, "streaming", False) and not isinstance(response, FileResponse):
            close_old_connections()  # of this thread; closing the response closes those of the streaming thread
            return Response(int(number), encoded, b"", response)
        try:
            body = b"".join(response)
        finally:
            response.close()
        if number not in NO_BODY and not any(name == b"content-length" for name, _ in encoded):
            encoded.append((b"content-length", str(len(body)).encode()))
        return Response(int(number), encoded, body)


def _next_of(chunks: Iterator[bytes]) -> bytes:
    """Returns the next chunk that is not empty; empty: the body has ended."""
    try:
        return next(filter(None, chunks), b"")
    except Exception:  # the server closes the connection, because the response has begun
        log.exception("response_cut")
        raise


def environ_of(scope: Scope, body: bytes) -> dict[str, Any]:
    """Returns the WSGI environment of a request.

    body: the complete body, also of a chunked request. Headers with underscores are dropped (header spoofing).
    """
    server, client = scope.get("server") or ("localhost", 80), scope.get("client")
    environ: dict[str, Any] = {
        "asgi.scope": scope,
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": quote(scope["query_string"], safe=PRINTABLE),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0] if client else "",
    }
    for name, value in scope["headers"]:
        if name in (b"content-length", b"transfer-encoding"):
            environ["CONTENT_LENGTH"] = str(len(body))
        elif b"_" not in name:
            key, text = name.decode("latin-1").upper().replace("-", "_"), value.decode("latin-1")
            key = key if key == "CONTENT_TYPE" else f"HTTP_{key}"
            environ[key] = f"{environ[key]},{text}" if key in environ else text
    return environ
