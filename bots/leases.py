"""A lease that holds while its worker lives, and ends soon after the worker dies."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

import structlog
from django.db import DatabaseError, InterfaceError, connection

from events.services.pending import LEASE_MS, lease_renew

RENEWALS = 20  # a policy that runs longer than this many renewals loses its turn
INTERVAL = LEASE_MS / 3000  # seconds between two renewals

log = structlog.get_logger()


@contextmanager
def renewed(token: UUID) -> Iterator[None]:
    """Renews a lease in its own thread until the block ends. Most turns end before the first renewal."""
    done = threading.Event()
    threading.Thread(target=_renew, args=(token, done), daemon=True).start()
    try:
        yield
    finally:
        done.set()


def _renew(token: UUID, done: threading.Event) -> None:
    try:
        for _ in range(RENEWALS):
            if done.wait(INTERVAL) or not lease_renew(token):
                return
    except (DatabaseError, InterfaceError) as error:
        log.warning("lease_not_renewed", error=type(error).__name__)
    finally:
        connection.close()  # this thread's own
