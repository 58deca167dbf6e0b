"""The only place that asks what time it is; tests and harnesses set it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime


def _machine_ms() -> int:
    return time.time_ns() // 1_000_000


_read: Callable[[], int] = _machine_ms


def now_ms() -> int:
    """Milliseconds since 1970, by the clock in force."""
    return _read()


@contextmanager
def clock(read: Callable[[], int]) -> Iterator[None]:
    """Puts another clock in force."""
    global _read
    before, _read = _read, read
    try:
        yield
    finally:
        _read = before


def rfc3339(at_ms: int) -> str:
    """A time as the API writes it, in UTC, to the millisecond."""
    moment = datetime.fromtimestamp(at_ms / 1000, UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{at_ms % 1000:03d}Z"
