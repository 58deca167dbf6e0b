"""The thread that logs requests writes the same lines as a direct handler, all of them and in order."""

from __future__ import annotations

import io
import logging
import os
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
import structlog
from django.db import OperationalError
from django.test import Client

from events.http import request_log as recording
from events.matches.views.games import Games
from project.observability import request_lines
from project.observability.logs import logging_for, renderer_of
from project.observability.request_lines import LineWriter

ENTRY = {"method": "GET", "path": "/api/v1/games", "status": 200, "ms": 1.5, "event": "request", "request_id": "7b2f"}


@pytest.fixture(autouse=True)
def restored(settings: Any) -> Iterator[None]:
    logging.getLogger("request").setLevel(logging.NOTSET)  # an earlier test may have set another level
    yield
    recording.write_with(None)
    logging_for(settings.LOG_FORMAT, settings.LOG_LEVEL)


def without_time(line: str) -> str:
    return "".join(part for part in line.split(" ") if "T" not in part or ":" not in part)


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_line_written_in_a_batch_equals_a_line_of_the_log(form: str):
    ours, theirs = io.StringIO(), io.StringIO()
    written = LineWriter(renderer_of(form), ours)
    logging_for(form, "INFO")
    (handler,) = logging.getLogger().handlers[-1:]
    handler.setStream(theirs)  # type: ignore[attr-defined]

    with structlog.contextvars.bound_contextvars(request_id="7b2f"):
        recording.log_request("GET", "/api/v1/matches/a b/stream?ticket=secret", 200, 0.0015)
        recording.write_with(written.add)
        recording.log_request("GET", "/api/v1/matches/a b/stream?ticket=secret", 200, 0.0015)
    written.flush()

    assert without_time(ours.getvalue()) == without_time(theirs.getvalue())
    assert "secret" not in ours.getvalue() and "7b2f" in ours.getvalue()


def test_many_lines_are_written_together_within_seconds():
    class Stream(io.StringIO):
        writes = 0

        def write(self, text: str) -> int:
            self.writes += 1
            return super().write(text)

    stream = Stream()
    written = LineWriter(renderer_of("json"), stream)
    for number in range(500):
        written.add("info", {**ENTRY, "status": number})

    until = time.monotonic() + 20
    while stream.getvalue().count("\n") < 500 and time.monotonic() < until:
        time.sleep(0.01)

    lines_ = stream.getvalue().splitlines()
    assert all(f'"status": {number},' in line for number, line in enumerate(lines_)) and len(lines_) == 500
    assert stream.writes < 250


def test_a_slow_writer_keeps_at_most_its_maximum_of_lines(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(request_lines, "BATCH_SECONDS", 3_600)
    monkeypatch.setattr(request_lines, "MOST_WAITING", 10)
    stream = io.StringIO()
    written = LineWriter(renderer_of("json"), stream)

    for _ in range(11):
        written.add("info", ENTRY)

    assert stream.getvalue().count("\n") == 11


def test_a_forked_process_has_its_own_writer_thread(monkeypatch: pytest.MonkeyPatch):
    stream = io.StringIO()
    written = LineWriter(renderer_of("json"), stream)
    written.add("info", ENTRY)
    before = threading.active_count()

    monkeypatch.setattr(os, "getpid", lambda: -1)
    written.add("info", ENTRY)

    assert threading.active_count() == before + 1


def test_below_the_level_nothing_is_written():
    stream = io.StringIO()
    written = LineWriter(renderer_of("text"), stream)
    recording.write_with(written.add)

    recording.log_request("GET", "/livez", 200, 0.001)
    written.flush()

    assert stream.getvalue() == ""


@pytest.mark.django_db
def test_a_database_that_does_not_answer_is_logged_in_one_line_with_the_reason(
    client: Client, monkeypatch: pytest.MonkeyPatch
):
    def unanswered(*_: Any, **__: Any) -> None:
        raise OperationalError("connection to secret host lost")

    stream = io.StringIO()
    logging_for("text", "INFO")
    logging.getLogger().handlers[-1].setStream(stream)  # type: ignore[attr-defined]

    with monkeypatch.context() as patched:
        patched.setattr(Games, "get", unanswered)
        refused = client.get("/api/v1/games")
    answered = client.get("/api/v1/games")

    one, other = stream.getvalue().splitlines()
    assert (refused.status_code, answered.status_code) == (503, 200)
    assert "status=503" in one and "the database did not answer in time: OperationalError" in one
    assert "secret" not in one and "reason" not in other
