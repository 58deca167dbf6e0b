"""In-memory snapshots: cached values at points of a log, such as states, from which a fold of later events can start.

They are computed from the log and bounded in number. When the process ends, they are lost and can be computed again.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, Protocol, TypeVar

from events.base.caches import LeastRecentlyUsed

STRETCH = 128
"""The number of events in a stretch, which has one snapshot.

Folding a stretch takes a few milliseconds; a snapshot takes about 15 kB.
"""


class AfterEvent(Protocol):
    """A value after event `seq` of a log."""

    @property
    def seq(self) -> int: ...


V = TypeVar("V", bound=AfterEvent)


class MemorySnapshots(Generic[V]):
    """Values after events of many logs: the first value in each stretch of events, and the values that were read last.

    Values are immutable, because threads share them.
    """

    def __init__(self, marks: int, read: int) -> None:
        self._marks: LeastRecentlyUsed[V] = LeastRecentlyUsed(marks)
        self._read: LeastRecentlyUsed[V] = LeastRecentlyUsed(read)

    def before(self, log: Hashable, seq: int) -> V | None:
        """Returns the value after event `seq`, otherwise a cached value shortly before it; None if there is neither."""
        if value := self._read.get((log, seq)) or self._read.get((log, seq - 1)):
            return value
        for stretch in range(seq // STRETCH, -1, -1):
            value = self._marks.get((log, stretch))
            if value is not None and value.seq <= seq:
                return value
        return None

    def mark(self, log: Hashable, value: V) -> None:
        """Caches a value that a fold has passed, unless an earlier value of its stretch is cached."""
        key = log, value.seq // STRETCH
        first = self._marks.get(key)
        if first is None or value.seq <= first.seq:
            self._marks.put(key, value)

    def read(self, log: Hashable, value: V) -> None:
        """Caches a value that was just read, because later reads may continue from it."""
        self._read.put((log, value.seq), value)


def is_due(seq: int) -> bool:
    """Returns whether a fold caches the value after this event, which is the first event of a stretch."""
    return seq % STRETCH == 0
