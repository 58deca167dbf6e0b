"""The times at which a failed request is repeated."""

from __future__ import annotations

import random
import time

import httpx

NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
BROKEN = (httpx.NetworkError, httpx.TimeoutException, httpx.RemoteProtocolError)
NOT_DONE = (429, 503)
"""The statuses of responses that the server sends before it changes anything."""
FIRST, LONGEST = 0.5, 8.0
"""The seconds between two attempts: doubled each time, up to the longest."""


class Retries:
    """The attempts of one request.

    patience: their seconds; repeats: whether a request that may have arrived is repeated.
    """

    def __init__(self, patience: float, repeats: bool) -> None:
        self._until, self._repeats, self._next = time.monotonic() + patience, repeats, FIRST

    def pause(self, failure: httpx.Response | Exception) -> float | None:
        """Returns the seconds until the next attempt; None if there is no further attempt."""
        if isinstance(failure, httpx.Response):
            passes = failure.status_code in NOT_DONE or (self._repeats and failure.status_code >= 500)
            asked = retry_after(failure)
        else:
            passes, asked = isinstance(failure, BROKEN if self._repeats else NOT_SENT), None
        pause = self._next * random.uniform(0.7, 1.3) if asked is None else asked
        if not passes or time.monotonic() + pause > self._until:
            return None
        self._next = min(2 * self._next, LONGEST)
        return pause


def retry_after(response: httpx.Response) -> float | None:
    """Returns the seconds of a response's `Retry-After`."""
    value = response.headers.get("Retry-After", "")
    return float(value) if value.isascii() and value.isdigit() else None
