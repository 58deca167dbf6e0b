"""Tables of a club: the players who may sit at them, and the defaults of new tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from events.base.exceptions import FieldError, Malformed
from events.clubs.models import ClubDefaults
from events.log.memberships import is_member, visibility_in
from events.log.models import Match
from events.users.models import Player


def with_club(player: Player, body: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the settings of a new match, completed with the defaults of its club.

    The club's values replace missing options. The club's clock replaces a missing clock as a whole. Raises Malformed.
    """
    if (club := body.get("club")) is None:
        return dict(body)
    visibility = visibility_in(club, player, body.get("visibility"))
    house = ClubDefaults.objects.filter(club=club, game=body["game"]).first()
    if house is None:
        return {**body, "visibility": visibility}
    options = {**house.options, **body.get("options", {})}
    return {"clock": house.clock, **body, "visibility": visibility, "options": options}


def is_closed(match: Match) -> bool:
    """Returns whether only members of the match's club may sit at the match and watch it."""
    return match.club is not None and match.visibility == Match.Visibility.PRIVATE


def may_sit(match: Match, player: Player) -> bool:
    """Returns whether a player may take a seat of a match under the rules of its club, if it has a club."""
    return not is_closed(match) or is_member(match.club, player)


def require_members(match: Match, seated: Mapping[int, Player]) -> None:
    """Raises Malformed unless all players with a reserved seat may sit there. seated: the players, by seat."""
    errors = [
        FieldError(f"/seats/{seat}/name", "not_an_option") for seat, who in seated.items() if not may_sit(match, who)
    ]
    if errors:
        raise Malformed(*errors)
