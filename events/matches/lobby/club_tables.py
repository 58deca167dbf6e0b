"""Tables of a club: who may sit at one, and the defaults of a new one."""

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

    Each missing option has the club's value; so has the clock as a whole if it is missing. Raises Malformed.
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
    """Returns whether only members of its club may sit at a match and watch it."""
    return match.club is not None and match.visibility == Match.Visibility.PRIVATE


def may_sit(match: Match, player: Player) -> bool:
    """Returns whether the club of a match, if it has one, lets a player sit down."""
    return not is_closed(match) or is_member(match.club, player)


def require_members(match: Match, seated: Mapping[int, Player]) -> None:
    """Raises Malformed unless all for whom a seat is reserved may sit there. seated: by seat."""
    errors = [
        FieldError(f"/seats/{seat}/name", "not_an_option") for seat, who in seated.items() if not may_sit(match, who)
    ]
    if errors:
        raise Malformed(*errors)
