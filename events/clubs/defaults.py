"""The defaults of a club for new tables: the options and the clock of each game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction

from events.base.exceptions import Malformed
from events.clubs.models import ClubDefaults
from events.clubs.services import lock, require_leader
from events.http.problems import Refusals
from events.matches.lobby.clock_settings import clock_errors
from events.users.models import Player
from games import registry


def defaults_set(
    *, club_id: UUID, player: Player, game: str, options: Mapping[str, Any], clock: Mapping[str, Any] | None
) -> ClubDefaults:
    """Sets what tables of a game begin with, for those who lead the club. Raises Malformed if no table could.

    options: those that differ from the game's own; clock: as in a new match.
    """
    _require_fitting(game, options, clock)
    with transaction.atomic():
        club = lock(club_id)
        require_leader(club, player)
        columns = {"options": dict(options), "clock": None if clock is None else dict(clock)}
        return ClubDefaults.objects.update_or_create(club=club, game=game, defaults=columns)[0]


def _require_fitting(game: str, options: Mapping[str, Any], clock: Mapping[str, Any] | None) -> None:
    """Raises Malformed with the errors of the clock, and of the options for the smallest table if they fit none."""
    refusals = Refusals()
    with refusals:
        if clock and (errors := list(clock_errors(clock, substitutes=False))):
            raise Malformed(*errors)
    with refusals:
        _require_options(game, options)
    refusals.raise_all()


def _require_options(game: str, options: Mapping[str, Any]) -> None:
    rules = registry.get(game)
    sizes = list(rules.seats)
    for seats in reversed(sizes):
        try:
            rules.options.from_json(options, seats)
        except Exception:
            if seats == sizes[0]:
                raise
        else:
            return


def defaults_clear(*, club_id: UUID, player: Player, game: str) -> None:
    """Lets tables of a game begin as the game has it; nothing changes if they do already."""
    with transaction.atomic():
        club = lock(club_id)
        require_leader(club, player)
        ClubDefaults.objects.filter(club=club, game=game).delete()
