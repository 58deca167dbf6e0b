"""What costly requests get of a process: one thread, and a few places in the line before it.

Views of the past, exports, proofs, replays, forks and analyses read a whole log, or much of it. Any number of them at
once slows the others only as much as one thread does, which gives way to them (`events.base.precedence`). Who finds no
place is refused at once: `busy`, with `Retry-After`. One caller has a few of the places, and all who are not signed in
have half.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager
from typing import Any, TypeVar

from django.http import Http404

from events.base.precedence import costly, first
from events.http.request import Request, of_scope
from events.http.serving.body_limit import Application, Receive, Scope, Send
from events.http.serving.routes import route_of
from events.http.throttles import COSTLY, address_of
from events.http.waits import Caps, Full

T = TypeVar("T")
PLACES = {"line": 24, "strangers": 12, "caller": 8}  # of requests that wait for the thread, or have it
FLOWS = {"line": 32, "strangers": 16, "caller": 4}  # of responses that are being sent: a slow reader has no place


class Share:
    """The share of one process. executor: its thread."""

    def __init__(self, executor: Executor | None = None) -> None:
        self._executor = executor or ThreadPoolExecutor(1, thread_name_prefix="costly")
        self._line, self._flows = Caps(PLACES), Caps(FLOWS)

    def place(self, request: Request) -> AbstractContextManager[None]:
        """A place in the line. Raises Full."""
        return self._line.hold(_holders(request))

    def flow(self, request: Request) -> AbstractContextManager[None]:
        """A response that is made while it is sent. Raises Full."""
        return self._flows.hold(_holders(request))

    @property
    def executor(self) -> Executor:
        """The thread."""
        return self._executor


class Sharing:
    """An application beside the API whose requests are all costly. They are sent whole, so each counts as a flow."""

    def __init__(self, application: Application, share: Share) -> None:
        self._application, self._share = application, share

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            with self._share.flow(of_scope(scope, b"")):
                return await self._application(scope, receive, send)
        except Full:
            await send({"type": "http.response.start", "status": 503, "headers": [(b"retry-after", b"1")]})
            await send({"type": "http.response.body", "body": b"busy"})


def going_first(work: Callable[..., T]) -> Callable[..., T]:
    """The same work, to which costly work gives way."""

    def going(*arguments: Any) -> T:
        with first():
            return work(*arguments)

    return going


def giving_way(work: Callable[..., T]) -> Callable[..., T]:
    """The same work, as the costly thread does it."""

    def giving(*arguments: Any) -> T:
        with costly():
            return work(*arguments)

    return giving


def is_costly(request: Request) -> bool:
    """Whether the view of a request counts it under a limit of costly requests."""
    try:
        kind, _, kwargs = request.found = route_of(request.path_info)
    except Http404:
        return False
    view: Any = kind()
    view.setup(request, **kwargs)
    return not COSTLY.isdisjoint(getattr(view, "limit_scopes", ()))


def _holders(request: Request) -> tuple[str, ...]:
    """Whom a place counts for. Before anybody has read the token, its text tells callers apart."""
    credentials = request.META.get("HTTP_AUTHORIZATION") or request.META.get("HTTP_COOKIE")
    if credentials:
        return "line", f"caller:{credentials}"
    return "line", "strangers", f"caller:{address_of(request)}"
