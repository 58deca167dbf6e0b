"""What the short route does for a request on a thread: everything that REST framework's dispatch does for it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import structlog
from django.db import close_old_connections, connection

from events.base.clock import now_ms
from events.http.auth import remembered, verified
from events.http.earlier import Earlier
from events.http.problems import problem_of
from events.http.resource import Resource
from events.http.throttles import count_request_and_head, limits_of
from events.log import replicas
from project.observability.logs import log_request
from project.observability.metrics import count_request
from project.short_route.finish import finished_headers, is_let_through
from project.short_route.heads import Heads
from project.short_route.plain import PlainRequest
from project.short_route.repeated import Answer, keep, may_be_sent_before, sent_before

if TYPE_CHECKING:
    from events.log.statements import Head

log = structlog.get_logger()


def answer(plain: PlainRequest) -> Answer | Earlier:
    """Answers a request, or returns what was done for it. Logs and counts it only if it is answered."""
    begin = time.perf_counter()
    with structlog.contextvars.bound_contextvars(request_id=plain.request_id), _database():
        outcome = _outcome(plain)
        if isinstance(outcome, Answer):
            _record(plain, outcome, begin)
    return outcome


async def answer_again(plain: PlainRequest, heads: Heads) -> Answer | None:
    """Answers a read on the event loop, if its caller has received the response before and no event has come since.

    Else a thread answers it, with what was counted and read here.
    """
    begin = time.perf_counter()
    known = remembered(plain.token)
    if known is None:
        return None
    plain.user, plain.auth = known
    limits = limits_of(plain, _view(plain))
    if not may_be_sent_before(plain, bool(limits)):
        return None
    plain.counted = await heads.counted(limits, now_ms(), plain.match_id, plain.user.pk)
    if plain.counted is None:
        return None
    plain.rate_usages, head = plain.counted
    again = sent_before(plain, head) if _is_within_limits(plain) else None
    if again is not None:
        with structlog.contextvars.bound_contextvars(request_id=plain.request_id):
            _record(plain, again, begin)
    return again


def _record(plain: PlainRequest, answer: Answer, begin: float) -> None:
    """Counts and logs a request that is answered. begin: by `time.perf_counter`."""
    seconds = time.perf_counter() - begin
    count_request(plain.method, plain.way.route, answer.status, seconds)
    log_request(plain.method, plain.path, answer.status, seconds)


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
    usages = None if plain.counted is None else tuple(plain.counted[0])
    try:
        known = verified(plain.token)
        if known is None or not is_let_through(plain):
            return Earlier(plain.request_id, usages)
        plain.user, plain.auth = known
        view = _view(plain)
        counted, head = plain.counted or count_request_and_head(
            limits_of(plain, view), now_ms(), plain.match_id, plain.user.pk
        )
        usages = plain.rate_usages = tuple(counted)
        if _is_within_limits(plain):
            return sent_before(plain, head) or keep(plain, head, _answered(plain, view, head))
    except Exception as error:  # whatever it is, the API answers it
        if plain.method == "POST" and usages is not None:
            return Earlier(plain.request_id, usages, error)
        if problem_of(error) is None:
            log.exception("short_route_failed", path=plain.path)
    return Earlier(plain.request_id, usages)


def _view(plain: PlainRequest) -> Resource:
    view = plain.way.view()
    view.setup(plain, match_id=plain.match_id)
    return view


def _is_within_limits(plain: PlainRequest) -> bool:
    return all(usage.left >= 0 for usage in plain.rate_usages)


def _answered(plain: PlainRequest, view: Resource, head: Head | None) -> Answer:
    """What the view answers."""
    view.headers, view.counted_head = view.default_response_headers, head
    view.admit(plain)
    response = getattr(view, plain.way.method)(plain, plain.match_id)
    response = view.finalize_response(plain, response)
    return Answer(response.status_code, finished_headers(plain, response), response.content)
