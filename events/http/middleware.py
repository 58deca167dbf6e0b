"""What happens to every request for a page: it receives an id, and what it raises becomes a problem."""

from __future__ import annotations

import uuid
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from events.http.problems import problem_of, response_to

Handler = Callable[[HttpRequest], HttpResponseBase]


class RequestIds:
    """Identifies each request by `X-Request-Id`, which problems repeat as `request_id`.

    Also strips trailing slashes below `/api/`: both forms of a path work there. A response that has no body has no
    length either (RFC 9110, 8.6).
    """

    def __init__(self, get_response: Handler) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        request.request_id = str(uuid.uuid4())  # type: ignore[attr-defined]
        if request.path_info.startswith("/api/") and request.path_info.endswith("/"):
            request.path_info = request.path_info.rstrip("/")
        response = self._get_response(request)
        response["X-Request-Id"] = request.request_id  # type: ignore[attr-defined]
        if response.status_code in (204, 304):
            del response["Content-Length"]
        return response


class ProblemResponses:
    """Turns exceptions raised by views of pages into problems. Last in MIDDLEWARE, nearest to the views."""

    def __init__(self, get_response: Handler) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Returns the problem for an exception; None leaves a defect to handler500."""
        problem = problem_of(exception)
        return None if problem is None else response_to(problem, request)
