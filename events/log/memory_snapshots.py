"""Values along a log, such as states of a match, from which a fold of any later row can start.

They are derived from the log, bounded in number, and lost with the process; the log restores them.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, Protocol, TypeVar

from events.base.caches import LeastRecentlyUsed

STRETCH = 128
"""Rows that share one checkpoint. They are folded in a few milliseconds; a checkpoint weighs about 15 kB."""


class AfterEvent(Protocol):
    """A value that holds after event `seq` of a log."""

    @property
    def seq(self) -> int: ...


V = TypeVar("V", bound=AfterEvent)


class MemorySnapshots(Generic[V]):
    """Values after events of many logs: the first in each stretch of events, and those that were read last.

    Values are immutable, because threads share them.
    """

    def __init__(self, marks: int, read: int) -> None:
        self._marks: LeastRecentlyUsed[V] = LeastRecentlyUsed(marks)
        self._read: LeastRecentlyUsed[V] = LeastRecentlyUsed(read)

    def before(self, log: Hashable, seq: int) -> V | None:
        """Returns the value after event `seq`, or else a cached one shortly before it; None if there is none."""
        if value := self._read.get((log, seq)) or self._read.get((log, seq - 1)):
            return value
        for stretch in range(seq // STRETCH, -1, -1):
            value = self._marks.get((log, stretch))
            if value is not None and value.seq <= seq:
                return value
        return None

    def mark(self, log: Hashable, value: V) -> None:
        """Keeps a value that a fold has passed, unless an earlier one of its stretch is there."""
        key = log, value.seq // STRETCH
        first = self._marks.get(key)
        if first is None or value.seq <= first.seq:
            self._marks.put(key, value)

    def read(self, log: Hashable, value: V) -> None:
        """Keeps a value that somebody has just read, and may read on from."""
        self._read.put((log, value.seq), value)


def is_due(seq: int) -> bool:
    """Returns whether a fold keeps the value after this event: the first of each stretch."""
    return seq % STRETCH == 0
