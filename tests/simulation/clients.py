"""Programs that send requests to the simulated server, over connections that lose requests and responses."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections

from project.serving.adapter import environ_of
from tests.simulation.scheduler import Broken, Died
from tests.simulation.world import World

PATIENCE_MS = 10_000  # the time limit of a client for a response
AGAIN = frozenset({429, 503})


class Call(NamedTuple):
    """A request. key: its Idempotency-Key; after: the last event id of the stream to resume."""

    method: str
    path: str
    body: Any = None
    key: str = ""
    token: str = ""
    after: int | None = None


class Reply(NamedTuple):
    """A response. body: its decoded JSON; is_replayed: whether the server had stored the response before."""

    status: int
    body: Any
    content: bytes
    is_replayed: bool


class Clients:
    """All clients. carried_out: the responses to requests with a key, including those that no client received."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.carried_out: dict[str, Reply] = {}
        self.calls = 0

    def send(self, call: Call, answered: Callable[[Reply | None], None]) -> None:
        """Sends a request; answered: the callback for the response, or for None if no response arrives."""
        world, faults, waits = self.world, self.world.faults, [True]

        def give(reply: Reply | None) -> None:
            if waits[0]:
                waits[0] = False
                answered(reply)

        self.calls += 1
        world.scheduler.after(PATIENCE_MS, lambda: give(None))
        if not faults.happens("request"):
            world.scheduler.after(faults.below("request", 40), lambda: self._arrive(call, give))
        if call.key and faults.happens("double"):
            world.scheduler.after(faults.below("double", 200), lambda: self._arrive(call, give))

    def _arrive(self, call: Call, give: Callable[[Reply | None], None]) -> None:
        node = self.world.web()

        def done(result: Any) -> None:
            if isinstance(result, Died) or result is None:
                return
            self._check(call, result)
            self.world.scheduler.trace(f"{call.method} {call.path} {call.key} {result.status} {_digested(result)}")
            if not self.world.faults.happens("reply"):
                give(result)

        self.world.scheduler.begin(node, f"{call.method} {call.path}", lambda: responded(call), done)

    def _check(self, call: Call, reply: Reply) -> None:
        """Checks that repeating a completed request returns the same response."""
        if reply.status >= 500 and reply.status != 503:
            raise Broken(f"{call.method} {call.path} is answered {reply.status}: {reply.content[:300]!r}")
        if not call.key or reply.status in AGAIN:
            return
        before = self.carried_out.get(call.key)
        if before is not None and (reply.status >= 400 or reply.body != before.body):
            raise Broken(f"{call} was answered {before}, and when it was repeated {reply}")
        if reply.status < 300:
            self.carried_out.setdefault(call.key, reply)


def _digested(reply: Reply) -> str:
    return f"{len(reply.content)} {hash_of(reply.content)}"


def hash_of(content: bytes) -> str:
    """Returns a short hash."""
    from hashlib import blake2b

    return blake2b(content, digest_size=6).hexdigest()


@cache
def application() -> Any:
    """Returns the WSGI application."""
    return get_wsgi_application()


def responded(call: Call) -> Reply:
    """Returns the server's response."""
    content = b"" if call.body is None else json.dumps(call.body).encode()
    address = urlsplit(f"/api/v1{call.path}")
    headers = {"host": "localhost"}
    if content:
        headers |= {"content-type": "application/json", "content-length": str(len(content))}
    if call.token:
        headers["authorization"] = f"Bearer {call.token}"
    if call.key:
        headers["idempotency-key"] = call.key
    if call.after is not None:
        headers["last-event-id"] = str(call.after)
    scope = {
        "type": "http",
        "http_version": "1.1",
        "scheme": "http",
        "method": call.method,
        "path": address.path,
        "query_string": address.query.encode(),
        "client": ("192.0.2.1", 50_000),
        "server": ("localhost", 80),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    try:
        response: Any = application()(environ_of(scope, content), lambda *_: None)
        body = b"".join(response)
        response.close()
    finally:
        close_old_connections()
    is_json = "json" in response.headers.get("Content-Type", "")
    is_replayed = response.headers.get("Idempotent-Replayed") == "true"
    return Reply(response.status_code, json.loads(body) if is_json and body else None, body, is_replayed)
