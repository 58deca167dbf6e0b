"""Vacations: while a player is on vacation, the time of their seat stops."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from events.base.exceptions import FieldError, Malformed
from events.log import states
from events.log.errors import NotSeated
from events.log.locking import lock_match, require_status
from events.log.log import time_of_next
from events.log.models import Match, Seat
from events.matches.record.pending import rewrite_pending
from events.matches.record.recording import announce, write
from events.users.models import Player
from games.kernel.timing.clock import DAY_MS


def vacation_start(*, match_id: UUID, player: Player, days: int) -> Match:
    """Starts a vacation of `days` days, which replaces a current vacation.

    Raises NotSeated, MatchNotRunning, MatchOver, or Malformed if the seat has too few days left.
    """
    with transaction.atomic():
        match, seat = _own_seat(match_id, player)
        until_ms = time_of_next(match) + days * DAY_MS
        if until_ms > _latest_end(match, seat):
            raise Malformed(FieldError("/days", "out_of_range"))
        _write(match, seat, until_ms)
    return match


def vacation_end(*, match_id: UUID, player: Player) -> Match:
    """Ends a vacation early. The player can take the remaining days later. Changes nothing if there is no vacation."""
    with transaction.atomic():
        match, seat = _own_seat(match_id, player)
        clocks = states.head(match).times.seats
        now = time_of_next(match)
        if clocks is not None and clocks.until.get(seat, 0) > now:
            _write(match, seat, now)
    return match


def _own_seat(match_id: UUID, player: Player) -> tuple[Match, int]:
    match = lock_match(match_id)
    seat = Seat.objects.filter(match=match, player=player, resigned=False).first()
    if seat is None:
        raise NotSeated()
    require_status(match, Match.Status.RUNNING)
    return match, seat.number


def _latest_end(match: Match, seat: int) -> int:
    """Returns the latest possible end of a vacation that starts now."""
    clocks = states.head(match).times.seats
    if clocks is None:
        return 0
    return max(time_of_next(match), clocks.until.get(seat, 0)) + clocks.vacation.get(seat, 0)


def _write(match: Match, seat: int, until_ms: int) -> None:
    write(match, "seat.vacation", seat=seat, by="player", until_ms=until_ms)
    rewrite_pending(match, states.head(match))
    announce(match)
