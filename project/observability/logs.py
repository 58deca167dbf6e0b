"""Logs: one line per entry, as text for a terminal or as JSON for a collector."""

import logging.config
from typing import Any

import structlog

from events.http.request_log import masked

LONGEST_LINE = 200  # the most characters of an entry with text from a client


def _masked(_: Any, __: str, entry: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """Masks the tokens of links in the text of an entry. Entries of the standard library may contain paths."""
    if isinstance(entry.get("event"), str):
        entry["event"] = masked(entry["event"])
    return entry


def _without_traceback(record: logging.LogRecord) -> bool:
    """Shortens an entry to one short line, because a client's invalid header is not an error of the server."""
    record.msg, record.args, record.exc_info = record.getMessage()[:LONGEST_LINE], (), None
    return True


def _is_no_503(record: logging.LogRecord) -> bool:
    """Drops Django's entry about a response with status 503. The log line of the request contains the reason."""
    return getattr(record, "status_code", None) != 503


_SHARED: list[structlog.typing.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    _masked,
]


def renderer_of(form: str) -> Any:
    """Returns the processor that renders an entry as a line. form: text or json."""
    if form == "json":
        return structlog.processors.JSONRenderer()
    # Plain tracebacks: rich ones print local variables, including seeds and hands.
    return structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)


def logging_for(form: str, level: str) -> dict[str, Any]:
    """Configures structlog and returns the settings of the standard library's loggers. form: text or json."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,  # first, so that an entry below the level costs nothing more
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
        "filters": {"short": {"()": lambda: _without_traceback}, "no 503": {"()": lambda: _is_no_503}},
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
            "django.request": {"level": "ERROR", "filters": ["no 503"]},  # 4xx responses are not errors of the server
            "django.security.DisallowedHost": {"filters": ["short"]},
            "pgmq": {"level": "WARNING"},
        },
    }
    logging.config.dictConfig(settings)
    return settings
