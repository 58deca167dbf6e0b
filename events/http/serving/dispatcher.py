"""The one way of a request of the API: every server, every client and the tests go through `respond`.

It is let in, finds its route, and the view answers; then the response gets the headers that all have, and the request
is logged and counted. Django's own middleware, handlers and routes serve the pages only.
"""

from __future__ import annotations

import time
from typing import Any

import structlog
from django.core.handlers.exception import response_for_exception
from django.http import HttpResponse
from django.utils.log import log_response

from events.base.alarms import is_outage
from events.http.problems import problem_of, response_to
from events.http.request import Request, RouteMatch
from events.http.serving.envelope import complete, keep_session, turned_away
from events.http.serving.recording import record
from events.http.serving.routes import route_of


def respond(request: Request) -> HttpResponse:
    """Answers a request. What no view handles becomes a problem, and a defect an alarm, as Django does it."""
    begin = time.perf_counter()
    with structlog.contextvars.bound_contextvars(request_id=request.request_id):
        try:
            response = turned_away(request) or _answer(request)
            keep_session(request, response)
        except Exception as error:  # whatever it is
            response = _response_for(request, error)
        complete(request, response)
        record(request.method, request.path, request.resolver_match, response.status_code, begin)
        if response.status_code >= 500:
            log_response("%s: %s", response.reason_phrase, request.path, response=response, request=request)
    return response


def _response_for(request: Request, error: Exception) -> HttpResponse:
    """The response to what no view has handled."""
    problem = problem_of(error) if is_outage(error) else None
    return response_for_exception(request, error) if problem is None else response_to(problem, request)


def _answer(request: Request) -> HttpResponse:
    """Runs the view of the route. Raises Http404."""
    kind, route, kwargs = request.found or route_of(request.path_info)
    request.resolver_match = RouteMatch(route, kwargs)
    view: Any = kind()
    view.setup(request, **kwargs)
    response: Any = view.dispatch(request, **kwargs)
    if not getattr(response, "is_rendered", True):
        response.render()
    return response  # type: ignore[no-any-return]
