"""Metrics of a process that answers no requests: a worker, or a scheduler."""

from __future__ import annotations

from collections.abc import Iterable
from threading import Thread
from wsgiref.simple_server import WSGIServer

from django.conf import settings
from prometheus_client import start_http_server
from prometheus_client.core import CollectorRegistry, Metric

from events.base.metrics import registry


class _Counted(CollectorRegistry):
    """The counts at the time when a collector asks."""

    def collect(self) -> Iterable[Metric]:
        return registry().collect()


def serve_metrics() -> tuple[WSGIServer, Thread] | None:
    """Serves what this process and its children count, if COMPTOIR_METRICS_PORT names a port, until it ends."""
    if not settings.COMPTOIR_METRICS_PORT:
        return None
    return start_http_server(settings.COMPTOIR_METRICS_PORT, registry=_Counted())
