"""The app of matches and their log."""

from __future__ import annotations

import sys
from typing import Any

from django.apps import AppConfig


class EventsConfig(AppConfig):
    name = "events"

    def ready(self) -> None:
        from django.core.signals import got_request_exception

        from events.http.openapi import extensions  # noqa: F401 — drf-spectacular registers them

        got_request_exception.connect(_report_request)


def _report_request(request: Any = None, **_: Any) -> None:
    """Reports a request that ends with 500. The report contains only the route, because a path may contain a secret."""
    from events.base.error_reports import report_error

    error, way = sys.exc_info()[1], getattr(request, "resolver_match", None)
    if error is not None and request is not None:
        doing = f"{request.method} {way.route if way else 'no route'}"
        report_error("request_failed", error, doing, way.kwargs.get("match_id") if way else None)
