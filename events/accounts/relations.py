"""The players whom a player follows, mutes or blocks. These players receive no notification."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from events.accounts.serializers.relations import RelationOut
from events.base.clock import now_ms, rfc3339
from events.base.exceptions import FieldError, Malformed, NotFound
from events.base.player_names import name_key
from events.users.models import Block, Follow, Player
from events.users.named import player_named

MOST_FOLLOWED = 200


def relation_change(*, player: Player, name: str, changes: Mapping[str, Any]) -> RelationOut:
    """Follows, mutes or blocks a player, or ends this. Omitted members keep their values.

    A player may follow somebody who blocks them, but that player's tables are not shown.

    Raises:
        NotFound: no player has this name
        Malformed: the name is the player's own, or the player follows too many players
    """
    other = player_named(name)
    if other.pk == player.pk:
        raise Malformed(FieldError("/name", "not_yourself"))
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)  # one change of a player's relations at a time
        if "is_followed" in changes:
            _follow(player, other, changes["is_followed"])
        if "avoidance" in changes:
            _avoid(player, other, changes["avoidance"])
    return next(iter(relations_of(player, other=other)), _relation(other.name, None, None))


def _follow(player: Player, other: Player, is_followed: bool) -> None:
    own = Follow.objects.filter(player=player)
    if not is_followed:
        own.filter(other=other).delete()
        return
    if not own.filter(other=other).exists() and own.count() >= MOST_FOLLOWED:
        raise Malformed(FieldError("", "too_many", params={"limit": MOST_FOLLOWED}))
    Follow.objects.get_or_create(player=player, other=other, defaults={"since_ms": now_ms()})


def _avoid(player: Player, other: Player, avoidance: str | None) -> None:
    if avoidance is None:
        Block.objects.filter(player=player, other=other).delete()
        return
    values = {"is_block": avoidance == "block", "created_ms": now_ms()}
    Block.objects.update_or_create(player=player, other=other, defaults=values)


def relation_end(*, player: Player, name: str) -> None:
    """Stops following, muting and blocking a player. Raises NotFound if the player did none of these."""
    whom: dict[str, Any] = {"player": player, "other__name_key": name_key(name), "other__name": name}
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        ended = [model.objects.filter(**whom).delete()[0] for model in (Follow, Block)]
    if not any(ended):
        raise NotFound()


def relations_of(player: Player, **other: Player) -> list[RelationOut]:
    """Returns the relations of a player to others, ordered by name, without closed accounts."""
    of = {"player": player, "other__closed_ms": None, **other}
    follows = {one.other.name: one for one in Follow.objects.filter(**of).select_related("other")}
    blocks = {one.other.name: one for one in Block.objects.filter(**of).select_related("other")}
    return [_relation(name, follows.get(name), blocks.get(name)) for name in sorted({*follows, *blocks})]


def _relation(name: str, follow: Follow | None, block: Block | None) -> RelationOut:
    times = [*([follow.since_ms] if follow else []), *([block.created_ms] if block else [])]
    return {
        "name": name,
        "is_followed": follow is not None,
        "avoidance": None if block is None else "block" if block.is_block else "mute",
        "created_at": rfc3339(min(times)) if times else None,
    }
