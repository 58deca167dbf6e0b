"""Services that create a club, add and remove members, and change roles. Every club has exactly one owner.

Every change of members holds the lock of the club, so concurrent changes happen one after another.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction

from events.base.clock import now_ms
from events.base.exceptions import FieldError, Forbidden, Malformed, NotFound
from events.base.player_names import name_key
from events.base.publishing import publish
from events.clubs.errors import AlreadyMember, ClubFull, OwnerStays, TooManyClubs
from events.clubs.leaving import tables_leave
from events.clubs.models import Club, ClubInvitation, ClubMember
from events.log.memberships import LEADERS, MEMBERS, Role
from events.users.blocks import blocks
from events.users.models import Player
from events.users.services import clean_name

MOST_MEMBERS = 500
MOST_ASKING = 200


def club_create(*, player: Player, name: str, about: str, is_private: bool) -> Club:
    """Creates a club with the player as owner. Raises Malformed, TooManyClubs, and Forbidden for bots."""
    if player.is_bot:
        raise Forbidden()
    name = _named(name)
    with transaction.atomic():
        _require_room(player)
        club = Club(name=name, about=about, is_private=is_private, created_ms=now_ms())
        _save(club)
        ClubMember.objects.create(club=club, player=player, role=Role.OWNER, since_ms=club.created_ms)
    return club


def _named(name: str) -> str:
    """Returns the normalised name of a club. Raises Malformed if it looks like an id, because both identify clubs."""
    name = clean_name(name)
    try:
        UUID(name)
    except ValueError:
        return name
    raise Malformed(FieldError("/name", "bad_name"))


def _save(club: Club) -> None:
    """Saves a club. Raises Malformed if another public club has the name."""
    club.name_key = "" if club.is_private else name_key(club.name)
    if not club.is_private and not club.name_key:
        raise Malformed(FieldError("/name", "bad_name"))
    try:
        with transaction.atomic():
            club.save()
    except IntegrityError:
        raise Malformed(FieldError("/name", "name_taken")) from None


def _require_room(player: Player) -> None:
    limit = settings.COMPTOIR_CLUBS_PER_PLAYER
    if not limit or player.is_staff:
        return
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if ClubMember.objects.filter(player=player, role=Role.OWNER).count() >= limit:
        raise TooManyClubs(params={"limit": limit})


def club_update(*, club_id: UUID, player: Player, changes: Mapping[str, Any]) -> Club:
    """Changes the name or the description of a club at the request of a leader. Raises Forbidden, Malformed."""
    with transaction.atomic():
        club = lock(club_id)
        require_leader(club, player)
        if "name" in changes:
            club.name = _named(changes["name"])
        if "about" in changes:
            club.about = changes["about"] or ""
        _save(club)
    return club


def club_dissolve(*, club_id: UUID, player: Player) -> None:
    """Deletes a club at the request of its owner or an operator. Raises Forbidden.

    The matches remain. Only the players with a seat can see a private match.
    """
    with transaction.atomic():
        club = lock(club_id)
        if _role(club, player) != Role.OWNER and not player.is_staff:
            raise Forbidden()
        members = list(ClubMember.objects.filter(club=club).values_list("player_id", flat=True))
        club.delete()
        _tell(*members)


def lock(club_id: UUID) -> Club:
    """Locks a club until the transaction ends, and returns it. Raises NotFound."""
    club = Club.objects.select_for_update().filter(pk=club_id).first()
    if club is None:
        raise NotFound()
    return club


def require_leader(club: Club, player: Player) -> None:
    """Raises Forbidden unless the player is the owner or an organiser of a club, or an operator."""
    if _role(club, player) not in LEADERS and not player.is_staff:
        raise Forbidden()


def _role(club: Club, player: Player) -> str | None:
    return ClubMember.objects.filter(club=club, player=player).values_list("role", flat=True).first()


def _tell(*players: UUID) -> None:
    """Wakes the streams of players whose lists may have changed."""
    for player in players:
        publish(f"player:{player}")


# Joining


def club_ask(*, club_id: UUID, player: Player) -> ClubMember:
    """Records a player's request to join a public club. A repeated call changes nothing.

    Raises AlreadyMember, ClubFull, and Forbidden for bots, removed players, and players whom the owner blocks.
    """
    with transaction.atomic():
        club = lock(club_id)
        present = ClubMember.objects.filter(club=club, player=player).first()
        if present is not None and present.role in MEMBERS:
            raise AlreadyMember()
        if present is not None and present.role == Role.ASKING:
            return present
        owner = ClubMember.objects.get(club=club, role=Role.OWNER).player_id
        if club.is_private or player.is_bot or present is not None or blocks(owner, player.pk):
            raise Forbidden()
        if ClubMember.objects.filter(club=club, role=Role.ASKING).count() >= MOST_ASKING:
            raise ClubFull(params={"limit": MOST_MEMBERS})
        return ClubMember.objects.create(club=club, player=player, role=Role.ASKING, since_ms=now_ms())


def member_add(club: Club, player: Player) -> ClubMember:
    """Makes a player a member, also a player who has asked to join or was removed. The caller holds the club's lock.

    Raises AlreadyMember, ClubFull, and Forbidden for bots.
    """
    present = ClubMember.objects.filter(club=club, player=player).first()
    if present is not None and present.role in MEMBERS:
        raise AlreadyMember()
    if player.is_bot:
        raise Forbidden()
    if ClubMember.objects.filter(club=club, role__in=MEMBERS).count() >= MOST_MEMBERS:
        raise ClubFull(params={"limit": MOST_MEMBERS})
    member, _ = ClubMember.objects.update_or_create(
        club=club, player=player, defaults={"role": Role.MEMBER, "since_ms": now_ms()}
    )
    _tell(player.pk)
    return member


# Roles


def member_change(*, club_id: UUID, player: Player, name: str, role: str) -> ClubMember:
    """Gives a player another role at the request of a leader, also a player who asks to join or was removed.

    Only the owner may name organisers and make another member the owner. Raises NotFound, Forbidden, ClubFull, and
    OwnerStays for another role of the owner.
    """
    with transaction.atomic():
        club = lock(club_id)
        require_leader(club, player)
        member = _named_member(club, name)
        if member.role not in MEMBERS:
            if role != Role.MEMBER:
                raise Forbidden()
            return member_add(club, member.player)
        if member.role == role:
            return member
        if _role(club, player) != Role.OWNER and not player.is_staff:
            raise Forbidden()
        if member.role == Role.OWNER:
            raise OwnerStays()
        if role == Role.OWNER:
            ClubMember.objects.filter(club=club, role=Role.OWNER).update(role=Role.ORGANISER)
        member.role = role
        member.save(update_fields=["role"])
    return member


def _named_member(club: Club, name: str) -> ClubMember:
    members = ClubMember.objects.filter(club=club, player__is_active=True).select_related("player")
    member = members.filter(player__name_key=name_key(name)).first()
    if member is None or member.player.name != name:
        raise NotFound()
    return member


# Leaving


def member_remove(*, club_id: UUID, player: Player, name: str) -> None:
    """Removes a player from a club at their own or a leader's request. Only the owner may remove an organiser.

    The same call withdraws or refuses a request to join. Raises NotFound, Forbidden, and OwnerStays for the owner.
    """
    with transaction.atomic():
        club = lock(club_id)
        is_own = name == player.name
        if not is_own:
            require_leader(club, player)
        member = _named_member(club, name)
        if member.role == Role.OWNER:
            raise OwnerStays()
        if member.role == Role.ORGANISER and not is_own and _role(club, player) != Role.OWNER and not player.is_staff:
            raise Forbidden()
        if member.role == Role.REMOVED:
            if is_own:
                raise NotFound()
            return
        was_member = member.role in MEMBERS
        if is_own or not was_member:
            member.delete()
        else:
            ClubMember.objects.filter(pk=member.pk).update(role=Role.REMOVED, since_ms=now_ms())
        _forget(club, member.player_id)
    if was_member:
        tables_leave(club_id=club_id, player_id=member.player_id)


def _forget(club: Club, player_id: UUID) -> None:
    """Revokes the links of a former member."""
    ClubInvitation.objects.filter(club=club, maker=player_id).delete()
    _tell(player_id)


def clubs_leave(player_id: UUID) -> None:
    """Removes a player whose account closes from all clubs.

    A club of the player passes to the organiser with the longest service, or else to such a member. Without a
    successor, the club is deleted.
    """
    clubs = ClubMember.objects.filter(player=player_id).order_by("club_id").values_list("club_id", flat=True)
    for club_id in list(clubs):
        with transaction.atomic():
            club = Club.objects.select_for_update().filter(pk=club_id).first()
            if club is not None:
                _leave(club, player_id)


def _leave(club: Club, player_id: UUID) -> None:
    mine = ClubMember.objects.filter(club=club, player=player_id)
    was_owner = mine.filter(role=Role.OWNER).exists()
    mine.delete()
    _forget(club, player_id)
    if was_owner and not _succeeded(club):
        club.delete()


def _succeeded(club: Club) -> bool:
    """Makes the successor the owner of a club without an owner. Returns False if there is no successor."""
    there = ClubMember.objects.filter(club=club, player__is_active=True).order_by("since_ms", "pk")
    for role in (Role.ORGANISER, Role.MEMBER):
        if (successor := there.filter(role=role).first()) is not None:
            successor.role = Role.OWNER
            successor.save(update_fields=["role"])
            return True
    return False
