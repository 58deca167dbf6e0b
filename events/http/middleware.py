"""Middleware for every request: an id, a log line, metrics and headers. Exceptions of pages become problems."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import structlog
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from events.base.exceptions import NotFound, RateLimited
from events.http.headers import headers_of_every_response, request_id_from
from events.http.problems import problem_of, response_to
from events.http.request_log import count_request, log_request
from events.http.throttles import GENERAL, is_preflight, spend_page

Handler = Callable[[HttpRequest], HttpResponseBase]


class RequestMiddleware:
    """Middleware that gives each request an id and each response the common headers, then logs and counts the request.

    The id is the incoming `X-Request-Id`, otherwise a new id; problems repeat it as `request_id`. Below `/api/`,
    trailing slashes are stripped, so a path works with and without one. A path that contains NUL gets 404, because
    texts in the database cannot contain NUL. A response without a body has no Content-Length (RFC 9110, 8.6).
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        begin = time.perf_counter()
        request_id = request_id_from(request.META.get("HTTP_X_REQUEST_ID", ""))
        request.request_id = request_id  # type: ignore[attr-defined]
        with structlog.contextvars.bound_contextvars(request_id=request_id):
            if request.path_info.startswith("/api/"):
                request.path_info = request.path_info.rstrip("/")
            is_possible = "\0" not in request.path_info
            response = self.get_response(request) if is_possible else response_to(NotFound(), request)
            seconds = time.perf_counter() - begin
            log_request(request.method, request.path, response.status_code, seconds)
        count_request(
            request.method, request.resolver_match, response.status_code, None if response.streaming else seconds
        )
        for name, value in headers_of_every_response(request_id).items():
            response.headers.setdefault(name, value)
        if getattr(response, "xframe_options_exempt", False):
            del response.headers["X-Frame-Options"]
        if response.status_code in (204, 304):
            response.headers.pop("Content-Length", None)
        return response


class PageMiddleware:
    """Middleware that counts requests that no view of the API counts, and turns exceptions of pages into problems.

    Pages are counted under the limits of their views (`limited`); preflights and unknown paths are counted under
    `general`.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if is_preflight(request) and (refused := _refused(request, (GENERAL,))) is not None:
            return refused
        response = self.get_response(request)
        is_unknown = request.resolver_match is None and response.status_code == 404
        return (_refused(request, (GENERAL,)) if is_unknown else None) or response

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """Returns a problem for a request beyond the limits of a page."""
        return None if hasattr(view, "cls") else _refused(request, getattr(view, "limit_scopes", (GENERAL,)))

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Returns the problem for an exception; None for a defect, which handler500 handles."""
        problem = problem_of(exception)
        return None if problem is None else response_to(problem, request)


def _refused(request: HttpRequest, scopes: tuple[str, ...]) -> HttpResponse | None:
    try:
        spend_page(request, *scopes)
    except RateLimited as refused:
        return response_to(refused, request)
    return None
