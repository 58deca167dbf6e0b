"""The timer by which the scheduler plans the answers of standing orders. A separate thread sets it.

Moves do not wait for the planning. Otherwise moves would take longer in a match with orders, which would reveal that
orders exist.
"""

from __future__ import annotations

from uuid import UUID

from events.base.clock import now_ms
from events.base.publishing import publisher
from events.timers.services import set_match_timers

ORDERS = "orders"  # the kind of timer
_moved: set[UUID] = set()
"""Matches with orders and new events whose timers this process still has to set."""


def orders_schedule(match_id: UUID) -> None:
    """Schedules the planning of the orders of a match, after a commit.

    If the process dies before it sets the timer, a periodic task sets it (`events.matches.timers`).
    """
    _moved.add(match_id)
    publisher.run(set_order_timers)


def set_order_timers() -> None:
    """Sets the timers of the matches that have new events."""
    while _moved:
        set_match_timers(_moved.pop(), {ORDERS: now_ms()})
