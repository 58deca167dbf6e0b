"""The log line and the metrics of a request."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping
from typing import Any

import structlog
from prometheus_client import Counter, Histogram

QUIET_PATHS = ("/livez", "/readyz", "/metrics", "/static/")
SECRET = re.compile(
    r"((?:/v1/(?:club-)?invitations/|/v1/replays/|/v1/calendars/|/r/|/mail/\w+/)/*|[?&]ticket=)[^/&\s\"']+"
)
"""A pattern that finds the token of a link, or the ticket of a stream."""
METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})  # any other method counts as `other`
REQUESTS = Counter("comptoir_requests", "Requests answered.", ["method", "route", "status"])
SECONDS = Histogram(
    "comptoir_request_seconds",
    "Time to answer a request; excludes streams.",
    ["method", "route"],
    buckets=(0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)

Write = Callable[[str, Mapping[str, Any]], None]

log = structlog.get_logger("request")
_stdlib = logging.getLogger("request")


_write: Write | None = None


def write_with(write: Write | None) -> None:
    """Sets the writer of request lines, which receives the level and the entry. None: the log writes the lines."""
    global _write
    _write = write


def log_request(method: str | None, path: str, status: int, seconds: float) -> None:
    """Logs the end of a request, with its path but without the query, secrets, bodies or headers.

    If `reason` is bound in the log context, this line includes it; later lines do not.
    """
    quiet = status < 500 and path.startswith(QUIET_PATHS)
    if _stdlib.isEnabledFor(logging.DEBUG if quiet else logging.INFO):
        entry = {"method": method, "path": masked(path), "status": status, "ms": round(seconds * 1000, 1)}
        level = "debug" if quiet else "info"
        if _write is None:
            getattr(log, level)("request", **entry)
        else:
            _write(level, {**entry, "event": "request", **structlog.contextvars.get_contextvars()})
    structlog.contextvars.unbind_contextvars("reason")


def masked(text: str) -> str:
    """Returns a text without the tokens of links and the tickets of streams in it."""
    return SECRET.sub(r"\1…", text)


def count_request(method: str | None, route: Any, status: int, seconds: float | None) -> None:
    """Counts a request. route: the route that Django resolved; seconds: the duration; None for a stream."""
    method, name = method if method in METHODS else "other", route.route if route else "none"
    REQUESTS.labels(method, name, status).inc()
    if seconds is not None:
        SECONDS.labels(method, name).observe(seconds)
