"""What the short route does for a request on a thread: everything that REST framework's dispatch does for it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import structlog
from django.db import close_old_connections, connection

from events import replicas
from events.api.auth import verified
from events.api.earlier import Earlier
from events.api.problems import problem_of
from events.api.throttles import count_request_and_head, limits_of
from events.api.views.resource import Resource
from events.clock import now_ms
from project.logs import log_request
from project.metrics import count_request
from project.short_route.finish import finished_headers, is_let_through
from project.short_route.plain import PlainRequest
from project.short_route.repeated import Answer, keep, sent_before

if TYPE_CHECKING:
    from events.statements import Head

log = structlog.get_logger()


def answer(plain: PlainRequest) -> Answer | Earlier:
    """Answers a request, or returns what was done for it. Logs and counts it only if it is answered."""
    begin = time.perf_counter()
    with structlog.contextvars.bound_contextvars(request_id=plain.request_id), _database():
        outcome = _outcome(plain)
        if isinstance(outcome, Answer):
            seconds = time.perf_counter() - begin
            count_request(plain.method, plain.way.route, outcome.status, seconds)
            log_request(plain.method, plain.path, outcome.status, seconds)
    return outcome


@contextmanager
def _database() -> Iterator[None]:
    """Does what Django does with connections at both ends of a request.

    The connection is not tested first: if it is lost, the statement that counts the request and reads the head fails
    before anything is done, and the request goes the ordinary way, with another one.
    """
    connection.health_check_done = True
    try:
        with replicas.reading():
            yield
    finally:
        close_old_connections()


def _outcome(plain: PlainRequest) -> Answer | Earlier:
    usages = None
    try:
        known = verified(plain.token)
        if known is None or not is_let_through(plain):
            return Earlier(plain.request_id)
        plain.user, plain.auth = known
        view = plain.way.view()
        view.setup(plain, match_id=plain.match_id)
        counted, head = count_request_and_head(limits_of(plain, view), now_ms(), plain.match_id, plain.user.pk)
        usages = plain.rate_usages = tuple(counted)
        if all(usage.left >= 0 for usage in usages):
            return sent_before(plain, head) or keep(plain, head, _answered(plain, view, head))
    except Exception as error:  # whatever it is, the API answers it
        if plain.method == "POST" and usages is not None:
            return Earlier(plain.request_id, usages, error)
        if problem_of(error) is None:
            log.exception("short_route_failed", path=plain.path)
    return Earlier(plain.request_id, usages)


def _answered(plain: PlainRequest, view: Resource, head: Head | None) -> Answer:
    """What the view answers."""
    view.headers, view.counted_head = view.default_response_headers, head
    view.admit(plain)
    response = getattr(view, plain.way.method)(plain, plain.match_id)
    response = view.finalize_response(plain, response)
    return Answer(response.status_code, finished_headers(plain, response), response.content)
