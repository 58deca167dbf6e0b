"""Consents to actions that need all players of a match, and their withdrawal. The caller holds the match's lock."""

from __future__ import annotations

from events.base.publishing import publish
from events.log.errors import NotSeated
from events.log.models import Match, Seat
from events.matches.record import statements
from events.matches.record.agreements import agreements, may_consent
from events.users.models import Player


def consent_give(match: Match, player: Player, kind: str) -> bool:
    """Records a player's consent; returns whether all active players now agree. Raises NotSeated."""
    seat = _seat_of(match, player)
    seat.consents[kind] = match.head_seq
    Seat.objects.filter(match=match, pk=seat.pk).update(consents=seat.consents)
    publish(match.pk)
    seats = statements.seats(match.pk)
    return {each.number for each in seats if may_consent(each)} == set(agreements(match, seats)[kind])


def consent_withdraw(match: Match, player: Player, kind: str) -> None:
    """Withdraws a player's consent, if there is one. Raises NotSeated."""
    seat = _seat_of(match, player)
    if seat.consents.pop(kind, None) is not None:
        Seat.objects.filter(match=match, pk=seat.pk).update(consents=seat.consents)
        publish(match.pk)


def _seat_of(match: Match, player: Player) -> Seat:
    seat = Seat.objects.filter(match=match, player=player).select_related("player").first()
    if seat is None or not may_consent(seat):
        raise NotSeated()
    return seat
