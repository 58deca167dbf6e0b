"""Figures for a collector: requests by route. Routes, never paths: no ids get out.

Each process counts for itself; PROMETHEUS_MULTIPROC_DIR joins the processes of one host.
"""

import os
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})  # others are anybody's words
REQUESTS = Counter("comptoir_requests", "Requests answered.", ["method", "route", "status"])
SECONDS = Histogram(
    "comptoir_request_seconds",
    "Time to answer a request; long polls and streams are left out.",
    ["method", "route"],
    buckets=(0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)


class RequestMetrics:
    """Middleware: counts requests and takes their time."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        begin = time.perf_counter()
        response = self.get_response(request)
        route = request.resolver_match.route if request.resolver_match else "none"
        method = request.method if request.method in METHODS else "other"
        REQUESTS.labels(method, route, response.status_code).inc()
        if "wait" not in request.GET and not response.streaming:
            SECONDS.labels(method, route).observe(time.perf_counter() - begin)
        return response


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """All figures in Prometheus' text format; the proxy keeps this page from the outside."""
    registry: CollectorRegistry = REGISTRY
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        registry = CollectorRegistry()
        MultiProcessCollector(registry)
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)
