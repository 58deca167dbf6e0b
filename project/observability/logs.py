"""Logs: one line per entry, as text for a terminal or as JSON for a collector."""

import logging.config
import time
from collections.abc import Callable
from typing import Any

import structlog
from django.http import HttpRequest, HttpResponse

from events.http.serving.recording import log_request, masked

LONGEST_LINE = 200  # of an entry with text by a stranger


def _masked(_: Any, __: str, entry: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """Masks the tokens of links in the text of an entry, which may be the standard library's and name a path."""
    if isinstance(entry.get("event"), str):
        entry["event"] = masked(entry["event"])
    return entry


def _without_traceback(record: logging.LogRecord) -> bool:
    """Shortens an entry to one short line: what a stranger wrote into a header is no fault of the server."""
    record.msg, record.args, record.exc_info = record.getMessage()[:LONGEST_LINE], (), None
    return True


_SHARED = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    _masked,
]


def renderer_of(form: str) -> Any:
    """Returns what makes a line of an entry. form: text or json."""
    if form == "json":
        return structlog.processors.JSONRenderer()
    # Plain tracebacks: rich ones print local variables, including seeds and hands.
    return structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)


def logging_for(form: str, level: str) -> dict[str, Any]:
    """Configures structlog and the standard library's loggers; returns the latter's settings. form: text or json."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,  # first: an entry below the level costs nothing more
            *_SHARED,
            structlog.processors.StackInfoRenderer(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    settings = {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"short": {"()": lambda: _without_traceback}},
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": _SHARED,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    *([structlog.processors.format_exc_info] if form == "json" else []),
                    renderer_of(form),
                ],
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django.request": {"level": "ERROR"},  # 4xx responses are not errors of the server
            "django.security.DisallowedHost": {"filters": ["short"]},
            "pgmq": {"level": "WARNING"},
        },
    }
    logging.config.dictConfig(settings)
    return settings


class RequestLog:
    """Middleware that logs the end of each request for a page; entries logged meanwhile carry the id of the request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        begin = time.perf_counter()
        with structlog.contextvars.bound_contextvars(request_id=getattr(request, "request_id", None)):
            response = self.get_response(request)
            log_request(request.method, request.path, response.status_code, time.perf_counter() - begin)
        return response
