"""The timers of notices: reminders, what a process has not delivered, what was withheld, and housekeeping."""

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
    """Delivers the notices of a match that the process which wrote them has not delivered."""
    notices_relay([match_id])


@timer(WITHHELD_TIMER)
def withheld_look(player: str) -> int | None:
    """Sends what was withheld from a player, if they need it now."""
    return withheld_release(UUID(player))
