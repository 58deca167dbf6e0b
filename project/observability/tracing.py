"""Traces by OpenTelemetry, if OTEL_EXPORTER_OTLP_ENDPOINT names a collector and its packages are installed.

OpenTelemetry's own variables configure it. Paths and queries that contain a secret, such as a link or a stream ticket,
are left out of traces.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from typing import Literal

DEFAULTS = {
    "OTEL_SERVICE_NAME": "comptoir",
    "OTEL_EXPORTER_OTLP_PROTOCOL": "http/protobuf",
    "OTEL_METRICS_EXPORTER": "none",  # /metrics exports the metrics
    "OTEL_LOGS_EXPORTER": "none",
    "OTEL_PYTHON_DJANGO_EXCLUDED_URLS": "livez,readyz,metrics,stream,invitations,email-confirmations,password-resets",
}
NEEDED = ("opentelemetry.distro", "opentelemetry.exporter.otlp.proto.http", "opentelemetry.instrumentation.django")


def state() -> Literal["off", "missing", "on"]:
    """Returns whether traces are off, enabled without their packages, or on."""
    if not os.environ.get("OTEL_EXPORTER_OTLP_ENDPOINT"):
        return "off"
    return "on" if all(map(_is_installed, NEEDED)) else "missing"


def start() -> None:
    """Instruments Django, psycopg and Celery if traces are enabled and their packages are installed."""
    if state() != "on":
        return
    from opentelemetry.instrumentation.auto_instrumentation import initialize

    for name, value in DEFAULTS.items():
        os.environ.setdefault(name, value)
    initialize()


def _is_installed(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:  # a parent package is missing
        return False
