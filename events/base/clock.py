"""The only module that reads the time; tests and harnesses replace the clock.

A process follows the clock of the database (`follow`), which all processes share, because its own clock may be wrong.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime


def _machine_ms() -> int:
    return time.time_ns() // 1_000_000


_read: Callable[[], int] = _machine_ms
_is_followed = True  # whether `follow` has an effect
_ahead_ms = 0


def now_ms() -> int:
    """Returns the milliseconds since 1970, by the current clock."""
    return _read() - _ahead_ms


def own_ms() -> int:
    """Returns the uncorrected time of this machine's clock, in milliseconds since 1970."""
    return _read()


def follow(asked_ms: int, their_ms: int) -> None:
    """Makes this process follow the database's clock, to within the time that the query took.

    asked_ms: `own_ms` before the query; their_ms: the time that the database returned.
    """
    global _ahead_ms
    if _is_followed:
        _ahead_ms = max(asked_ms - their_ms, 0) or min(own_ms() - their_ms, 0)


@contextmanager
def clock(read: Callable[[], int], *, follows: bool = False) -> Iterator[None]:
    """Replaces the clock until the block ends. follows: whether `follow` may correct the clock."""
    global _read, _is_followed, _ahead_ms
    before = _read, _is_followed, _ahead_ms
    _read, _is_followed, _ahead_ms = read, follows, 0
    try:
        yield
    finally:
        _read, _is_followed, _ahead_ms = before


def rfc3339(at_ms: int) -> str:
    """Returns a time as the API writes it, in UTC, to the millisecond."""
    moment = datetime.fromtimestamp(at_ms / 1000, UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{at_ms % 1000:03d}Z"


def rfc3339_or_none(at_ms: int | None) -> str | None:
    """Returns a time as the API writes it; None if there is no time."""
    return None if at_ms is None else rfc3339(at_ms)


def utc(moment: datetime) -> str:
    """Returns a time as the API writes it, to the microsecond."""
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
