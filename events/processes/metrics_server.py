"""The metrics of a process that serves no requests: a worker, or a scheduler."""

from __future__ import annotations

from collections.abc import Iterable
from threading import Thread
from wsgiref.simple_server import WSGIServer

from django.conf import settings
from prometheus_client import start_http_server
from prometheus_client.core import CollectorRegistry, Metric

from events.base.metrics import registry


class _Counted(CollectorRegistry):
    """The current values of the metrics at each collection."""

    def collect(self) -> Iterable[Metric]:
        return registry().collect()


def serve_metrics() -> tuple[WSGIServer, Thread] | None:
    """Serves the metrics of this process and its children until it ends, if COMPTOIR_METRICS_PORT is set."""
    if not settings.COMPTOIR_METRICS_PORT:
        return None
    return start_http_server(settings.COMPTOIR_METRICS_PORT, registry=_Counted())
