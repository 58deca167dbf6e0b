"""Metrics for a collector: requests by route, metrics of the log (`events.base.metrics`) and of the database.

Requests are counted by route instead of path, so that no ids leave the server.

Only the operator can read the metrics. With COMPTOIR_METRICS_TOKEN, requests must carry the token. Without it, requests
must come from this host without a proxy. All other requests receive a 404.

Each process counts separately. PROMETHEUS_MULTIPROC_DIR, which `make run` sets, combines the processes of one host.
Workers and schedulers on other hosts serve their metrics on COMPTOIR_METRICS_PORT (`events.processes.metrics_server`).
"""

import hmac
import ipaddress

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest

from events.base.metrics import registry
from events.http.throttles import limited
from project.observability.gauges import DatabaseCollector

FROM_PROXIES = ("Forwarded", "Via", "X-Forwarded-For", "X-Real-Ip")

_database = CollectorRegistry()
_database.register(DatabaseCollector())


@limited()
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Returns all metrics in Prometheus' text format. Raises Http404 unless the caller is the operator."""
    if not _is_operator(request):
        raise Http404
    counted = generate_latest(registry()) + generate_latest(_database)
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
