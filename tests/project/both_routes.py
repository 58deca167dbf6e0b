"""The same request sent twice, by the short route and by the ordinary one, with what each answered and counted."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.core.handlers.wsgi import WSGIHandler
from django.db import connection, connections

from events.base import caches
from events.http.body_limit import with_body_limit
from events.models import Counter
from project.serving.threads import OnThreads
from project.short_route import ShortRoute, finish
from project.short_route.heads import Heads

HOST = "localhost"
REQUEST_ID = re.compile(rb"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}")
LEFT = re.compile(rb"t=\d+")

Pairs = tuple[tuple[bytes, bytes], ...]


class Sent(NamedTuple):
    """A request. path: with its query; headers: besides those of `sent`."""

    method: str
    path: str
    headers: Pairs = ()
    body: bytes | None = None


def sent(method: str, path: str, token: str | None = None, body: Any = None, **headers: str) -> Sent:
    """A request of a caller, as most clients send it; headers: by name with underscores."""
    pairs = [(name.lower().replace("_", "-").encode(), value.encode("latin-1")) for name, value in headers.items()]
    if b"host" not in dict(pairs):
        pairs.insert(0, (b"host", HOST.encode()))
    if token is not None:
        pairs.append((b"authorization", f"Bearer {token}".encode()))
    content = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    if content is not None:
        if b"content-type" not in dict(pairs):
            pairs.append((b"content-type", b"application/json"))
        pairs.append((b"content-length", str(len(content)).encode()))
    return Sent(method, path, tuple(pairs), content)


class Answered(NamedTuple):
    """A response, with its own ids and the seconds left of its limits masked."""

    status: int
    headers: Pairs
    body: bytes


class Routes:
    """Both routes over one API. passed_on: how many requests the short route has passed on."""

    def __init__(self) -> None:
        self._api, self.passed_on = OnThreads(WSGIHandler(), workers=1), 0
        self._ordinary = with_body_limit(self._api)
        self._heads, self._loop = Heads(), asyncio.Runner()
        self._short = with_body_limit(ShortRoute(self._passed_on, self._api.executor, self._heads))

    @property
    def executor(self) -> Executor:
        return self._api.executor

    async def _passed_on(self, *arguments: Any) -> None:
        self.passed_on += 1
        await self._api(*arguments)

    def short(self, request: Sent) -> Answered:
        """The response by the short route."""
        return self._loop.run(_answered(self._short, request))

    def short_at_once(self, requests: Sequence[Sent]) -> list[Answered]:
        """The responses by the short route to requests that are sent at once."""

        async def all_of_them() -> list[Answered]:
            return await asyncio.gather(*(_answered(self._short, request) for request in requests))

        return self._loop.run(all_of_them())

    def ordinary(self, request: Sent) -> Answered:
        """The response by the ordinary one."""
        return self._loop.run(_answered(self._ordinary, request))

    def close(self) -> None:
        """Ends the thread and the event loop with their connections."""
        self._loop.run(self._heads.close())
        self._loop.close()
        self.executor.submit(connections.close_all).result()
        self.executor.shutdown()

    def is_short(self, request: Sent) -> bool:
        """Whether the short route answers a request; both routes have to answer the same and to count the same."""
        before = self.passed_on
        by_short, by_ordinary = _counted(self.short, request), _counted(self.ordinary, request)
        for part, ordinary_part in zip((*by_short[0], by_short[1]), (*by_ordinary[0], by_ordinary[1]), strict=True):
            assert part == ordinary_part, f"{request}: {part!r} instead of {ordinary_part!r}"
        return self.passed_on == before


@contextmanager
def both_routes() -> Iterator[Routes]:
    """Both routes with the present settings; afterwards they have no connection any more."""
    finish._middleware.cache_clear()
    caches.forget()
    routes = Routes()
    try:
        yield routes
    finally:
        routes.close()
        finish._middleware.cache_clear()
        caches.forget()


def lose_connections() -> None:
    """Ends all connections of others to the database, as a restart of it would."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
            "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )


def _counted(send: Any, request: Sent) -> tuple[Answered, Mapping[str, int]]:
    """A response, and what was counted for it, beginning with nothing."""
    Counter.objects.all().delete()
    answered = send(request)
    return answered, dict(Counter.objects.values_list("key", "count"))


async def _answered(application: Any, request: Sent) -> Answered:
    path, _, query = request.path.partition("?")
    scope = {
        "type": "http", "http_version": "1.1", "method": request.method, "scheme": "http", "root_path": "",
        "path": path, "raw_path": path.encode(), "query_string": query.encode(), "headers": list(request.headers),
        "client": ("192.0.2.1", 5), "server": ("127.0.0.1", 8000),
    }  # fmt: skip
    messages: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": request.body or b"", "more_body": False}

    async def send(message: Any) -> None:
        messages.append(message)

    await application(scope, receive, send)
    start, *rest = messages
    headers = tuple((name, _masked(value)) for name, value in start["headers"])
    return Answered(start["status"], headers, _masked(b"".join(message.get("body", b"") for message in rest)))


def _masked(value: bytes) -> bytes:
    return LEFT.sub(b"t=0", REQUEST_ID.sub(b"<id>", value))
