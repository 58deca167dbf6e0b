"""Services that create, revoke and use invitation links to clubs."""

from __future__ import annotations

import secrets
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from events.base.exceptions import NotFound
from events.clubs.models import ClubInvitation, ClubMember
from events.clubs.services import lock, member_add, require_leader
from events.log.memberships import Role
from events.users.models import Player
from events.users.services import digest

MOST = 20  # the most links of one club at a time; a further link replaces the oldest link


def club_invitation_create(
    *, club_id: UUID, player: Player, seconds: int, uses: int | None
) -> tuple[str, ClubInvitation]:
    """Creates a link to a club at the request of a leader. Returns the token of the link, which is not stored.

    seconds: the lifetime of the link; uses: the number of players who may use it; None: any number.
    """
    with transaction.atomic():
        club = lock(club_id)
        require_leader(club, player)
        kept = ClubInvitation.objects.filter(club=club).order_by("-pk").values_list("pk", flat=True)[: MOST - 1]
        ClubInvitation.objects.filter(club=club).exclude(pk__in=list(kept)).delete()
        text = secrets.token_urlsafe(32)
        expires_at = timezone.now() + timedelta(seconds=seconds)
        columns = {"maker": player, "uses_left": uses, "expires_at": expires_at}
        return text, ClubInvitation.objects.create(club=club, digest=digest(text), **columns)


def club_invitations_revoke(*, club_id: UUID, player: Player, invitation_id: UUID | None = None) -> None:
    """Revokes one link to a club, or all links. Raises NotFound, and Forbidden unless the player leads the club."""
    with transaction.atomic():
        club = lock(club_id)
        require_leader(club, player)
        links = ClubInvitation.objects.filter(club=club)
        if invitation_id is None:
            links.delete()
        elif not links.filter(pk=invitation_id).delete()[0]:
            raise NotFound()


def club_invitation_of(digest: bytes) -> ClubInvitation:
    """Returns the link whose token has this hash. Raises NotFound if it is unknown, expired, used up or revoked."""
    invitation = _working().filter(digest=digest).select_related("club").first()
    if invitation is None:
        raise NotFound()
    return invitation


def _working() -> QuerySet[ClubInvitation]:
    is_left = Q(uses_left=None) | Q(uses_left__gt=0)
    return ClubInvitation.objects.filter(is_left, expires_at__gt=timezone.now())


def club_invitations_to(club_id: UUID, player: Player) -> list[ClubInvitation]:
    """Returns the valid links to a club, the newest first. Raises Forbidden unless the player leads the club."""
    with transaction.atomic():
        club = lock(club_id)
        require_leader(club, player)
    return list(_working().filter(club=club).order_by("-pk"))


def club_invitation_use(*, text: str, player: Player) -> ClubMember:
    """Makes a player a member of the club of a link. Raises NotFound, AlreadyMember, ClubFull.

    For a player who was removed from the club, the link counts as revoked.
    """
    with transaction.atomic():
        club = lock(club_invitation_of(digest(text)).club_id)
        invitation = club_invitation_of(digest(text))  # read again: the link may have been revoked before the lock
        if ClubMember.objects.filter(club=club, player=player, role=Role.REMOVED).exists():
            raise NotFound()
        member = member_add(club, player)
        ClubInvitation.objects.filter(pk=invitation.pk, uses_left__gt=0).update(uses_left=F("uses_left") - 1)
    return member


def club_invitations_prune() -> int:
    """Deletes the links that are expired or used up. Returns the number of deleted links."""
    past = Q(expires_at__lte=timezone.now()) | Q(uses_left=0)
    return ClubInvitation.objects.filter(past).delete()[0]
