"""Queries for the players who mute or block others, and for the players whom the operator has silenced."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Q

from events.base.clock import now_ms
from events.base.exceptions import Forbidden
from events.users.models import Block, Player, Sanction


def require_voice(player: Player) -> None:
    """Raises Forbidden if the operator has silenced a player."""
    if Sanction.objects.filter(in_force(now_ms()), player=player, kind=Sanction.Kind.SILENCE).exists():
        raise Forbidden(text="silenced")


def in_force(at_ms: int) -> Q:
    """Returns a filter for the sanctions in force at a time."""
    return Q(ended_ms=None) & (Q(until_ms=None) | Q(until_ms__gt=at_ms))


def players_muting(speaker: UUID | None) -> set[UUID]:
    """Returns the players who mute or block a speaker."""
    return set(Block.objects.filter(other=speaker).values_list("player_id", flat=True))


def blocks(player: UUID | None, other: UUID) -> bool:
    """Returns whether a player blocks another player."""
    return Block.objects.filter(player=player, other=other, is_block=True).exists()


def players_blocking(other: UUID) -> set[UUID]:
    """Returns the players who block another player."""
    return set(Block.objects.filter(other=other, is_block=True).values_list("player_id", flat=True))


def players_blocked(player: UUID | None) -> set[UUID]:
    """Returns the players whom a player blocks."""
    return set(Block.objects.filter(player=player, is_block=True).values_list("other_id", flat=True))
