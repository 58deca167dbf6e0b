"""Links that invite to a match, as their creator and those who receive them see them."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from events.base.exceptions import Forbidden, NotFound
from events.log.access import Access, access_to
from events.matches.lobby.club_tables import is_closed
from events.matches.lobby.match_lists import match_lines
from events.matches.shapes.seats import InvitationLine, InvitationOut
from events.models import Invitation, Match, Player


def invitation_of(digest: bytes) -> Invitation:
    """The link whose token has this hash; raises NotFound if it is unknown, expired or revoked."""
    invitation = Invitation.objects.filter(digest=digest, expires_at__gt=timezone.now()).first()
    if invitation is None:
        raise NotFound()
    return invitation


def invitation_page(digest: bytes, caller: Player | None) -> InvitationOut:
    """What a link invites to. Everybody who has the link may know of the match, but for what a club keeps to itself.

    Raises NotFound.
    """
    invitation = invitation_of(digest)
    match = Match.objects.prefetch_related("seats__player", "seats__invited").get(pk=invitation.match_id)
    if is_closed(match):
        access_to(match.pk, caller)
    return {
        "match": match_lines([match], caller)[0],
        "seat": invitation.number,
        "expires_at": _utc(invitation.expires_at),
    }


def invitations_to(access: Access) -> list[InvitationLine]:
    """The links to a match that still work, the newest first; raises Forbidden but for its creator and operators."""
    match, player = access.match, access.player
    if not _may_invite(match, player):
        raise Forbidden()
    invitations = Invitation.objects.filter(match=match, expires_at__gt=timezone.now()).order_by("-pk")
    return [invitation_line(invitation) for invitation in invitations]


def _may_invite(match: Match, player: Player | None) -> bool:
    return player is not None and (player.is_staff or match.creator_id == player.pk)


def invitation_line(invitation: Invitation) -> InvitationLine:
    """A link without its token."""
    return {
        "id": str(invitation.pk), "seat": invitation.number, "created_at": _utc(invitation.created_at),
        "expires_at": _utc(invitation.expires_at),
    }  # fmt: skip


def _utc(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
