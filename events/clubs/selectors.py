"""Queries for clubs. Only its members, operators and auditors may know that a private club exists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from events.base.clock import rfc3339, utc
from events.base.exceptions import NotFound
from events.base.player_names import name_key
from events.clubs.models import Club, ClubDefaults, ClubInvitation, ClubMember, ClubRating
from events.clubs.serializers import (
    ClubDefaultsOut,
    ClubInvitationLine,
    ClubInvitationOut,
    ClubMembershipOut,
    ClubOut,
    MemberOut,
)
from events.log.memberships import LEADERS, MEMBERS, Role, role_in
from events.ratings.serializers import LeaderOut
from events.users.models import Player

_NUMBER = Count("members", filter=Q(members__role__in=MEMBERS))


class Standing(NamedTuple):
    """A club that a caller may see, and the caller's role in the club; role: None without a role."""

    club: Club
    role: str | None
    is_leader: bool


def club_for(name: str, caller: Player | None) -> Standing:
    """Returns the club with an id, or the public club with a name. Raises NotFound if the caller may not see it.

    The queries are the same for a club that does not exist.
    """
    club = _found(name)
    role = role_in(None if club is None else club.pk, caller) if caller is not None else None
    is_official = caller is not None and (caller.is_staff or caller.is_auditor)
    if club is None or not (not club.is_private or role in MEMBERS or is_official):
        raise NotFound()
    return Standing(club, role, role in LEADERS or (caller is not None and caller.is_staff))


def _found(name: str) -> Club | None:
    clubs = Club.objects.annotate(number_of_members=_NUMBER)
    try:
        return clubs.filter(pk=UUID(name)).first()
    except ValueError:
        club = clubs.filter(is_private=False, name_key=name_key(name)).first()
        return club if club is not None and club.name == name else None


def clubs_found(caller: Player | None, *, mine: bool) -> QuerySet[Club]:
    """Returns the public clubs and the caller's clubs; with `mine`, only the caller's clubs."""
    visible = Q(is_private=False)
    if caller is not None:
        memberships = ClubMember.objects.filter(player=caller)
        ours = memberships.filter(role__in=MEMBERS) | memberships.filter(role=Role.ASKING)
        own = Q(pk__in=ours.values("club"))
        visible = own if mine else visible | own
    return Club.objects.filter(visible).annotate(number_of_members=_NUMBER)


def club_lines(clubs: Sequence[Club], caller: Player | None) -> list[ClubOut]:
    """Returns the lines of clubs in a list."""
    ids = [club.pk for club in clubs]
    roles = dict(ClubMember.objects.filter(club__in=ids, player=caller).values_list("club", "role")) if caller else {}
    owners = ClubMember.objects.filter(club__in=ids, role=Role.OWNER).values_list("club", "player__name")
    names = dict(owners)
    return [_line(club, roles.get(club.pk), names.get(club.pk)) for club in clubs]


def club_head(standing: Standing) -> ClubOut:
    """Returns the head of one club."""
    owner = ClubMember.objects.filter(club=standing.club, role=Role.OWNER).values_list("player__name", flat=True)
    return _line(standing.club, standing.role, owner.first())


def _line(club: Club, role: str | None, owner: str | None) -> ClubOut:
    number = getattr(club, "number_of_members", None)
    if number is None:
        number = ClubMember.objects.filter(club=club, role__in=MEMBERS).count()
    line = {
        "id": str(club.pk),
        "name": club.name,
        "about": club.about,
        "visibility": "private" if club.is_private else "public",
        "owner": owner,
        "number_of_members": number,
        "role": None if role == Role.REMOVED else role,
        "created_at": rfc3339(club.created_ms),
    }
    return cast(ClubOut, line)


def members_of(standing: Standing, *, asking: bool) -> QuerySet[ClubMember]:
    """Returns the members of a club in the order of joining; with `asking`, the players who ask to join."""
    roles = (Role.ASKING,) if asking else MEMBERS
    members = ClubMember.objects.filter(club=standing.club, role__in=roles, player__is_active=True)
    return members.select_related("player")


def member_lines(members: Sequence[ClubMember]) -> list[MemberOut]:
    """Returns a page of members."""
    return [member_line(member) for member in members]


def member_line(member: ClubMember) -> MemberOut:
    """Returns the line of one member, or of a player who asks to join."""
    return cast(MemberOut, {"name": member.player.name, "role": member.role, "since": rfc3339(member.since_ms)})


def memberships_of(player: Player) -> list[ClubMembershipOut]:
    """Returns the clubs of a player, as only the player may see them."""
    mine = ClubMember.objects.filter(player=player).exclude(role=Role.REMOVED).select_related("club").order_by("pk")
    return [
        cast(
            ClubMembershipOut,
            {"club": str(one.club_id), "name": one.club.name, "role": one.role, "since": rfc3339(one.since_ms)},
        )
        for one in mine
    ]


def invitation_line(invitation: ClubInvitation) -> ClubInvitationLine:
    """Returns a link without its token."""
    return {
        "id": str(invitation.pk),
        "uses_left": invitation.uses_left,
        "created_at": utc(invitation.created_at),
        "expires_at": utc(invitation.expires_at),
    }


def invitation_page(invitation: ClubInvitation, caller: Player | None) -> ClubInvitationOut:
    """Returns the club of a link, which anybody with the link may see. Raises NotFound for a removed player."""
    role = role_in(invitation.club_id, caller) if caller is not None else None
    if role == Role.REMOVED:
        raise NotFound()
    return {"club": club_head(Standing(invitation.club, role, False)), "expires_at": utc(invitation.expires_at)}


def defaults_of(club: Club) -> list[ClubDefaultsOut]:
    """Returns the defaults of a club, by game."""
    return [defaults_line(one) for one in ClubDefaults.objects.filter(club=club).order_by("game")]


def defaults_line(defaults: ClubDefaults) -> ClubDefaultsOut:
    """Returns the defaults of one game."""
    return {"game": defaults.game, "options": defaults.options, "clock": defaults.clock}


def club_leaders(club: Club, game: str) -> QuerySet[ClubRating]:
    """Returns the ratings of the members of a club in a game, the best first."""
    there = ClubMember.objects.filter(club=club, role__in=MEMBERS, player__is_active=True).values("player")
    ratings = ClubRating.objects.filter(club=club, game=game, player__in=there)
    return ratings.select_related("player", "club").order_by("-rating", "pk")


def club_leader_lines(ratings: Sequence[ClubRating]) -> list[LeaderOut]:
    """Returns a page of the rating list. Equal ratings share a place."""
    places: dict[int, int] = {}
    for one in ratings:
        if one.rating not in places:
            places[one.rating] = 1 + club_leaders(one.club, one.game).filter(rating__gt=one.rating).count()
    return [
        {
            "place": places[one.rating],
            "player": one.player.name,
            "rating": one.rating,
            "deviation": one.deviation,
            "matches": one.matches,
        }
        for one in ratings
    ]
