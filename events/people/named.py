"""Players by their names."""

from __future__ import annotations

from events.base.exceptions import Forbidden, NotFound
from events.base.player_names import name_key
from events.models import Player


def player_named(name: str) -> Player:
    """The player of exactly this name; raises NotFound."""
    player = Player.objects.filter(name_key=name_key(name), is_active=True).first()
    if player is None or player.name != name:
        raise NotFound()
    return player


def player_with_results(name: str, caller: Player | None) -> Player:
    """The same; raises Forbidden if they show their results to nobody else."""
    player = player_named(name)
    if not player.shows_results and (caller is None or caller.pk != player.pk):
        raise Forbidden()
    return player
