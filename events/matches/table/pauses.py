"""Pauses of a running match by consent: the clocks stop, and moves are refused until a player ends the pause."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.db.models import F

from events.base.clock import now_ms
from events.log import states
from events.log.locking import lock_match, require_status
from events.log.log import time_of_next
from events.log.models import Match, Seat
from events.matches.models import OrderedAnswer
from events.matches.record.agreements import PAUSE
from events.matches.record.consents import consent_give, consent_withdraw
from events.matches.record.pending import pending_work, ready_turns, rewrite_pending
from events.matches.record.recording import announce, write
from events.users.models import Player
from games.kernel.timing.clock import PAUSE_MS as LONGEST_MS
from games.kernel.timing.clock import PAUSED, RESUMED


def match_pause(*, match_id: UUID, player: Player) -> Match:
    """Agrees to a pause, which begins when every active player agrees. Raises NotSeated, MatchNotRunning, MatchOver."""
    with transaction.atomic():
        match = _running(match_id)
        all_agree = consent_give(match, player, PAUSE)
        if all_agree and not is_paused(match):
            write(match, PAUSED, by="player", until_ms=time_of_next(match) + LONGEST_MS)
            rewrite_pending(match, states.head(match))
        announce(match)
    return match


def match_resume(*, match_id: UUID, player: Player) -> None:
    """Ends a pause, or withdraws a player's consent to a pause. Changes nothing if there is neither."""
    with transaction.atomic():
        match = _running(match_id)
        consent_withdraw(match, player, PAUSE)
        if is_paused(match):
            seat = Seat.objects.get(match=match, player=player)
            _resume(match, by="player", seat=seat.number)
        announce(match)


def pause_expire(match: Match) -> bool:
    """Ends a pause that has reached its maximum length; returns False if time is left. The caller holds the lock."""
    until_ms = states.head(match).times.until_ms if match.status == Match.Status.RUNNING else None
    if until_ms is None or until_ms > now_ms():
        return False
    _resume(match, by="clock")
    return True


def is_paused(match: Match) -> bool:
    """Returns whether a running match is paused at its head."""
    return states.head(match).times.paused_at is not None


def _running(match_id: UUID) -> Match:
    match = lock_match(match_id)
    require_status(match, Match.Status.RUNNING)
    return match


def _resume(match: Match, by: str, seat: int | None = None) -> None:
    paused_at = states.head(match).times.paused_at or 0
    event = write(match, RESUMED, by=by, seat=seat)
    waiting = OrderedAnswer.objects.filter(match=match, due_ms__isnull=False)
    waiting.update(due_ms=F("due_ms") + event.core["at_ms"] - paused_at)
    match_state = states.head(match)
    rewrite_pending(match, match_state)
    announce(match, turns=ready_turns(pending_work(match, match_state)))
