"""Waiting lists of matches that have not started: a free seat is offered to the player who has waited longest.

The seat is reserved for this player as by an invitation. If the player declines it, it is offered to the next player.
"""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from events.base.clock import now_ms
from events.base.exceptions import Forbidden
from events.base.publishing import publish
from events.log.delays import match_known_to
from events.log.locking import lock_match, require_status
from events.log.models import ENDED, Match, Seat
from events.matches.errors import SeatTaken
from events.matches.models import WaitingPlayer
from events.matches.record.recording import announce
from events.notifications.services import invitation_notify
from events.users.blocks import blocks, players_blocked
from events.users.models import Player

PRUNED_AT_ONCE = 1_000


def waiting_join(*, match_id: UUID, player: Player) -> None:
    """Puts a player at the end of the list, and offers them a seat if one is free. A repetition changes nothing.

    Raises MatchNotOpen or MatchOver. Raises SeatTaken for players who have a seat or an offer. Raises Forbidden for
    bots and blocked players.
    """
    with transaction.atomic():
        match = lock_match(match_id)
        require_status(match_known_to(match, player), Match.Status.OPEN)
        if player.is_bot or blocks(match.creator_id, player.pk):
            raise Forbidden()
        seats = Seat.objects.filter(match=match)
        if (seats.filter(player=player) | seats.filter(invited=player)).exists():
            raise SeatTaken()
        WaitingPlayer.objects.get_or_create(match=match, player=player, defaults={"created_ms": now_ms()})
        if waiting_offer(match):
            announce(match)


def waiting_leave(*, match_id: UUID, player: Player) -> None:
    """Takes a player off the list; changes nothing if they are not on it. An offered seat must be declined instead."""
    WaitingPlayer.objects.filter(match=match_id, player=player).delete()


def waiting_offer(match: Match) -> bool:
    """Reserves free seats for the players who have waited longest; returns whether it reserved any seat. The caller
    holds the lock.

    Players whom the creator has blocked meanwhile are skipped.
    """
    free = Seat.objects.filter(match=match, kind=Seat.Kind.OPEN, invited=None).order_by("number")
    waiting = WaitingPlayer.objects.filter(match=match, player__is_active=True).order_by("pk")
    welcome = waiting.exclude(player__in=players_blocked(match.creator_id))
    offered = list(zip(free, welcome[: len(free)], strict=False))
    for seat, place in offered:
        Seat.objects.filter(match=match, pk=seat.pk).update(invited=place.player_id)
        publish(match.pk)
        place.delete()
        invitation_notify(match, seat.number, place.player_id)
    return bool(offered)


def waiting_prune() -> int:
    """Deletes waiting-list places of matches that are running or over; returns the number of deleted places."""
    past = WaitingPlayer.objects.filter(match__status__in=(Match.Status.RUNNING, *ENDED)).values("pk")
    return WaitingPlayer.objects.filter(pk__in=past[:PRUNED_AT_ONCE]).delete()[0]
