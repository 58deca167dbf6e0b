"""What is noted of every request: a line of the log, the metrics, and a span where traces are sent."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, Mapping
from typing import Any

import structlog
from prometheus_client import Counter, Histogram

QUIET_PATHS = ("/livez", "/readyz", "/metrics", "/static/")
SECRET = re.compile(
    r"((?:/v1/(?:club-)?invitations/|/v1/replays/|/v1/calendars/|/r/|/mail/\w+/)/*|[?&]ticket=)[^/&\s\"']+"
)
"""The token of a link, or the ticket of a stream."""
METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})  # clients can send any other word
REQUESTS = Counter("comptoir_requests", "Requests answered.", ["method", "route", "status"])
SECONDS = Histogram(
    "comptoir_request_seconds",
    "Time to answer a request, without the wait of a long poll; excludes streams.",
    ["method", "route"],
    buckets=(0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)

Write = Callable[[str, Mapping[str, Any]], None]

log = structlog.get_logger("request")
_stdlib = logging.getLogger("request")


def record(method: str | None, path: str, route: Any, status: int, begin: float) -> None:
    """Logs and counts a request of the API that is answered. begin: by `time.perf_counter`."""
    seconds = time.perf_counter() - begin
    count_request(method, route, status, seconds)
    log_request(method, path, status, seconds)


_write: Write | None = None


def write_with(write: Write | None) -> None:
    """Gives the lines of requests to something that writes them by itself: level, and entry. None: to the log."""
    global _write
    _write = write


def log_request(method: str | None, path: str, status: int, seconds: float) -> None:
    """Logs the end of a request, by its path without the query and without secrets; never bodies or headers."""
    quiet = status < 500 and path.startswith(QUIET_PATHS)
    if _stdlib.isEnabledFor(logging.DEBUG if quiet else logging.INFO):
        entry = {"method": method, "path": masked(path), "status": status, "ms": round(seconds * 1000, 1)}
        level = "debug" if quiet else "info"
        if _write is None:
            getattr(log, level)("request", **entry)
        else:
            _write(level, {**entry, "event": "request", **structlog.contextvars.get_contextvars()})


def masked(text: str) -> str:
    """Returns a text without the tokens of links and the tickets of streams in it."""
    return SECRET.sub(r"\1…", text)


def count_request(method: str | None, route: Any, status: int, seconds: float | None) -> None:
    """Counts a request. route: where Django or the API has found it; seconds: how long it took; None for a stream."""
    method, name = method if method in METHODS else "other", route.route if route else "none"
    REQUESTS.labels(method, name, status).inc()
    if seconds is not None:
        SECONDS.labels(method, name).observe(seconds)
