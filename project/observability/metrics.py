"""Metrics for a collector: requests by route, and figures of the log (`events.base.figures`) and of the database.

Routes, not paths, so that no ids leave the server.

Only the operator can read them: with COMPTOIR_METRICS_TOKEN, requests that carry the token; without it, requests from
this host that passed no proxy. For all others the page does not exist.

Each process counts separately; PROMETHEUS_MULTIPROC_DIR combines the processes of one host.
"""

import hmac
import ipaddress
import os
import time
from collections.abc import Callable

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from project.observability.gauges import DatabaseFigures

FROM_PROXIES = ("Forwarded", "Via", "X-Forwarded-For", "X-Real-Ip")
METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})  # clients can send any other word
REQUESTS = Counter("comptoir_requests", "Requests answered.", ["method", "route", "status"])
SECONDS = Histogram(
    "comptoir_request_seconds",
    "Time to answer a request, without the wait of a long poll; excludes streams.",
    ["method", "route"],
    buckets=(0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)

_database = CollectorRegistry()
_database.register(DatabaseFigures())


class RequestMetrics:
    """Middleware that counts and times requests."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        begin = time.perf_counter()
        response = self.get_response(request)
        route = request.resolver_match.route if request.resolver_match else "none"
        method = request.method if request.method in METHODS else "other"
        seconds = None if response.streaming else time.perf_counter() - begin
        count_request(method, route, response.status_code, seconds)
        return response


def count_request(method: str, route: str, status: int, seconds: float | None) -> None:
    """Counts a request. seconds: how long it took; None for a stream."""
    REQUESTS.labels(method, route, status).inc()
    if seconds is not None:
        SECONDS.labels(method, route).observe(seconds)


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Returns all metrics in Prometheus' text format. Raises Http404 unless the caller is the operator."""
    if not _is_operator(request):
        raise Http404
    registry: CollectorRegistry = REGISTRY
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        registry = CollectorRegistry()
        MultiProcessCollector(registry)
    counted = generate_latest(registry) + generate_latest(_database)
    return HttpResponse(counted, content_type=CONTENT_TYPE_LATEST)


def _is_operator(request: HttpRequest) -> bool:
    token: str = settings.COMPTOIR_METRICS_TOKEN
    if token:
        return hmac.compare_digest(request.headers.get("Authorization", "").encode(), f"Bearer {token}".encode())
    if settings.COMPTOIR_PROXIES or any(name in request.headers for name in FROM_PROXIES):
        return False
    return _is_loopback(request.META.get("REMOTE_ADDR", ""))


def _is_loopback(text: str) -> bool:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return False
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback
