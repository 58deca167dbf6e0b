"""Agreeing to what takes all players of a match, and withdrawing that; the caller holds the match's lock."""

from __future__ import annotations

from events.exceptions import NotSeated
from events.models import Match, Player, Seat
from events.selectors.consents import agreements, may_consent


def consent_give(match: Match, player: Player, kind: str) -> bool:
    """Notes that a player agrees; returns whether all players who still play now do. Raises NotSeated."""
    seat = _held(match, player)
    seat.consents[kind] = match.head_seq
    seat.save(update_fields=["consents"])
    seats = list(Seat.objects.filter(match=match))
    return {each.number for each in seats if may_consent(each)} == set(agreements(match, seats)[kind])


def consent_withdraw(match: Match, player: Player, kind: str) -> None:
    """Takes a player's consent back; nothing changes if there is none. Raises NotSeated."""
    seat = _held(match, player)
    if seat.consents.pop(kind, None) is not None:
        seat.save(update_fields=["consents"])


def _held(match: Match, player: Player) -> Seat:
    seat = Seat.objects.filter(match=match, player=player).first()
    if seat is None or not may_consent(seat):
        raise NotSeated()
    return seat
