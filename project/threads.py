"""The WSGI application inside an ASGI server, on threads that stay (a2wsgi), so that no thread waits for a reader."""

from collections.abc import MutableMapping
from typing import Any
from urllib.parse import quote

from a2wsgi.wsgi import WSGIMiddleware, WSGIResponder

from events.api.body_limit import Message, Receive, Scope, Send

Environ = MutableMapping[str, Any]
UNLIMITED = 0
ASCII = "".join(map(chr, range(0x21, 0x7F)))


class OnThreads(WSGIMiddleware):
    """An ASGI application that runs a WSGI one on `workers` threads."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await _Whole(self.app, self.executor, UNLIMITED)(plain(scope), receive, send)


class _Whole(WSGIResponder):
    """One request on a thread; its response goes to the event loop whole, and the thread is free."""

    def send(self, message: Message) -> None:
        """Called on the thread: keep the message until all are there."""
        self._messages.append(message)

    def wsgi(self, environ: Environ, start_response: Any) -> None:
        """Called on the thread: run the application, then hand its messages over."""
        self._messages: list[Message] = []
        super().wsgi(environ, start_response)
        self.loop.call_soon_threadsafe(self._hand_over)

    def _hand_over(self) -> None:
        start, *parts = self._messages
        self.send_queue.put_nowait(start)
        self.send_queue.put_nowait({"type": "http.response.body", "body": b"".join(part["body"] for part in parts)})


def plain(scope: Scope) -> Scope:
    """The request as WSGI can carry it: no header that would pass for another, a query in ASCII."""
    return {
        **scope,
        "headers": [pair for pair in scope["headers"] if b"_" not in pair[0]],
        "query_string": quote(scope["query_string"], safe=ASCII).encode(),
    }
