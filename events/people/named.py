"""Players by their names."""

from __future__ import annotations

from events.base.exceptions import NotFound
from events.base.player_names import name_key
from events.models import Player


def player_named(name: str) -> Player:
    """The player of exactly this name; raises NotFound."""
    player = Player.objects.filter(name_key=name_key(name), is_active=True).first()
    if player is None or player.name != name:
        raise NotFound()
    return player
