"""Following other players: one looks out for their open tables. They are not told, and may refuse by a block."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Exists, OuterRef

from events.base.clock import now_ms, rfc3339
from events.base.exceptions import FieldError, Malformed, NotFound
from events.base.player_names import name_key
from events.users.models import Block, Follow, Player
from events.users.named import player_named
from events.users.serializers import FollowedOut

MOST_FOLLOWED = 200


def follow(*, player: Player, name: str) -> Follow:
    """Follows a player; twice changes nothing. Raises NotFound, or Malformed for the player themselves or one too many.

    Somebody who blocks the player can be followed, too, but their tables are not shown.
    """
    other = player_named(name)
    if other.pk == player.pk:
        raise Malformed(FieldError("/name", "not_yourself"))
    own = Follow.objects.filter(player=player)
    if not own.filter(other=other).exists() and own.count() >= MOST_FOLLOWED:
        raise Malformed(FieldError("", "too_many", params={"limit": MOST_FOLLOWED}))
    return Follow.objects.get_or_create(player=player, other=other, defaults={"since_ms": now_ms()})[0]


def follow_end(*, player: Player, name: str) -> None:
    """Follows a player no longer; raises NotFound if they were not followed."""
    if not Follow.objects.filter(player=player, other__name_key=name_key(name), other__name=name).delete()[0]:
        raise NotFound()


def followed_lines(player: Player) -> list[FollowedOut]:
    """Returns the players whom a player follows, by name, without closed accounts."""
    followed = Follow.objects.filter(player=player, other__closed_ms=None).select_related("other")
    return [followed_line(one) for one in followed.order_by("other__name", "pk")]


def followed_line(following: Follow) -> FollowedOut:
    """Returns the line of a followed player."""
    return {"name": following.other.name, "since": rfc3339(following.since_ms)}


def followed_by(player: Player) -> list[UUID]:
    """Returns the players whom a player follows, without those who block the player."""
    blocking = Block.objects.filter(player=OuterRef("other"), other=player, is_block=True)
    return list(Follow.objects.filter(~Exists(blocking), player=player).values_list("other", flat=True))
