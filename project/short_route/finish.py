"""The headers of a response as Django's middleware leaves them, without running it for each request.

What the middleware adds depends on the kind of the request, on its `SURROUNDINGS`, and on which headers the view has
set. So the first response of a form is sent through the middleware, and what it changed is applied to the others.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from io import BytesIO
from typing import Any, NamedTuple

from a2wsgi.wsgi import build_environ
from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpResponse
from django.http.response import ResponseHeaders
from django.utils.module_loading import import_string

from events.base.caches import LeastRecentlyUsed
from project.serving.threads import wsgi_scope
from project.short_route.plain import PlainRequest

Headers = list[tuple[bytes, bytes]]
OF_EACH_REQUEST = frozenset({"project.observability.logs.RequestLog", "project.observability.metrics.RequestMetrics"})
"""The middleware that counts and logs: `answers` does the same for each request."""


class Line(NamedTuple):
    """A header. name: as it is sent; value: what the middleware sets it to, None: what the view has set."""

    name: bytes
    key: str
    value: bytes | None


_forms: LeastRecentlyUsed[tuple[Line, ...]] = LeastRecentlyUsed(256)
_let_through: LeastRecentlyUsed[bool] = LeastRecentlyUsed(256)


def is_let_through(plain: PlainRequest) -> bool:
    """Whether the middleware leaves a request to its view; else it refuses the host, for example, or redirects."""
    known = _let_through.get(plain.surroundings)
    if known is None:
        sample = HttpResponse()
        try:
            known = _sent_through(plain, sample) is sample
        except SuspiciousOperation:
            known = False
        _let_through.put(plain.surroundings, known)
    return known


def finished_headers(plain: PlainRequest, response: HttpResponse) -> Headers:
    """Returns the headers of a response to send."""
    form = (plain.surroundings, response.status_code, response["Vary"], *response.headers)
    lines = _forms.get(form)
    if lines is None:
        lines = _learnt(plain, response)
        _forms.put(form, lines)
    own = {"X-Request-Id": plain.request_id, "Content-Length": str(len(response.content))}
    return [
        (name, (own.get(key) or response.headers[key]).encode("latin-1") if value is None else value)
        for name, key, value in lines
    ]


def _learnt(plain: PlainRequest, response: HttpResponse) -> tuple[Line, ...]:
    """Sends a copy of a response through the middleware and returns the lines that come out."""
    before, sample = dict(response.items()), HttpResponse(response.content, status=response.status_code)
    sample.headers = ResponseHeaders(before)
    finished = _sent_through(plain, sample)
    assert finished is sample and finished.content == response.content and not finished.cookies
    varying = {"X-Request-Id", "Content-Length", *(name for name in before if finished[name] == before[name])}
    return tuple(
        Line(name.lower().encode("latin-1"), name, None if name in varying else value.encode("latin-1"))
        for name, value in finished.items()
    )


def _sent_through(plain: PlainRequest, sample: HttpResponse) -> HttpResponse:
    request = WSGIRequest(build_environ(wsgi_scope(plain.scope), BytesIO(plain.content)))
    request.sample = sample  # type: ignore[attr-defined]
    finished: HttpResponse = _middleware()(request)
    return finished


@cache
def _middleware() -> Callable[[WSGIRequest], Any]:
    """The middleware around a view that responds with the sample of its request."""

    def handle(request: Any) -> Any:
        return request.sample

    for path in reversed(settings.MIDDLEWARE):
        if path not in OF_EACH_REQUEST:
            handle = import_string(path)(handle)
    return handle
