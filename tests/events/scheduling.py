"""The scheduler in tests: runs due timers."""

from __future__ import annotations

from collections.abc import Collection
from unittest.mock import patch

from events.base.clock import now_ms
from events.timers import registry, scheduler, statements
from events.timers.models import Timer
from events.timers.services import set_shared_timers

MOST_ROUNDS = 1_000
LEFT_OUT = ("heads_witness",)  # appends to a file that remains after a test


def run_due(*, periodic: bool = True, without: Collection[str] = ()) -> int:
    """Runs all due timers, and timers that become due at once; returns their number, without housekeeping.

    periodic: whether to run housekeeping, too. without: kinds to leave out.
    """
    kinds = {name: kind for name, kind in registry.kinds().items() if name not in {*LEFT_OUT, *without}}
    set_shared_timers()
    if periodic:
        scheduler.ensure_timers()
        Timer.objects.filter(key="").update(due_ms=now_ms())
    count = 0
    for _ in range(MOST_ROUNDS):
        due = [timer for timer in statements.upcoming([*kinds]) if timer.due_ms <= now_ms()]
        if not due:
            return count
        with patch.object(scheduler, "kinds", lambda: kinds):
            scheduler.run_due()
        count += sum(kinds[timer.kind].every_ms is None for timer in due)
    raise AssertionError(f"timers are due again and again: {due}")
