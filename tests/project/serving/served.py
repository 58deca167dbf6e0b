"""The application without sockets, as a server runs it: ASGI requests on one thread and one event loop."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.core.wsgi import get_wsgi_application
from django.db import connection, connections

from events.base import caches
from project.serving.adapter import WSGIAdapter

Pairs = tuple[tuple[bytes, bytes], ...]


class Sent(NamedTuple):
    """A request. path: the path with its query."""

    method: str
    path: str
    headers: Pairs = ()
    body: bytes = b""
    scheme: str = "http"


def sent(method: str, path: str, token: str | None = None, body: Any = None, **headers: str) -> Sent:
    """Returns a request of a caller. path: relative to `/api/v1`; headers: additional headers, with underscores."""
    pairs = {name.lower().replace("_", "-").encode(): value.encode("latin-1") for name, value in headers.items()}
    usual = {b"host": b"localhost"}
    if token is not None:
        usual[b"authorization"] = f"Bearer {token}".encode()
    content = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    if body is not None:
        usual |= {b"content-type": b"application/json", b"content-length": str(len(content)).encode()}
    return Sent(method, f"/api/v1{path}", tuple({**usual, **pairs}.items()), content)


class Answered(NamedTuple):
    """A response."""

    status: int
    pairs: Pairs
    body: bytes

    @property
    def headers(self) -> dict[str, str]:
        return {name.decode(): value.decode("latin-1") for name, value in self.pairs}

    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> tuple[int, str]:
        """Returns the status and the problem code of a refusal."""
        return self.status, self.json()["code"]


class Server:
    """A server with one thread for its requests."""

    def __init__(self) -> None:
        self._threads, self._bodies, self._loop = ThreadPoolExecutor(1), ThreadPoolExecutor(1), asyncio.Runner()
        self._application = WSGIAdapter(get_wsgi_application(), self._threads, self._bodies)

    def __call__(self, request: Sent) -> Answered:
        """Returns the response to a request."""
        return self._loop.run(_answered(self._application, request))

    def at_once(self, requests: Sequence[Sent]) -> list[Answered]:
        """Sends requests concurrently; returns their responses."""

        async def all_of_them() -> list[Answered]:
            return await asyncio.gather(*(_answered(self._application, request) for request in requests))

        return self._loop.run(all_of_them())

    def close(self) -> None:
        """Ends the threads, their connections and the event loop."""
        self._loop.close()
        for threads in (self._threads, self._bodies):
            threads.submit(connections.close_all).result()
            threads.shutdown()


@contextmanager
def serving() -> Iterator[Server]:
    """Yields a server with the current settings and empty caches."""
    caches.forget()
    server = Server()
    try:
        yield server
    finally:
        server.close()
        caches.forget()


def lose_connections() -> None:
    """Ends all other connections to the database, as a restart would."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
            "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )


async def _answered(application: Any, request: Sent) -> Answered:
    path, _, query = request.path.partition("?")
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": request.method,
        "scheme": request.scheme,
        "root_path": "",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "headers": list(request.headers),
        "client": ("192.0.2.1", 5),
        "server": ("127.0.0.1", 8000),
    }
    messages: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": request.body, "more_body": False}

    async def send(message: Any) -> None:
        messages.append(message)

    await application(scope, receive, send)
    start, *rest = messages
    return Answered(start["status"], tuple(start["headers"]), b"".join(message.get("body", b"") for message in rest))
