"""Caches of a process. They are bounded, shared by its threads, and emptied by tests."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Any, Generic, TypeVar

from django.conf import settings

CACHED_MATCHES: int = settings.COMPTOIR_CACHED_MATCHES
V = TypeVar("V")

_all: list[LeastRecentlyUsed[Any]] = []


class LeastRecentlyUsed(Generic[V]):
    """A bounded, thread-safe cache of the most recently used values."""

    def __init__(self, size: int) -> None:
        self._size, self._lock = size, threading.Lock()
        self._values: OrderedDict[Hashable, V] = OrderedDict()
        _all.append(self)

    def get(self, key: Hashable) -> V | None:
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: Hashable, value: V) -> None:
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self._size:
                self._values.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._values.clear()


def forget() -> None:
    """Empties all caches; they are filled again from the database."""
    for cache in _all:
        cache.clear()
