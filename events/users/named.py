"""Lookup of players by their names."""

from __future__ import annotations

from collections.abc import Mapping

from events.base.exceptions import FieldError, Forbidden, Malformed, NotFound
from events.base.player_names import name_key
from events.users.blocks import players_blocking
from events.users.models import Player


def player_named(name: str) -> Player:
    """Returns the player with exactly this name. Raises NotFound."""
    player = Player.objects.filter(name_key=name_key(name), is_active=True).first()
    if player is None or player.name != name:
        raise NotFound()
    return player


def invitees(inviter: Player, names: Mapping[str, str]) -> dict[str, Player]:
    """Returns the named players by JSON pointer. names: the names by pointer.

    Raises Malformed at the first name that is unknown or belongs to a player who blocks the inviter.
    """
    keys = {pointer: name_key(name) for pointer, name in names.items()}
    if not keys:
        return {}
    active = Player.objects.filter(name_key__in=keys.values(), is_active=True)
    known = {player.name_key: player for player in active.exclude(pk__in=players_blocking(inviter.pk))}
    for pointer, key in keys.items():
        if key not in known:
            raise Malformed(FieldError(pointer, "not_an_option"))
    return {pointer: known[key] for pointer, key in keys.items()}


def player_with_results(name: str, caller: Player | None) -> Player:
    """Returns the player with a name. Raises NotFound, or Forbidden if the caller may not see the results."""
    player = player_named(name)
    if not player.shows_results and (caller is None or caller.pk != player.pk):
        raise Forbidden()
    return player
