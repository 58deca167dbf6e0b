"""Clubs as callers see them. A private club is known to its members, to operators and to auditors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from events.base.clock import rfc3339, utc
from events.base.exceptions import NotFound
from events.base.player_names import name_key
from events.clubs.shapes import (
    ClubDefaultsOut,
    ClubInvitationLine,
    ClubInvitationOut,
    ClubMembershipOut,
    ClubOut,
    MemberOut,
)
from events.log.memberships import LEADERS, MEMBERS, Role, role_in
from events.models import Club, ClubDefaults, ClubInvitation, ClubMember, ClubRating, Player
from events.ratings.shapes import LeaderOut

_NUMBER = Count("members", filter=Q(members__role__in=MEMBERS))


class Standing(NamedTuple):
    """A club that a caller may know of, and what they are in it; role: None if nothing."""

    club: Club
    role: str | None
    is_leader: bool


def club_for(name: str, caller: Player | None) -> Standing:
    """The club of that id, or the public one of that name. Raises NotFound if the caller may not know of it.

    As much is asked for one that is not there.
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
    """The public clubs and those of a caller, or these alone."""
    visible = Q(is_private=False)
    if caller is not None:
        memberships = ClubMember.objects.filter(player=caller)
        ours = memberships.filter(role__in=MEMBERS) | memberships.filter(role=Role.ASKING)
        own = Q(pk__in=ours.values("club"))
        visible = own if mine else visible | own
    return Club.objects.filter(visible).annotate(number_of_members=_NUMBER)


def club_lines(clubs: Sequence[Club], caller: Player | None) -> list[ClubOut]:
    """The lines of some clubs."""
    ids = [club.pk for club in clubs]
    roles = dict(ClubMember.objects.filter(club__in=ids, player=caller).values_list("club", "role")) if caller else {}
    owners = ClubMember.objects.filter(club__in=ids, role=Role.OWNER).values_list("club", "player__name")
    names = dict(owners)
    return [_line(club, roles.get(club.pk), names.get(club.pk)) for club in clubs]


def club_head(standing: Standing) -> ClubOut:
    """A club alone."""
    owner = ClubMember.objects.filter(club=standing.club, role=Role.OWNER).values_list("player__name", flat=True)
    return _line(standing.club, standing.role, owner.first())


def _line(club: Club, role: str | None, owner: str | None) -> ClubOut:
    number = getattr(club, "number_of_members", None)
    if number is None:
        number = ClubMember.objects.filter(club=club, role__in=MEMBERS).count()
    line = {
        "id": str(club.pk), "name": club.name, "about": club.about,
        "visibility": "private" if club.is_private else "public", "owner": owner, "number_of_members": number,
        "role": None if role == Role.REMOVED else role, "created_at": rfc3339(club.created_ms),
    }  # fmt: skip
    return cast(ClubOut, line)


def members_of(standing: Standing, *, asking: bool) -> QuerySet[ClubMember]:
    """The members of a club in the order in which they came, or those who ask to join."""
    roles = (Role.ASKING,) if asking else MEMBERS
    members = ClubMember.objects.filter(club=standing.club, role__in=roles, player__is_active=True)
    return members.select_related("player")


def member_lines(members: Sequence[ClubMember]) -> list[MemberOut]:
    """A page of members."""
    return [member_line(member) for member in members]


def member_line(member: ClubMember) -> MemberOut:
    """One member, or somebody who asks to join."""
    return cast(MemberOut, {"name": member.player.name, "role": member.role, "since": rfc3339(member.since_ms)})


def memberships_of(player: Player) -> list[ClubMembershipOut]:
    """The clubs of a player, for the player."""
    mine = ClubMember.objects.filter(player=player).exclude(role=Role.REMOVED).select_related("club").order_by("pk")
    return [
        cast(
            ClubMembershipOut,
            {"club": str(one.club_id), "name": one.club.name, "role": one.role, "since": rfc3339(one.since_ms)},
        )
        for one in mine
    ]


def invitation_line(invitation: ClubInvitation) -> ClubInvitationLine:
    """A link without its token."""
    return {
        "id": str(invitation.pk), "uses_left": invitation.uses_left, "created_at": utc(invitation.created_at),
        "expires_at": utc(invitation.expires_at),
    }  # fmt: skip


def invitation_page(invitation: ClubInvitation, caller: Player | None) -> ClubInvitationOut:
    """What a link invites to: everybody who has it may know of the club, but for those who were sent away."""
    role = role_in(invitation.club_id, caller) if caller is not None else None
    if role == Role.REMOVED:
        raise NotFound()
    return {
        "club": club_head(Standing(invitation.club, role, False)), "expires_at": utc(invitation.expires_at)
    }  # fmt: skip


def defaults_of(club: Club) -> list[ClubDefaultsOut]:
    """What tables of a club begin with, by game."""
    return [defaults_line(one) for one in ClubDefaults.objects.filter(club=club).order_by("game")]


def defaults_line(defaults: ClubDefaults) -> ClubDefaultsOut:
    """The same of one game."""
    return {"game": defaults.game, "options": defaults.options, "clock": defaults.clock}


def club_leaders(club: Club, game: str) -> QuerySet[ClubRating]:
    """The ratings of the members of a club in a game, the best first."""
    there = ClubMember.objects.filter(club=club, role__in=MEMBERS, player__is_active=True).values("player")
    ratings = ClubRating.objects.filter(club=club, game=game, player__in=there)
    return ratings.select_related("player", "club").order_by("-rating", "pk")


def club_leader_lines(ratings: Sequence[ClubRating]) -> list[LeaderOut]:
    """A page of the table; equal ratings share a place."""
    places: dict[int, int] = {}
    for one in ratings:
        if one.rating not in places:
            places[one.rating] = 1 + club_leaders(one.club, one.game).filter(rating__gt=one.rating).count()
    return [
        {
            "place": places[one.rating], "player": one.player.name, "rating": one.rating,
            "deviation": one.deviation, "matches": one.matches,
        }
        for one in ratings
    ]  # fmt: skip
