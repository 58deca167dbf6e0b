"""Lookup of players by their names."""

from __future__ import annotations

from events.base.exceptions import Forbidden, NotFound
from events.base.player_names import name_key
from events.users.models import Player


def player_named(name: str) -> Player:
    """Returns the player with exactly this name. Raises NotFound."""
    player = Player.objects.filter(name_key=name_key(name), is_active=True).first()
    if player is None or player.name != name:
        raise NotFound()
    return player


def player_with_results(name: str, caller: Player | None) -> Player:
    """Returns the player with a name. Raises NotFound, or Forbidden if the caller may not see the results."""
    player = player_named(name)
    if not player.shows_results and (caller is None or caller.pk != player.pk):
        raise Forbidden()
    return player
