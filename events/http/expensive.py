"""Limits on expensive requests (past views, exports, proofs, replays, forks and analyses), which read much of a log.

A process executes one expensive request at a time and refuses others at once with 503, so that players do not wait for
them. A queued request would occupy a thread.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import BoundedSemaphore

from django.http import StreamingHttpResponse

from events.base.concurrency import ConcurrencyLimit, LimitExceeded
from events.base.exceptions import Busy

RETRY_SECONDS = 1
_running = BoundedSemaphore(1)
_sending = ConcurrencyLimit({"process": 32, "address": 8, "player": 4})
"""The limit on streamed bodies that are being sent. A slow reader occupies one place here, but no thread."""


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Reserves the process for one expensive request until the block ends. Raises Busy if another one is running."""
    if not _running.acquire(blocking=False):
        raise Busy(retry_after=RETRY_SECONDS)
    try:
        yield
    finally:
        _running.release()


def limit_sending(response: StreamingHttpResponse, holders: Sequence[str]) -> None:
    """Counts a streamed body for its reader until the response is closed. Raises Busy."""
    counted = ("process", *holders)
    try:
        _sending.acquire(counted)
    except LimitExceeded:
        response.close()
        raise Busy(retry_after=RETRY_SECONDS) from None
    response._resource_closers.append(lambda: _sending.release(counted))  # type: ignore[attr-defined]
