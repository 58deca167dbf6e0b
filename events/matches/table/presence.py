"""The players who look at a match and show their presence, and the players who wait for a seat."""

from __future__ import annotations

from django.db.models import Exists, OuterRef

from events.base.clock import now_ms
from events.log.delays import occupied
from events.log.models import Match, Seat
from events.matches.models import WaitingPlayer
from events.matches.serializers.presence import PresentOut, WaitingOut
from events.notifications.models import Presence
from events.users.models import Block, Player


def present(match: Match, caller: Player | None) -> list[PresentOut]:
    """Returns the players who look at a match, by seat, then by name. A player is hidden from callers whom they
    block.
    """
    looks = Presence.objects.filter(
        match=match, until_ms__gt=now_ms(), player__shows_presence=True, player__is_active=True
    )
    if caller is not None:
        blocks = Block.objects.filter(player=OuterRef("player"), other=caller, is_block=True)
        looks = looks.filter(~Exists(blocks))
    seats = {
        seat.player_id: seat.number for seat in occupied(match, Seat.objects.filter(match=match)) if seat.player_id
    }
    people = {(seats.get(player_id), name) for player_id, name in looks.values_list("player_id", "player__name")}
    return [
        {"name": name, "seat": seat}
        for seat, name in sorted(people, key=lambda one: (one[0] is None, one[0] or 0, one[1]))
    ]


def waiting(match: Match) -> list[WaitingOut]:
    """Returns the players who wait for a seat, in order."""
    places = WaitingPlayer.objects.filter(match=match, player__is_active=True).order_by("pk")
    return [{"name": name} for name in places.values_list("player__name", flat=True)]
