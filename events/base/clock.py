"""The only module that reads the time; tests and harnesses replace the clock."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime


def _machine_ms() -> int:
    return time.time_ns() // 1_000_000


_read: Callable[[], int] = _machine_ms


def now_ms() -> int:
    """Milliseconds since 1970, by the current clock."""
    return _read()


@contextmanager
def clock(read: Callable[[], int]) -> Iterator[None]:
    """Replaces the clock until the block ends."""
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


def utc(moment: datetime) -> str:
    """A time as the API writes it."""
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
