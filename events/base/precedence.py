"""Costly work of a process lets its other requests go first: all threads share one interpreter.

Long loops call `give_way`. It does nothing on the threads of other requests; on a thread that does costly work it waits
while another request is being answered, for a bounded time, so that costly work goes on slowly beside many requests.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import thread_time

SLICE_SECONDS = 0.002  # of processor time for costly work between two waits
WAIT_SECONDS = 0.01  # at most, each time


class _Thread(threading.local):
    """began: when this thread went on with costly work, in its processor time; None if its work is not costly."""

    began: float | None = None


class Precedence:
    """The order of one process."""

    def __init__(self) -> None:
        self._thread, self._lock, self._others = _Thread(), threading.Lock(), 0
        self._is_free = threading.Event()
        self._is_free.set()

    @contextmanager
    def first(self) -> Iterator[None]:
        """A request that goes before costly work."""
        self._count(1)
        try:
            yield
        finally:
            self._count(-1)

    @contextmanager
    def costly(self) -> Iterator[None]:
        """Work of this thread that gives way."""
        self._thread.began = thread_time()
        try:
            yield
        finally:
            self._thread.began = None

    def give_way(self) -> None:
        """Waits, if this thread does costly work and others do not."""
        if self._is_free.is_set() or (began := self._thread.began) is None or thread_time() < began + SLICE_SECONDS:
            return
        self._is_free.wait(WAIT_SECONDS)
        self._thread.began = thread_time()

    def _count(self, step: int) -> None:
        with self._lock:
            self._others += step
            if self._others:
                self._is_free.clear()
            else:
                self._is_free.set()


precedence = Precedence()
first, costly, give_way = precedence.first, precedence.costly, precedence.give_way
