"""The timers of the log: snapshots, the witness file, and housekeeping."""

from __future__ import annotations

from events.base.clock import now_ms
from events.log.global_log import global_log_witness
from events.log.retention import commands_prune, pending_prune
from events.log.snapshotter import states_store
from events.timers.registry import DAY_MS, MINUTE_MS, SECOND_MS, every, periodic

every(MINUTE_MS, commands_prune, pending_prune)


@periodic(20 * SECOND_MS)
def snapshots_store() -> int | None:
    """Stores snapshots of matches that have grown; runs again at once if more may be due."""
    return now_ms() if states_store() else None


@periodic(DAY_MS)
def heads_witness() -> int:
    """Signs the heads of all grown matches into the global log and the witness file, once a day."""
    global_log_witness()
    return (now_ms() // DAY_MS + 1) * DAY_MS
