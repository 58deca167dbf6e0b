"""The timers of matches: deadlines, standing orders, and housekeeping."""

from __future__ import annotations

from uuid import UUID

from events.base.clock import now_ms
from events.matches.lobby.invitations import invitations_prune
from events.matches.lobby.waiting_lists import waiting_prune
from events.matches.record.order_timers import ORDERS
from events.matches.record.pending import DEADLINE, next_deadline_ms, overdue_prompts
from events.matches.table.moves import overdue_handle
from events.matches.table.ordered_answers import moved_matches, ordered_answers_play
from events.matches.table.presence_records import looks_prune
from events.timers.registry import MINUTE_MS, SECOND_MS, every, match_timer
from events.timers.services import set_match_timers

match_timer(ORDERS)(ordered_answers_play)
every(MINUTE_MS, invitations_prune, waiting_prune)
every(30 * SECOND_MS, looks_prune)


@match_timer(DEADLINE)
def deadlines_handle(match_id: UUID) -> int | None:
    """Handles the deadlines of a match that have passed; returns the time of its next timer."""
    overdue = overdue_prompts(match_id)
    if not overdue:
        return next_deadline_ms(match_id)
    done = [overdue_handle(match_id=match_id, prompt=prompt, seat=seat) for prompt, seat in overdue]
    return None if all(done) else now_ms() + SECOND_MS  # if all are done, the handlers have set the next timer


def orders_catch_up() -> None:
    """Sets timers for the matches whose standing orders must be planned, if no process has set them after the last
    event.
    """
    for match_id in moved_matches():
        set_match_timers(match_id, {ORDERS: now_ms()})


every(30 * SECOND_MS, orders_catch_up)
