"""The timers of bots: they repeat messages about turns, and play turns that no worker takes."""

from __future__ import annotations

import time
from uuid import UUID

import structlog

from bots.tasks import MESSAGE_SECONDS, SLICE_SECONDS, coach, play_turn, send_turn
from events.base import messages
from events.base.clock import now_ms
from events.base.messages import Reminders
from events.matches.record.pending import FURTHEST_MS, RESEND_MS, TURN, WaitingTurn, waiting_turns
from events.matches.table.moves import prompt_expire, sealed_default
from events.replays.models import Analysis
from events.timers.registry import SECOND_MS, match_timer, periodic

LONGEST_PAUSE_MS = 4_000  # between two calls for a match; also the delay of bots after a broker's failure
OVERDUE_MS = 4_000
THOUGHT_MS = 20_000  # turns of bots that search may wait this long; then the greedy policy plays them

log = structlog.get_logger()
_rests_until = 0.0
"""The monotonic time before which this process plays no turn, so that clocks have at least half of its time."""
_reminders = Reminders(first_pause=MESSAGE_SECONDS, expires=MESSAGE_SECONDS)


@match_timer(TURN)
def turns_serve(match_id: UUID) -> int | None:
    """Sends the messages about the ready turns of a match, and plays a turn that has waited too long.

    So matches continue while the broker is down, or a worker that seems alive has stopped listening. The clock plays
    for a bot whose attempts have all failed. The pause until the next call is as long as the oldest turn has waited.
    """
    now, turns = now_ms(), waiting_turns(match_id)
    ready = [turn for turn in turns if turn.is_free and not now < turn.ready_ms <= now + FURTHEST_MS]
    for turn in ready:
        if turn.is_exhausted:
            _play_default(match_id, turn)
    waiting = [turn for turn in ready if not turn.is_exhausted]
    for turn in waiting:
        if _reminders.is_due((match_id, turn)):  # after a worker has leased the turn in vain, it is another value
            send_turn(match_id, turn)
    later = [turn.ready_ms if turn.is_free else turn.lease_ms or 0 for turn in turns if turn not in ready]
    if waiting:
        _play_overdue(match_id, waiting)
        later.append(now + min(max(now - waiting[0].ready_ms, RESEND_MS), LONGEST_PAUSE_MS))
    return min(later, default=None)


def _play_default(match_id: UUID, turn: WaitingTurn) -> None:
    log.warning("bot_given_up", match=str(match_id), prompt=turn.prompt, seat=turn.seat)
    if not prompt_expire(match_id=match_id, prompt=turn.prompt, seat=turn.seat, force=True):
        sealed_default(match_id=match_id, prompt=turn.prompt, seat=turn.seat)


def _play_overdue(match_id: UUID, turns: list[WaitingTurn]) -> None:
    """Plays the first overdue turn, unless turns have just taken time from the clocks."""
    global _rests_until
    began, now = time.monotonic(), now_ms()
    overdue = [turn for turn in turns if not 0 <= now - turn.ready_ms < (THOUGHT_MS if turn.thinks else OVERDUE_MS)]
    if not overdue or began < _rests_until:
        return
    log.warning("bot_turn_overdue", match=str(match_id))
    try:
        play_turn(match_id, overdue[0].prompt, overdue[0].seat, in_haste=overdue[0].thinks)
    finally:
        ended = time.monotonic()
        _rests_until = ended + (ended - began)


@periodic(30 * SECOND_MS)
def coach_wake() -> int | None:
    """Sends a message to continue analyses, and repeats it while any analysis waits."""
    if not Analysis.objects.filter(status=Analysis.Status.WAITING).exists():
        return None
    messages.send(coach, expires=2 * SLICE_SECONDS)
    return now_ms() + RESEND_MS
