"""Runs the WSGI application inside an ASGI server on a fixed pool of threads, none of which waits for a client."""

from collections.abc import MutableMapping
from concurrent.futures import Executor
from typing import Any
from urllib.parse import quote

from a2wsgi.wsgi import WSGIMiddleware, WSGIResponder

from events.http.serving.body_limit import Message, Receive, Scope, Send

Environ = MutableMapping[str, Any]
UNLIMITED = 0
ASCII = "".join(map(chr, range(0x21, 0x7F)))


class OnThreads(WSGIMiddleware):
    """An ASGI application that runs a WSGI one on the threads of an executor."""

    def __init__(self, app: Any, executor: Executor) -> None:
        self.app, self.executor = app, executor

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await _Whole(self.app, self.executor, UNLIMITED)(wsgi_scope(scope), receive, send)


class _Whole(WSGIResponder):
    """One request on a thread; the event loop receives the whole response at once, which frees the thread."""

    def send(self, message: Message) -> None:
        """Collects a message. Runs on the thread."""
        self._messages.append(message)

    def wsgi(self, environ: Environ, start_response: Any) -> None:
        """Runs the application, then passes its messages to the event loop. Runs on the thread."""
        self._messages: list[Message] = []
        super().wsgi(environ, start_response)
        self.loop.call_soon_threadsafe(self._send_all)

    def _send_all(self) -> None:
        start, *parts = self._messages
        self.send_queue.put_nowait(start)
        self.send_queue.put_nowait({"type": "http.response.body", "body": b"".join(part["body"] for part in parts)})


def wsgi_scope(scope: Scope) -> Scope:
    """Returns the request as WSGI expects it: without headers that WSGI confuses with others, and an ASCII query."""
    return {
        **scope,
        "headers": [pair for pair in scope["headers"] if b"_" not in pair[0]],
        "query_string": quote(scope["query_string"], safe=ASCII).encode(),
    }
