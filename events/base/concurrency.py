"""Limits on what a process does concurrently."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager


class LimitExceeded(Exception):
    """An error: a holder already has the largest permitted number."""


class ConcurrencyLimit:
    """A limit on the number that each holder has at the same time.

    limits: the largest numbers, by the part of a holder's name before the colon.
    """

    def __init__(self, limits: Mapping[str, int]) -> None:
        self._limits, self._held = limits, Counter[str]()
        self._lock = threading.Lock()

    @contextmanager
    def hold(self, holders: Sequence[str]) -> Iterator[None]:
        """Counts one more for each holder until the block ends. Raises LimitExceeded."""
        self.acquire(holders)
        try:
            yield
        finally:
            self.release(holders)

    def acquire(self, holders: Sequence[str]) -> None:
        """Counts one more for each holder. Raises LimitExceeded."""
        with self._lock:
            self.check(holders)
            self._held.update(holders)

    def release(self, holders: Sequence[str]) -> None:
        """Counts one less for each holder."""
        with self._lock:
            self._held.subtract(holders)
            for holder in holders:
                if not self._held[holder]:
                    del self._held[holder]

    def check(self, holders: Sequence[str]) -> None:
        """Raises LimitExceeded if a holder has reached its limit."""
        if any(self._held[holder] >= self._limits[holder.partition(":")[0]] for holder in holders):
            raise LimitExceeded

    def __len__(self) -> int:
        """Returns the number of holders with a count above 0."""
        return len(self._held)
