"""What happens to every request as it comes in: it gets an id, and a trailing slash is taken off its path."""

from __future__ import annotations

import uuid
from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class Arrival:
    """Names each request (X-Request-Id, `request_id` in problems); both forms of a path answer, without a redirect,
    which would lose a body."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self._get_response = get_response
        self._is_async = iscoroutinefunction(get_response)
        if self._is_async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        request.request_id = str(uuid.uuid4())  # type: ignore[attr-defined]
        if request.path_info.startswith("/api/") and request.path_info.endswith("/"):
            request.path_info = request.path_info.rstrip("/")
        return self._awaited(request) if self._is_async else _named(request, self._get_response(request))

    async def _awaited(self, request: HttpRequest) -> HttpResponseBase:
        return _named(request, await self._get_response(request))


def _named(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    response["X-Request-Id"] = request.request_id  # type: ignore[attr-defined]
    return response
