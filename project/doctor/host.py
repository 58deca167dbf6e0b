"""The checks of the settings of this process and of the disks of this host."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.core.checks import WARNING, run_checks

from project.doctor.finding import Finding, fault, ok, warning
from project.observability import tracing

OF_AUTHORS = "drf_spectacular."  # checks for the authors of the OpenAPI document
WITHOUT_HTTPS = {"security.W004", "security.W008", "security.W012", "security.W016"}  # warnings that HTTPS is off
LOCAL = {"localhost", "127.0.0.1", "[::1]"}
LOW, SCARCE = 0.10, 0.05  # the free share of a disk below which a warning or a fault is reported


def settings_are_safe() -> Iterator[Finding]:
    """Runs Django's deployment checks and ours."""
    messages = [
        message
        for message in run_checks(include_deployment_checks=True)
        if message.level >= WARNING and not message.is_silenced() and not str(message.id).startswith(OF_AUTHORS)
    ]
    if not settings.HTTPS:
        messages = [message for message in messages if message.id not in WITHOUT_HTTPS]
        if LOCAL.issuperset(settings.ALLOWED_HOSTS):
            yield ok("HTTPS is off, and only this machine is served")
        else:
            yield warning(
                "HTTPS is off: anybody on the network can read and change everything",
                "end TLS in a proxy, and set HTTPS=true and COMPTOIR_PROXIES (docs/settings.md)",
            )
    if settings.DEBUG:
        yield fault("DEBUG is on", "unset DEBUG: error pages show secrets")
    if not settings.DATABASE_IS_NAMED:
        yield ok("no DATABASE_URL: the database embedded in `make run` is used")
    for message in messages:
        yield fault(f"{message.id}: {message.msg}", message.hint or "see `manage.py check --deploy`")
    if not messages and not settings.DEBUG:
        yield ok("the deployment checks pass")


def disk_has_room() -> Iterator[Finding]:
    """Checks the free space of the folders that this host writes to."""
    for folder in {_existing(settings.DATA_DIR), Path("/tmp")}:
        usage = shutil.disk_usage(folder)
        free = usage.free / usage.total
        fact = f"{folder}: {free:.0%} free, {usage.free / 2**30:.0f} GB"
        if free < SCARCE:
            yield fault(fact, "free space now: PostgreSQL stops when its disk is full")
        elif free < LOW:
            yield warning(fact, "free space, or move the folder to a larger disk")
        else:
            yield ok(fact)


def traces_are_sent() -> Iterator[Finding]:
    """Checks that OpenTelemetry is installed if traces are enabled."""
    if tracing.state() == "missing":
        yield warning(
            "OTEL_EXPORTER_OTLP_ENDPOINT is set, but OpenTelemetry is not installed: no traces are sent",
            "install the extra `tracing` of pyproject.toml, or unset it",
        )
    else:
        yield ok(f"traces by OpenTelemetry are {tracing.state()}")


def _existing(folder: Path) -> Path:
    while not folder.exists():
        folder = folder.parent
    return folder
