"""Which clubs a player belongs to: what `access` needs to know of clubs."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Q

from events.base.exceptions import Fault, Malformed
from events.models import Club, ClubMember, Match, Player

Role = ClubMember.Role
MEMBERS = (Role.OWNER, Role.ORGANISER, Role.MEMBER)
LEADERS = (Role.OWNER, Role.ORGANISER)
NO_CLUB = UUID(int=0)

OF_A_CLUB = Q(visibility=Match.Visibility.PRIVATE, club__isnull=False)
"""The matches and tournaments that the members of their club know, and besides them only those who take part."""


def clubs_of(player: Player) -> list[UUID]:
    """The clubs of which a player is a member."""
    memberships = ClubMember.objects.filter(player=player, role__in=MEMBERS)
    return list(memberships.values_list("club_id", flat=True))


def role_in(club: UUID | None, player: Player) -> str | None:
    """What a player is in a club; None if there is neither. Asks as much if there is no such club."""
    return ClubMember.objects.filter(club=club or NO_CLUB, player=player).values_list("role", flat=True).first()


def is_member(club: UUID | None, player: Player) -> bool:
    """Whether a player is a member of a club."""
    return role_in(club, player) in MEMBERS


def leads(club: UUID | None, player: Player) -> bool:
    """Whether a player is the owner or an organiser of a club."""
    return club is not None and role_in(club, player) in LEADERS


def visibility_in(club: UUID, player: Player, wanted: str | None) -> str:
    """Who sees what a member begins in a club: in a private one its members. wanted: None: as is usual there.

    Raises Malformed unless the player is a member; a club that they may not know is treated as one that is not there.
    """
    if not is_member(club, player):
        raise Malformed(Fault("/club", "not_an_option"))
    is_private = Club.objects.filter(pk=club).values_list("is_private", flat=True).get()
    usual = Match.Visibility.PRIVATE if is_private else Match.Visibility.PUBLIC
    if is_private and wanted not in (None, usual):
        raise Malformed(Fault("/visibility", "not_an_option"))
    return wanted or usual
