"""The timers of notifications: reminders, undelivered and withheld notifications, and housekeeping."""

from __future__ import annotations

from uuid import UUID

from events.notifications.needs import WITHHELD_TIMER, withheld_release
from events.notifications.relay import notices_relay, relayed_prune
from events.notifications.services import REMINDER, deadlines_notify, notices_prune
from events.notifications.statements import OUTBOX
from events.timers.registry import MINUTE_MS, every, match_timer, timer

match_timer(REMINDER)(deadlines_notify)
every(MINUTE_MS, notices_prune, relayed_prune)


@match_timer(OUTBOX)
def outbox_relay(match_id: UUID) -> None:
    """Delivers the notifications of a match whose writing process did not deliver them."""
    notices_relay([match_id])


@timer(WITHHELD_TIMER)
def withheld_send(player: str) -> int | None:
    """Sends the withheld notifications of a player that are still needed."""
    return withheld_release(UUID(player))
