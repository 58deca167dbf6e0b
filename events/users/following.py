"""Following players to see their open tables. Followed players are not notified. A block prevents following."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Exists, OuterRef

from events.users.models import Block, Follow, Player


def followed_by(player: Player) -> list[UUID]:
    """Returns the players whom a player follows, except players who block the player."""
    blocking = Block.objects.filter(player=OuterRef("other"), other=player, is_block=True)
    return list(Follow.objects.filter(~Exists(blocking), player=player).values_list("other", flat=True))
