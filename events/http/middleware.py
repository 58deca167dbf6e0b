"""What happens to every request: it receives an id, its path loses a trailing slash, and errors become problems."""

from __future__ import annotations

import uuid
from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from events.http.earlier import earlier_of
from events.http.problems import problem_of, response_to


class RequestIds:
    """Identifies each request by `X-Request-Id`, which problems repeat as `request_id`.

    Also strips trailing slashes: both forms of a path work, and a redirect would lose the body. First in MIDDLEWARE.
    """

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self._get_response = get_response
        self._is_async = iscoroutinefunction(get_response)
        if self._is_async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        earlier = earlier_of(request.META)
        request.request_id = str(uuid.uuid4()) if earlier is None else earlier.request_id  # type: ignore[attr-defined]
        if request.path_info.startswith("/api/") and request.path_info.endswith("/"):
            request.path_info = request.path_info.rstrip("/")
        return self._respond(request) if self._is_async else _with_id(request, self._get_response(request))

    async def _respond(self, request: HttpRequest) -> HttpResponseBase:
        return _with_id(request, await self._get_response(request))


def _with_id(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Returns the response with its id. One that has no body has no length either (RFC 9110, 8.6)."""
    response["X-Request-Id"] = request.request_id  # type: ignore[attr-defined]
    if response.status_code in (204, 304):
        del response["Content-Length"]
    return response


class ProblemResponses:
    """Turns exceptions raised outside REST framework's views into problems.

    Works under both kinds of server. Last in MIDDLEWARE, nearest to the views.
    """

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self._get_response = get_response
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Any:
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Returns the problem for an exception; None leaves a defect to handler500."""
        problem = problem_of(exception)
        return None if problem is None else response_to(problem, request)
