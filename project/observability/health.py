"""Health probes: liveness and readiness."""

import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator

import structlog
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from events.http.throttles import limited
from project.checks import known_migrations, newer_migrations
from project.observability.broker import BrokerUnavailable, probe

log = structlog.get_logger()


LEAST_FREE = 64 * 2**20
"""The free space in bytes below which a disk counts as full."""


class NotReady(Exception):
    """A part is not ready. The text contains the reason, without addresses or passwords."""


@limited()
@require_safe
@never_cache
def livez(request: HttpRequest) -> JsonResponse:
    """Reports that this process answers requests."""
    return JsonResponse({"status": "alive"})


@limited()
@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Reports whether the server can accept moves. `degraded`: it accepts moves, but another part does not work."""
    parts = dict(_states())
    missing = {name for name, state in parts.items() if state != "ready"}
    status = "ready" if not missing else "degraded" if missing <= DISPENSABLE else "unready"
    if status == "unready":  # the log line of the request contains the reason
        reason = ", ".join(f"{name}: {parts[name]}" for name in parts if name in missing)
        structlog.contextvars.bind_contextvars(reason=reason)
    return JsonResponse({"status": status, "parts": parts}, status=503 if status == "unready" else 200)


def _states() -> Iterator[tuple[str, str]]:
    for name, check in PARTS.items():
        try:
            check()
        except NotReady as reason:
            yield name, str(reason)
        except Exception:  # a failed check must not cause a 500, which a load balancer treats as a broken node
            log.exception("readiness_check_failed", part=name)
            yield name, "unknown: the check failed"
        else:
            yield name, "ready"


def database() -> None:
    """Checks that the database answers and commits durably."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_setting('synchronous_commit')")
            (synchronous_commit,) = cursor.fetchone()
    except DatabaseError as error:
        raise NotReady("does not answer") from error
    if synchronous_commit == "off":
        raise NotReady("synchronous_commit is off: acknowledged moves could be lost")


def migrations() -> None:
    """Checks that all migrations are applied."""
    try:
        unapplied = known_migrations() - MigrationRecorder(connection).applied_migrations().keys()
    except DatabaseError as error:
        raise NotReady("unknown: the database does not answer") from error
    if unapplied:
        raise NotReady(f"{len(unapplied)} not applied")


def version() -> None:
    """Checks that no newer version has migrated the database, as happens while nodes are upgraded one by one."""
    try:
        newer = newer_migrations()
    except DatabaseError as error:
        raise NotReady("unknown: the database does not answer") from error
    if newer:
        raise NotReady(f"a newer version has migrated the database: {len(newer)} migrations")


class Broker:
    """The state of the broker. If the broker accepts no messages, the scheduler plays, and matches continue slowly.

    A check may take seconds, so its outcome is cached for a while, and other requests do not wait for a running check.
    """

    def __init__(self, look: Callable[[], None] = probe, seconds: float = 2.0) -> None:
        self._look, self._seconds = look, seconds
        self._looking = threading.Lock()
        self._until, self._reason = float("-inf"), ""

    def __call__(self) -> None:
        """Raises NotReady if the broker accepts no messages."""
        if time.monotonic() >= self._until and self._looking.acquire(blocking=False):
            try:
                self._reason = self._reason_of_look()
                self._until = time.monotonic() + self._seconds
            finally:
                self._looking.release()
        if self._reason:
            raise NotReady(self._reason)

    def _reason_of_look(self) -> str:
        try:
            self._look()
        except BrokerUnavailable as error:
            return str(error)
        return ""


broker = Broker()


def disk() -> None:
    """Checks that the data folder is writable, and that its disk has room for PostgreSQL and the witness file."""
    folder = next(path for path in (settings.DATA_DIR, *settings.DATA_DIR.parents) if path.exists())
    if shutil.disk_usage(folder).free < LEAST_FREE:
        raise NotReady("the disk of the data folder is full")
    if folder == settings.DATA_DIR:
        try:
            with tempfile.TemporaryFile(dir=folder) as file:
                file.write(b"ready")
        except OSError as error:
            raise NotReady("the data folder cannot be written") from error


PARTS: dict[str, Callable[[], None]] = {
    "database": database,
    "migrations": migrations,
    "version": version,
    "broker": broker,
    "disk": disk,
}
DISPENSABLE = frozenset({"broker", "version"})
"""The parts that moves do not need. If they made a node unready, a load balancer would remove every node."""
