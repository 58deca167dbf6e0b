"""Valid and invalid requests for existing matches, generated from the OpenAPI document.

Each case runs in a transaction that is rolled back, so that every case starts from the same state and a failing seed
fails again.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote

import hypothesis
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from events.http.problems import MEDIA_TYPE
from games import registry
from tests.events.calls import Caller
from tests.events.http.targets import Targets, taken_back

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
MODES = (GenerationMode.POSITIVE, GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
EACH, EACH_MOVE = 3, 9
WHO = ("seated", "operator", "seated", "anybody")
ARGUMENTS = st.one_of(st.integers(-1, 120), st.lists(st.integers(0, 120), max_size=4), st.none(), st.text(max_size=5))


def document(application: Any = None) -> Any:
    """Returns the API as its OpenAPI document describes it, served in this process."""
    with one_connection():
        return schemathesis.openapi.from_wsgi("/api/schema?format=json", closing_bodies(application or WSGIHandler()))


def closing_bodies(application: Any) -> Any:
    """Wraps a WSGI application so that each body is read and closed, as by a server.

    Schemathesis does not close bodies, and each open export occupies one of its reader's places.
    """

    def called(environ: Any, start_response: Any) -> list[bytes]:
        body = application(environ, start_response)
        try:
            return [b"".join(body)]
        finally:
            if hasattr(body, "close"):
                body.close()

    return called


def fuzz(schema: Any, targets: Targets, seconds: float, seed: int, at_least: int = 0) -> Counter[int]:
    """Sends cases to every operation, round by round, until the time is up; returns the number of responses by status.

    Raises the errors of checks, with the seed of the round as a note.
    """
    with quietly():
        return _fuzz(schema, targets, seconds, seed, at_least)


@contextmanager
def quietly() -> Iterator[None]:
    """Suppresses the log lines of requests."""
    logger = logging.getLogger("request")
    level = logger.level
    logger.setLevel(logging.WARNING)
    try:
        yield
    finally:
        logger.setLevel(level)


def _fuzz(schema: Any, targets: Targets, seconds: float, seed: int, at_least: int) -> Counter[int]:
    operations = [result.ok() for result in schema.get_all_operations()]
    operations = [operation for operation in operations if not operation.path.endswith("/stream")]  # no JSON bodies
    statuses: Counter[int] = Counter()
    end = time.monotonic() + seconds
    while statuses.total() < at_least or time.monotonic() < end:
        for place, operation in enumerate(operations):
            role = WHO[(seed + place) % len(WHO)]
            try:
                _cases(operation, role, targets, seed, statuses)
            except BaseException as result:
                result.add_note(f"{operation.label} as {role}, seed {seed}")
                raise
        seed += 1
    return statuses


def _cases(operation: APIOperation, role: str, targets: Targets, seed: int, statuses: Counter[int]) -> None:
    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=EACH_MOVE if "moves" in operation.path else EACH,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        print_blob=False,
    )
    @given(st.data())
    def sent(data: Any) -> None:
        caller = targets.callers[role]
        statuses[_checked(data.draw(_aimed(operation, targets, caller)), caller)] += 1

    sent()


def _checked(case: Any, caller: Caller) -> int:
    headers = {"Accept-Encoding": "identity"}  # through WSGI, no client decodes the body
    if caller.token:
        headers["Authorization"] = f"Bearer {caller.token}"
    with taken_back(), one_connection():
        response = case.call(headers=headers)
    case.validate_response(response, checks=CHECKS, headers=headers)
    if response.status_code >= 400:
        assert response.headers["content-type"] == [MEDIA_TYPE], "a refusal is a problem document"
    return int(response.status_code)


@contextmanager
def one_connection() -> Iterator[None]:
    """Lets requests use the connection of the test's transaction."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in signals:
            signal.connect(close_old_connections)


@st.composite
def _aimed(draw: Any, operation: APIOperation, targets: Targets, caller: Caller) -> Any:
    """Returns a case of an operation; its path, and often its body, refers to existing things."""
    case = draw(operation.as_strategy(generation_mode=draw(st.sampled_from(MODES))))
    there = {"match_id": targets.matches, "game": sorted(registry.GAMES), "number": ["0", "1", "7"]}
    for name, values in there.items():
        if name in (case.path_parameters or {}) and draw(st.integers(0, 9)):
            case.path_parameters[name] = draw(st.sampled_from(values))
    if isinstance(case.body, dict) and draw(st.integers(0, 2)):
        _aim_body(draw, case, caller)
    return case


def _aim_body(draw: Any, case: Any, caller: Caller) -> None:
    """Makes a body valid except for one or two members, which stay as generated."""
    right = _right_body(draw, case, caller)
    if right:
        odd = draw(st.sets(st.sampled_from(sorted({*case.body, *right})), max_size=2))
        drawn = {name: case.body[name] for name in odd if name in case.body}
        case.body = {**{name: value for name, value in right.items() if name not in odd}, **drawn}


def _right_body(draw: Any, case: Any, caller: Caller) -> dict[str, Any]:
    """Returns a legal move or the body of a new match; empty for other operations."""
    if "moves" in case.path:
        legal = caller.get(f"/matches/{quote(case.path_parameters['match_id'], safe='')}/legal-moves?limit=5").json()
        move = draw(st.sampled_from(legal.get("moves") or [{"verb": "pass", "args": {}}]))
        args = {name: draw(st.one_of(st.just(value), ARGUMENTS)) for name, value in move["args"].items()}
        return {"prompt": legal.get("prompt") or 0, "verb": move["verb"], "args": args}
    if case.path.endswith("/matches"):
        game, kind = draw(st.sampled_from(sorted(registry.GAMES))), draw(st.sampled_from(["open", "bot"]))
        return {"game": game, "seats": [{"kind": "me"}, *[{"kind": kind}] * (registry.get(game).seats[0] - 1)]}
    return {}
