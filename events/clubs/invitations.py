"""Links that invite to a club: making, revoking and using them."""

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

MOST = 20  # links of one club at a time; a further one replaces the oldest


def club_invitation_create(
    *, club_id: UUID, player: Player, seconds: int, uses: int | None
) -> tuple[str, ClubInvitation]:
    """Creates a link to a club, for its leaders; returns its token, which cannot be read again.

    seconds: how long it works; uses: for how many players, or None for any number.
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
    """Revokes one link to a club, or all. Raises NotFound, or Forbidden unless the player leads it."""
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
    """Returns the links to a club that still work, the newest first. Raises Forbidden unless the player leads it."""
    with transaction.atomic():
        club = lock(club_id)
        require_leader(club, player)
    return list(_working().filter(club=club).order_by("-pk"))


def club_invitation_use(*, text: str, player: Player) -> ClubMember:
    """Makes a player a member by a link. Raises NotFound as `club_invitation_of`; AlreadyMember, ClubFull.

    For who was sent away the link does not work, as if it had been revoked.
    """
    with transaction.atomic():
        club = lock(club_invitation_of(digest(text)).club_id)
        invitation = club_invitation_of(digest(text))  # it may have been revoked before the club was locked
        if ClubMember.objects.filter(club=club, player=player, role=Role.REMOVED).exists():
            raise NotFound()
        member = member_add(club, player)
        ClubInvitation.objects.filter(pk=invitation.pk, uses_left__gt=0).update(uses_left=F("uses_left") - 1)
    return member


def club_invitations_prune() -> int:
    """Deletes the links that have expired or are used up; returns how many."""
    past = Q(expires_at__lte=timezone.now()) | Q(uses_left=0)
    return ClubInvitation.objects.filter(past).delete()[0]
