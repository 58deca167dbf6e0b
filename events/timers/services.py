"""Sets timers. One that has been set earlier, or again, keeps the earlier time: its function sees what is due."""

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
"""After so long the scheduler looks at the table although it has heard nothing; it is told of what is due sooner."""

_shared: dict[str, int] = {}
"""The timers that this process has to set soon: when each is due."""


def set_timer(kind: str, key: UUID | str, due_ms: int) -> None:
    """Sets a timer within the transaction: the scheduler calls the function of its kind with the key at `due_ms`."""
    statements.set_timer(kind, str(key), due_ms)
    announce_timers([due_ms])


def set_match_timers(match_id: UUID, due_ms: Mapping[str, int]) -> None:
    """Sets timers of a match, by kind. Events set theirs in the statement that stores them (`append.sql`)."""
    if due_ms:
        statements.set_match_timers(match_id, msgspec.json.encode(due_ms).decode())
        announce_timers(due_ms.values())


def match_look(match_id: UUID) -> None:
    """Sets all timers of a match to now, for example after a repair."""
    set_match_timers(match_id, {name: now_ms() for name, kind in kinds().items() if kind.is_of_match})


def set_shared_timer(kind: str, due_ms: int) -> None:
    """Sets a timer that many transactions share, shortly after the commit: none of them waits for another.

    A process that is killed before that sets nothing, so the function of such a timer also runs periodically.
    """

    def committed() -> None:
        _shared[kind] = min(due_ms, _shared.get(kind, due_ms))
        publisher.run(set_shared_timers)

    transaction.on_commit(committed, robust=True)


def set_shared_timers() -> None:
    """Sets the timers that this process has to set."""
    while _shared:
        kind, due_ms = _shared.popitem()
        set_timer(kind, "", due_ms)


def announce_timers(due_ms: Collection[int]) -> None:
    """Tells the scheduler, once the transaction is committed, of timers that are due before it looks anyway."""
    if due_ms and min(due_ms) < now_ms() + QUIET_MS:
        wake_scheduler()
