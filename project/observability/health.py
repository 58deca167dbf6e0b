"""Health probes: liveness and readiness."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from functools import cache

import structlog
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError
from psycopg_pool import PoolTimeout

from project.celery import app as celery_app

log = structlog.get_logger()


LEAST_FREE = 64 * 2**20
"""Bytes below which a disk counts as full."""


class Unready(Exception):
    """A part is not ready; the text says why, without addresses or passwords."""


@require_safe
@never_cache
def livez(request: HttpRequest) -> JsonResponse:
    """Reports that this process answers requests."""
    return JsonResponse({"status": "alive"})


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Reports whether the server can accept moves; `degraded` if it can, but not everything works."""
    parts = dict(_states())
    missing = {name for name, state in parts.items() if state != "ready"}
    status = "ready" if not missing else "degraded" if missing <= DISPENSABLE else "unready"
    return JsonResponse({"status": status, "parts": parts}, status=503 if status == "unready" else 200)


def _states() -> Iterator[tuple[str, str]]:
    for name, check in PARTS.items():
        try:
            check()
        except Unready as reason:
            log.warning("unready", part=name, reason=str(reason))
            yield name, str(reason)
        else:
            yield name, "ready"


def database() -> None:
    """Checks that the database answers and commits durably."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_setting('synchronous_commit')")
            (synchronous_commit,) = cursor.fetchone()
    except (DatabaseError, PoolTimeout) as error:
        raise Unready("does not answer") from error
    if synchronous_commit == "off":
        raise Unready("synchronous_commit is off: acknowledged moves could be lost")


@cache
def known_migrations() -> frozenset[tuple[str, str]]:
    """The migrations of this program, as app and name; reading them takes long."""
    return frozenset(MigrationLoader(None).disk_migrations)


def migrations() -> None:
    """Checks that all migrations are applied."""
    try:
        unapplied = known_migrations() - MigrationRecorder(connection).applied_migrations().keys()
    except (DatabaseError, PoolTimeout) as error:
        raise Unready("unknown: the database does not answer") from error
    if unapplied:
        raise Unready(f"{len(unapplied)} not applied")


def broker() -> None:
    """Checks that the broker accepts connections. Without it matches continue slowly: the sweeper plays."""
    try:
        with celery_app.connection_for_write() as broker_connection:
            broker_connection.ensure_connection(
                max_retries=1, interval_start=0, timeout=settings.CELERY_BROKER_CONNECTION_TIMEOUT
            )
    except (OSError, OperationalError) as error:
        raise Unready("does not answer") from error


def disk() -> None:
    """Checks that the data folder can be written, and that its disk has room for PostgreSQL and the witness file."""
    folder = next(path for path in (settings.DATA_DIR, *settings.DATA_DIR.parents) if path.exists())
    if shutil.disk_usage(folder).free < LEAST_FREE:
        raise Unready("the disk of the data folder is full")
    if folder == settings.DATA_DIR:
        try:
            with tempfile.TemporaryFile(dir=folder) as file:
                file.write(b"ready")
        except OSError as error:
            raise Unready("the data folder cannot be written") from error


PARTS: dict[str, Callable[[], None]] = {
    "database": database, "migrations": migrations, "broker": broker, "disk": disk,
}  # fmt: skip
DISPENSABLE = frozenset({"broker"})
"""Parts without which moves go on: a load balancer that took every node away would stop them."""
