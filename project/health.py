"""Probes for whoever runs the servers: alive, and ready."""

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
    """A part does not answer as it should; the text says how, and holds no address or password."""


@require_safe
@never_cache
def livez(request: HttpRequest) -> JsonResponse:
    """Say that this process answers requests."""
    return JsonResponse({"status": "alive"})


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Say whether moves can be taken: database, migrations, broker."""
    parts = dict(_looked_at())
    ready = all(state == "ready" for state in parts.values())
    return JsonResponse({"status": "ready" if ready else "unready", "parts": parts}, status=200 if ready else 503)


def _looked_at() -> Iterator[tuple[str, str]]:
    for name, check in PARTS.items():
        try:
            check()
        except Unready as reason:
            log.warning("unready", part=name, reason=str(reason))
            yield name, str(reason)
        else:
            yield name, "ready"


def database() -> None:
    """The database answers, and keeps what it acknowledges."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_setting('synchronous_commit')")
            (synchronous_commit,) = cursor.fetchone()
    except (DatabaseError, PoolTimeout) as error:
        raise Unready("does not answer") from error
    if synchronous_commit == "off":
        raise Unready("synchronous_commit is off: acknowledged moves could be lost")


def migrations() -> None:
    """No migration waits."""
    try:
        executor = MigrationExecutor(connection)
        waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except (DatabaseError, PoolTimeout) as error:
        raise Unready("unknown: the database does not answer") from error
    if waiting:
        raise Unready(f"{len(waiting)} not applied")


def broker() -> None:
    """The broker takes connections. Matches go on without it, only slower: the sweeper plays what is due."""
    try:
        with celery_app.connection_for_write() as broker_connection:
            broker_connection.ensure_connection(
                max_retries=1, interval_start=0, timeout=settings.CELERY_BROKER_CONNECTION_TIMEOUT
            )
    except (OSError, OperationalError) as error:
        raise Unready("does not answer") from error


PARTS: dict[str, Callable[[], None]] = {"database": database, "migrations": migrations, "broker": broker}
