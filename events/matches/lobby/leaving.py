"""The removal of a player from all matches when their account is closed."""

from __future__ import annotations

from uuid import UUID

import structlog
from django.db import Error, transaction

from events.base.exceptions import Problem
from events.base.publishing import publish
from events.log.locking import lock_match
from events.log.models import ENDED, Match, Seat
from events.matches.lobby.seats import free, resign
from events.matches.lobby.services import abort
from events.matches.lobby.substitutes import seat_empty
from events.matches.lobby.waiting_lists import waiting_offer
from events.matches.record.recording import announce

log = structlog.get_logger()


def matches_leave(*, player_id: UUID) -> None:
    """Removes the player from all their matches, one after another. If a match is busy, it remains unchanged for a
    later call.
    """
    mine = Match.objects.filter(seats__player=player_id) | Match.objects.filter(creator=player_id)
    mine |= Match.objects.filter(seats__invited=player_id)
    matches = list(mine.exclude(status__in=ENDED).order_by("pk").distinct().values_list("pk", flat=True))
    for match_id in Seat.objects.filter(invited=player_id).values_list("match_id", flat=True):
        Seat.objects.filter(match=match_id, invited=player_id).update(invited=None)
        publish(match_id)
    for match_id in matches:
        try:
            _leave(match_id, player_id)
        except (Problem, Error) as error:
            log.info("match_not_left", match=str(match_id), error=type(error).__name__)


def _leave(match_id: UUID, player_id: UUID) -> None:
    """Removes the player from a match. An open match that the player created is aborted.

    In a running match a bot takes the seat until a substitute comes, or the seat resigns if the match allows no
    substitutes. A seat that was reserved for the player is offered to the waiting players.
    """
    with transaction.atomic():
        match = lock_match(match_id)
        seat = Seat.objects.filter(match=match, player=player_id, kind=Seat.Kind.PLAYER).first()
        if match.status == Match.Status.OPEN and match.creator_id == player_id:
            abort(match, by="player")
        elif seat is None or seat.resigned:
            if waiting_offer(match):
                announce(match)
        elif match.status == Match.Status.OPEN:
            free(match, seat)
        elif match.status == Match.Status.RUNNING and match.substitutes:
            seat_empty(match, seat)
        elif match.status == Match.Status.RUNNING:
            resign(match, seat)
