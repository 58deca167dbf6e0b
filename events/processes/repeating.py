"""Work that a process of its own repeats, such as the audit."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable

import structlog
from django.db import DatabaseError, close_old_connections

from events.processes import heartbeat

log = structlog.get_logger()


def repeat(kind: str, seconds: float, work: Callable[[], object]) -> None:
    """Does work, and again that long after its end, until SIGTERM or SIGINT.

    kind: what the process announces itself as. A database that does not answer ends a round and not the process.
    """
    stop = threading.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: stop.set())
    beating = heartbeat.begin(kind)
    while not stop.is_set():
        close_old_connections()
        try:
            work()
        except DatabaseError as error:
            log.warning("round_failed", kind=kind, error=type(error).__name__)
        stop.wait(seconds)
    beating.end()
