"""Services that set timers. A timer that is already set keeps the earlier time; its function finds out what is due."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from uuid import UUID

import msgspec
from django.db import transaction

from events.base.clock import now_ms
from events.base.publishing import publisher, wake_scheduler
from events.timers import statements
from events.timers.registry import kinds

QUIET_MS = 30_000
"""The longest time between two reads of the table by the scheduler. It is notified of timers that are due sooner."""

_shared: dict[str, int] = {}
"""The shared timers that this process has yet to set: their due times, by kind."""


def set_timer(kind: str, key: UUID | str, due_ms: int) -> None:
    """Sets a timer within the transaction: the scheduler calls the function of its kind with the key at `due_ms`."""
    statements.set_timer(kind, str(key), due_ms)
    announce_timers([due_ms])


def set_match_timers(match_id: UUID, due_ms: Mapping[str, int]) -> None:
    """Sets timers of a match, by kind.

    The timers of an event are set in the statement that stores the event (`append.sql`).
    """
    if due_ms:
        statements.set_match_timers(match_id, msgspec.json.encode(due_ms).decode())
        announce_timers(due_ms.values())


def trigger_match_timers(match_id: UUID) -> None:
    """Sets all timers of a match to now, for example after a repair."""
    set_match_timers(match_id, {name: now_ms() for name, kind in kinds().items() if kind.is_of_match})


def set_shared_timer(kind: str, due_ms: int) -> None:
    """Sets a timer that many transactions share, shortly after the commit, so that they do not wait for each other.

    A process that is killed after the commit does not set the timer, so the function must also run periodically.
    """

    def committed() -> None:
        _shared[kind] = min(due_ms, _shared.get(kind, due_ms))
        publisher.run(set_shared_timers)

    transaction.on_commit(committed, robust=True)


def set_shared_timers() -> None:
    """Sets the shared timers that this process has yet to set."""
    while _shared:
        kind, due_ms = _shared.popitem()
        set_timer(kind, "", due_ms)


def announce_timers(due_ms: Collection[int]) -> None:
    """Wakes the scheduler, once the transaction is committed, if a timer is due before its next regular read."""
    if due_ms and min(due_ms) < now_ms() + QUIET_MS:
        wake_scheduler()
