"""Has the scheduler look at the standing orders of a match, from a thread of its own.

No move waits for it: it would take longer in a match with orders, which would tell that there are some.
"""

from __future__ import annotations

from uuid import UUID

from events.base.clock import now_ms
from events.base.publishing import publisher
from events.timers.services import set_match_timers

ORDERS = "orders"  # the kind of timer
_moved: set[UUID] = set()
"""Matches with orders that have gone on, and whose timers this process has to set."""


def orders_look(match_id: UUID) -> None:
    """Plans a look at the orders of a match, after a commit. A periodic task repeats a look that a dying process has
    lost (`events.matches.timers`).
    """
    _moved.add(match_id)
    publisher.run(set_order_timers)


def set_order_timers() -> None:
    """Sets the timers of the matches that have gone on."""
    while _moved:
        set_match_timers(_moved.pop(), {ORDERS: now_ms()})
