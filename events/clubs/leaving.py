"""Cleanup after a member leaves a club: open seats, invitations and entries."""

from __future__ import annotations

from uuid import UUID

import structlog
from django.db import Error, transaction

from events.base.exceptions import Problem
from events.log.locking import lock_match
from events.log.models import Match, Seat
from events.matches.lobby.club_tables import is_closed
from events.matches.lobby.seats import free
from events.matches.models import WaitingPlayer
from events.matches.record.recording import announce

log = structlog.get_logger()


def tables_leave(*, club_id: UUID, player_id: UUID) -> None:
    """Frees a player's seats and reserved seats in the club's non-public matches that have not begun.

    Matches that have begun continue. A match that is locked is skipped, because the player may not join it anyway.
    """
    mine = Seat.objects.filter(player=player_id) | Seat.objects.filter(invited=player_id)
    tables = Match.objects.filter(club=club_id, status=Match.Status.OPEN, pk__in=mine.values("match_id"))
    for match_id in list(tables.order_by("pk").values_list("pk", flat=True)):
        try:
            _leave(match_id, player_id)
        except (Problem, Error) as error:
            log.info("table_not_left", match=str(match_id), error=type(error).__name__)


def _leave(match_id: UUID, player_id: UUID) -> None:
    with transaction.atomic():
        match = lock_match(match_id)
        if match.status != Match.Status.OPEN or not is_closed(match):
            return
        WaitingPlayer.objects.filter(match=match, player=player_id).delete()
        mine = Seat.objects.filter(match=match, player=player_id) | Seat.objects.filter(match=match, invited=player_id)
        for seat in mine.order_by("number"):
            free(match, seat)
        announce(match)
