"""A lease that holds while its worker lives, and ends soon after the worker dies."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import structlog
from django.db import Error, connection

from events.base import threads
from events.matches.record.pending import LEASE_MS, TurnLease, lease_renew

RENEWALS = 20  # a policy loses its turn if it runs for more than this number of renewals
INTERVAL = LEASE_MS / 3000  # seconds between two renewals

log = structlog.get_logger()


class Renewals:
    """Renews the leases of a process in one thread, since a thread for each turn would cost more than most turns.

    The thread renews all leases every INTERVAL while there are any. Most turns end before their first renewal.
    """

    def __init__(self) -> None:
        self._left: dict[TurnLease, int] = {}
        self._is_any, self._starting = threading.Event(), threading.Lock()
        self._process: int | None = None

    def add(self, lease: TurnLease) -> None:
        """Starts to renew a lease."""
        self._left[lease] = RENEWALS
        self._is_any.set()
        if self._process != os.getpid():  # a fork copies no threads
            with self._starting:
                if self._process != os.getpid():
                    self._process = os.getpid()
                    threads.begin("leases", self._step)

    def remove(self, lease: TurnLease) -> None:
        """Stops renewing a lease."""
        self._left.pop(lease, None)

    def _step(self) -> None:
        """Waits for leases, and renews each once."""
        self._is_any.wait()
        time.sleep(INTERVAL)
        self._is_any.clear()
        for lease, left in self._left.copy().items():
            if _renew(lease) and left > 1 and lease in self._left:
                self._left[lease] = left - 1  # if the lease ends at this moment, its next renewal notices
                self._is_any.set()
            else:
                self.remove(lease)
        connection.close()  # the connection of this thread


def _renew(lease: TurnLease) -> bool:
    try:
        return lease_renew(lease)
    except Error as error:
        log.warning("lease_not_renewed", error=type(error).__name__)
    except Exception:  # on any error, the other leases of the process must still be renewed
        log.exception("lease_not_renewed")
    return False


_renewals = Renewals()


@contextmanager
def renewed(lease: TurnLease) -> Iterator[None]:
    """Renews a lease until the block ends."""
    _renewals.add(lease)
    try:
        yield
    finally:
        _renewals.remove(lease)
