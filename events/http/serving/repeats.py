"""Repeated reads: a client that sends the same bytes again receives the same response until the next event.

A client that polls does so. Its request needs neither a thread nor a view: the event loop counts it under its limits
and reads the head of the match, in one statement. Without this module a thread answers it, with the same response.

A response is kept only where nothing else decides: for a seat of a running match, and a body that stays the same until
the next event (`Rendered.is_cacheable`). All bytes of the request are compared, so no header can be forgotten. The
token has to be the one that was verified for the response that is kept, and no longer ago than a few seconds.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import MutableMapping, Sequence
from typing import Any, NamedTuple

import structlog

from events.base.caches import LeastRecentlyUsed
from events.base.clock import now_ms
from events.http import throttles
from events.http.auth import is_verified
from events.http.request import Request, RouteMatch
from events.http.serving.heads import Heads
from events.http.serving.recording import record
from events.http.throttles import Counted, Limit, Usage, rate_limit_headers
from events.http.waits import is_whole
from events.log.statements import Head
from events.models import Match, Token

Scope = MutableMapping[str, Any]


class Whole(NamedTuple):
    """A response that can be sent at once, so that no thread waits for a reader. headers: as ASGI sends them."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Kept(NamedTuple):
    """A response, with what it depends on beside the bytes of the request."""

    whole: Whole
    token: Token
    head: Head
    limits: Sequence[Limit]
    route: RouteMatch


_kept: LeastRecentlyUsed[Kept] = LeastRecentlyUsed(512)


def keep(request: Request, whole: Whole) -> None:
    """Keeps the response to a request, if it follows from the head of the match alone."""
    scope, route = request.META["asgi.scope"], request.resolver_match
    if not request.is_cacheable or request.auth is None or route is None or not is_whole(scope):
        return
    head = request.counted.head if request.counted is not None else None
    if isinstance(head, Head) and _decides_alone(head):
        limits = [usage.limit for usage in request.rate_usages]
        _kept.put(_key(scope), Kept(whole, request.auth, head, limits, route))


def _decides_alone(head: Head) -> bool:
    """Whether nothing that can change without an event decides who may read: for a seat of a running match."""
    return head.seat is not None and head.status == Match.Status.RUNNING


class Repeats:
    """Answers on one event loop, whose connection is `heads`."""

    def __init__(self, heads: Heads) -> None:
        self._heads = heads

    async def again(self, scope: Scope) -> Whole | Counted | None:
        """Returns the response to a request that was answered before; else what was counted and read, if it was."""
        begin, kept = time.perf_counter(), _kept.get(_key(scope))
        if kept is None or not is_whole(scope) or not is_verified(kept.token):
            return None
        match_id, player_id = kept.route.kwargs["match_id"], kept.token.player_id
        counted = await self._heads.run(throttles.counting_and_head(kept.limits, now_ms(), match_id, player_id))
        if counted is None or counted.head != kept.head or any(usage.left < 0 for usage in counted.usages):
            return counted
        return _sent_again(kept, counted.usages, scope, begin)


def _sent_again(kept: Kept, usages: Sequence[Usage], scope: Scope, begin: float) -> Whole:
    """A kept response with the headers that each response has of its own."""
    request_id = str(uuid.uuid4())
    own = {name.lower().encode(): value.encode() for name, value in rate_limit_headers(usages).items()}
    own[b"x-request-id"] = request_id.encode()
    with structlog.contextvars.bound_contextvars(request_id=request_id):
        record(scope["method"], scope["path"], kept.route, kept.whole.status, begin)
    return kept.whole._replace(headers=[(name, own.get(name, value)) for name, value in kept.whole.headers])


def _key(scope: Scope) -> tuple[Any, ...]:
    """All that a client says, and how it is connected."""
    return (scope["method"], scope["scheme"], scope["path"], scope["query_string"], tuple(scope["headers"]))
