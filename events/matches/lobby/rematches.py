"""Rematches: a player of a finished match agrees to a rematch by taking a seat in it.

The first player to agree opens the rematch, with a seat reserved for each of the other players. So the server has
committed to its seed before any player sends a nonce. The rematch starts when all have agreed.
"""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from events.base.exceptions import Forbidden
from events.log import states
from events.log.errors import MatchNotOpen, NotSeated
from events.log.locking import lock_match
from events.log.match_state.rules import game_of
from events.log.memberships import is_member
from events.log.models import Match, Seat
from events.matches.errors import MatchNotFinished
from events.matches.lobby.club_tables import may_sit
from events.matches.lobby.rematch_of import rematch_of
from events.matches.lobby.seats import free, seat_take
from events.matches.lobby.services import MatchRequest, SeatRequest, match_create, may_be_rated
from events.matches.record.recording import announce, void
from events.users.bots import seatable_bot
from events.users.models import Player


def rematch_agree(*, match_id: UUID, player: Player, nonce: bytes | None = None) -> Match:
    """Agrees to a rematch for a player of a finished match, and returns the finished match. Agreeing twice changes
    nothing.

    nonce: 32 bytes for the seed of the rematch. Raises MatchNotFinished, NotSeated, TooManyMatches, or MatchNotOpen.
    """
    with transaction.atomic():
        match = _finished(match_id, player)
        rematch = rematch_of(match)
        if not may_sit(match, player):
            raise Forbidden()
        if rematch is None:
            match_create(player=player, request=_request(match, player, nonce), rematch_of=match)
        elif not Seat.objects.filter(match=rematch, player=player).exists():
            seat_take(match_id=rematch.pk, player=player, number=None, nonce=nonce)
    return match


def rematch_withdraw(*, match_id: UUID, player: Player) -> None:
    """Withdraws a player's agreement and keeps their seat reserved. Aborts the rematch if no player agrees any more."""
    with transaction.atomic():
        match = _finished(match_id, player)
        existing = rematch_of(match)
        if existing is None:
            return
        rematch = lock_match(existing.pk)
        seat = Seat.objects.filter(match=rematch, player=player).first()
        if seat is None:
            return
        if rematch.status != Match.Status.OPEN:
            raise MatchNotOpen()
        free(rematch, seat, invited=player)
        if not Seat.objects.filter(match=rematch, kind=Seat.Kind.PLAYER).exists():
            void(rematch, Match.Status.ABORTED, by="player", reason="aborted")
        announce(rematch)


def _finished(match_id: UUID, player: Player) -> Match:
    """Returns the match under its lock. Raises NotSeated.

    Raises MatchNotFinished unless the match has a result that is not blinded.
    """
    match = lock_match(match_id)
    if not Seat.objects.filter(match=match, player=player).exists():
        raise NotSeated()
    if match.status != Match.Status.FINISHED or match.is_blinded:
        raise MatchNotFinished()
    return match


def _request(match: Match, player: Player, nonce: bytes | None) -> MatchRequest:
    """Returns the request for the rematch: the same settings, and the order of seats that the rules give.

    A practice match gets a new random seed.
    """
    rematch = game_of(match).rematch(states.head(match).state)
    seats = list(Seat.objects.filter(match=match).select_related("player").order_by("number"))
    order = [_seat(seats[old], player, match) for old in rematch.order]
    club = match.club if match.club and is_member(match.club, player) else None
    fairness = "nonces" if match.deal is not None else match.fairness
    request = MatchRequest(
        match.game,
        {**match.options, **rematch.options},
        order,
        visibility=match.visibility,
        clock=match.clock,
        fairness=fairness,
        nonce=nonce,
        reveal=match.reveal,
        substitutes=match.substitutes,
        spectator_delay=match.spectator_delay,
        title=match.title,
        club=club,
    )
    return request._replace(rated=match.rated and may_be_rated(request))


def _seat(seat: Seat, player: Player, match: Match) -> SeatRequest:
    if seat.kind == Seat.Kind.BOT:
        return SeatRequest("bot", seat.policy)
    if seat.player_id == player.pk:
        return SeatRequest("me")
    if seat.player is None or not seat.player.is_active or not may_sit(match, seat.player):
        return SeatRequest("open")
    if seat.player.is_bot and seatable_bot(seat.player.name, match.game, player):
        return SeatRequest("bot", player=seat.player.name)
    return SeatRequest("player", name=seat.player.name)
