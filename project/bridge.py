"""Serves a WSGI application inside an ASGI server, on threads that stay.

Django's sync views cost several times as much CPU under its ASGI handler, which starts a thread for each request, as
under its WSGI handler. One process can so hold the streams and answer the rest at WSGI's price.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from io import BytesIO
from typing import Any
from urllib.parse import unquote_to_bytes

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

BUSY_THREADS = 8  # more only wait for each other, for the interpreter's lock and for the database's
PATIENT_THREADS = 64  # long polls: asleep for most of their time


class Bridge:
    """An ASGI application around a WSGI one; long polls have threads of their own, lest they keep others out."""

    def __init__(self, wsgi: Wsgi) -> None:
        self._wsgi = wsgi
        self._busy = ThreadPoolExecutor(BUSY_THREADS, "request")
        self._patient = ThreadPoolExecutor(PATIENT_THREADS, "long-poll")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = await _body(receive)
        if body is None:
            return
        threads = self._patient if b"wait=" in scope["query_string"] else self._busy
        exchange = _Exchange(self._wsgi, scope, body, send, asyncio.get_running_loop())
        await asyncio.get_running_loop().run_in_executor(threads, copy_context().run, exchange.run)


async def _body(receive: Receive) -> bytes | None:
    """The whole body, which others have limited; None if the client went away."""
    parts = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        parts.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(parts)


class _Exchange:
    """One request and its response, on a thread; messages go back to the loop's own thread."""

    def __init__(self, wsgi: Wsgi, scope: Scope, body: bytes, send: Send, loop: asyncio.AbstractEventLoop) -> None:
        self._wsgi, self._scope, self._body, self._send, self._loop = wsgi, scope, body, send, loop
        self._start: Message = {}

    def run(self) -> None:
        """Call the application and pass on what it says; a long response waits for a slow reader."""
        chunks = self._wsgi(environ_of(self._scope, self._body), self._start_response)
        try:
            before = b""
            for chunk in chunks:
                if before:
                    self._say({"type": "http.response.body", "body": before, "more_body": True})
                before = chunk
            self._say({"type": "http.response.body", "body": before})
        finally:
            close = getattr(chunks, "close", None)
            if close:
                close()

    def _start_response(self, status: str, headers: list[tuple[str, str]], exc_info: object = None) -> None:
        self._start = {
            "type": "http.response.start",
            "status": int(status[:3]),
            "headers": [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers],
        }

    def _say(self, message: Message) -> None:
        asyncio.run_coroutine_threadsafe(self._say_in_loop(message), self._loop).result()

    async def _say_in_loop(self, message: Message) -> None:
        start, self._start = self._start, {}
        if start:
            await self._send(start)
        await self._send(message)


def environ_of(scope: Scope, body: bytes) -> dict[str, Any]:
    """The WSGI environment of an ASGI request (PEP 3333)."""
    server, client = scope.get("server") or ("localhost", 80), scope.get("client") or ("", 0)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": scope.get("root_path", ""),
        "PATH_INFO": _path(scope),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 80),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "CONTENT_LENGTH": str(len(body)) if body else "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        _add_header(environ, name.decode("latin-1"), value.decode("latin-1"))
    return environ


def _path(scope: Scope) -> str:
    """The path as PEP 3333 wants it: its bytes, one character each."""
    raw = scope.get("raw_path")
    return (unquote_to_bytes(raw) if raw else scope["path"].encode()).decode("latin-1")


def _add_header(environ: dict[str, Any], name: str, value: str) -> None:
    if "_" in name:
        return  # would pass for the header of the same name with a hyphen
    key = name.upper().replace("-", "_")
    if key == "CONTENT_LENGTH":
        return
    key = key if key == "CONTENT_TYPE" else f"HTTP_{key}"
    joint = "; " if key == "HTTP_COOKIE" else ","
    environ[key] = environ[key] + joint + value if key in environ else value
