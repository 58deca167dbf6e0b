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
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from events.http.serving.recording import count_request
from project.observability.gauges import DatabaseFigures

FROM_PROXIES = ("Forwarded", "Via", "X-Forwarded-For", "X-Real-Ip")

_database = CollectorRegistry()
_database.register(DatabaseFigures())


class RequestMetrics:
    """Middleware that counts and times requests for pages."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        begin = time.perf_counter()
        response = self.get_response(request)
        seconds = None if response.streaming else time.perf_counter() - begin
        count_request(request.method, request.resolver_match, response.status_code, seconds)
        return response


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
