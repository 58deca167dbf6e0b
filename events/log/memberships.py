"""The clubs of players, as far as access to matches depends on them."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.db.models import Q

from events.base.exceptions import FieldError, Malformed
from events.clubs.models import Club, ClubMember
from events.log.models import Match
from events.users.models import Player

Role = ClubMember.Role
MEMBERS = (Role.OWNER, Role.ORGANISER, Role.MEMBER)
LEADERS = (Role.OWNER, Role.ORGANISER)
NO_CLUB = UUID(int=0)

OF_A_CLUB = Q(visibility=Match.Visibility.PRIVATE, club__isnull=False)
"""A filter for the matches and tournaments that only the members of their club and the participants may know of."""


def clubs_of(player: Player) -> list[UUID]:
    """Returns the clubs that a player belongs to."""
    memberships = ClubMember.objects.filter(player=player, role__in=MEMBERS)
    return list(memberships.values_list("club_id", flat=True))


def role_in(club: UUID | None, player: Player) -> str | None:
    """Returns a player's role in a club, or None. The query is the same if the club does not exist."""
    return ClubMember.objects.filter(club=club or NO_CLUB, player=player).values_list("role", flat=True).first()


def is_member(club: UUID | None, player: Player) -> bool:
    """Returns whether a player is a member of a club."""
    return role_in(club, player) in MEMBERS


def members_among(club: UUID, players: Collection[Player]) -> set[UUID]:
    """Returns the players who are members of a club."""
    members = ClubMember.objects.filter(club=club, role__in=MEMBERS, player__in=players)
    return set(members.values_list("player_id", flat=True))


def leads(club: UUID | None, player: Player) -> bool:
    """Returns whether a player is the owner or an organiser of a club."""
    return club is not None and role_in(club, player) in LEADERS


def visibility_in(club: UUID, player: Player, wanted: str | None) -> str:
    """Returns the visibility of a match or tournament that a member creates in a club. In a private club it is private.

    wanted: the requested visibility; None: the default.

    Raises Malformed unless the player is a member; an unknown club is treated like a missing one.
    """
    if not is_member(club, player):
        raise Malformed(FieldError("/club", "not_an_option"))
    is_private = Club.objects.filter(pk=club).values_list("is_private", flat=True).get()
    usual = Match.Visibility.PRIVATE if is_private else Match.Visibility.PUBLIC
    if is_private and wanted not in (None, usual):
        raise Malformed(FieldError("/visibility", "not_an_option"))
    return wanted or usual
