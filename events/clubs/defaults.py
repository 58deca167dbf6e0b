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
from games.kernel.errors import BadOptions


def defaults_set(
    *, club_id: UUID, player: Player, game: str, options: Mapping[str, Any], clock: Mapping[str, Any] | None
) -> ClubDefaults:
    """Sets the defaults for new tables of a game, at the request of a leader. Raises Forbidden, Malformed.

    options: the options that differ from the defaults of the game; clock: the clock, as in a new match.
    """
    _require_fitting(game, options, clock)
    with transaction.atomic():
        club = lock(club_id)
        require_leader(club, player)
        columns = {"options": dict(options), "clock": None if clock is None else dict(clock)}
        return ClubDefaults.objects.update_or_create(club=club, game=game, defaults=columns)[0]


def _require_fitting(game: str, options: Mapping[str, Any], clock: Mapping[str, Any] | None) -> None:
    """Raises Malformed for an invalid clock, or for options that no number of seats accepts.

    The errors of options are the errors for the smallest table.
    """
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
        except BadOptions:
            if seats == sizes[0]:
                raise
        else:
            return


def defaults_clear(*, club_id: UUID, player: Player, game: str) -> None:
    """Removes the club's defaults for a game, at the request of a leader. A repeated call changes nothing."""
    with transaction.atomic():
        club = lock(club_id)
        require_leader(club, player)
        ClubDefaults.objects.filter(club=club, game=game).delete()
