"""Health probes: liveness and readiness."""

from collections.abc import Callable, Iterator

import structlog
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError
from psycopg_pool import PoolTimeout

from project.celery import app as celery_app

log = structlog.get_logger()


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
    """Reports whether the server can accept moves: database, migrations and broker."""
    parts = dict(_states())
    ready = all(state == "ready" for state in parts.values())
    return JsonResponse({"status": "ready" if ready else "unready", "parts": parts}, status=200 if ready else 503)


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


def migrations() -> None:
    """Checks that all migrations are applied."""
    try:
        executor = MigrationExecutor(connection)
        unapplied = executor.migration_plan(executor.loader.graph.leaf_nodes())
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


PARTS: dict[str, Callable[[], None]] = {"database": database, "migrations": migrations, "broker": broker}
