"""The responses about invitation links, for their creators and their recipients."""

from __future__ import annotations

from django.utils import timezone

from events.base.clock import utc
from events.base.exceptions import Forbidden, NotFound
from events.log.access import Access, access_to
from events.log.models import Match
from events.matches.lobby.club_tables import is_closed
from events.matches.lobby.match_lists import match_lines
from events.matches.models import Invitation
from events.matches.serializers.seats import InvitationLine, InvitationOut
from events.users.models import Player


def invitation_of(digest: bytes) -> Invitation:
    """Returns the invitation whose token has this hash. Raises NotFound if the link is unknown, expired or revoked."""
    invitation = Invitation.objects.filter(digest=digest, expires_at__gt=timezone.now()).first()
    if invitation is None:
        raise NotFound()
    return invitation


def invitation_page(digest: bytes, caller: Player | None) -> InvitationOut:
    """Returns the match that a link leads to. The link makes the match visible to everybody, unless the match is closed
    to its club.

    Raises NotFound.
    """
    invitation = invitation_of(digest)
    match = Match.objects.prefetch_related("seats__player", "seats__invited").get(pk=invitation.match_id)
    if is_closed(match):
        access_to(match.pk, caller)
    return {
        "match": match_lines([match], caller)[0],
        "seat": invitation.number,
        "expires_at": utc(invitation.expires_at),
    }


def invitations_to(access: Access) -> list[InvitationLine]:
    """Returns the valid links to a match, the newest first.

    Raises Forbidden unless the caller is the creator of the match or an operator.
    """
    match, player = access.match, access.player
    if not _may_invite(match, player):
        raise Forbidden()
    invitations = Invitation.objects.filter(match=match, expires_at__gt=timezone.now()).order_by("-pk")
    return [invitation_line(invitation) for invitation in invitations]


def _may_invite(match: Match, player: Player | None) -> bool:
    return player is not None and (player.is_staff or match.creator_id == player.pk)


def invitation_line(invitation: Invitation) -> InvitationLine:
    """Returns an invitation without its token."""
    return {
        "id": str(invitation.pk),
        "seat": invitation.number,
        "created_at": utc(invitation.created_at),
        "expires_at": utc(invitation.expires_at),
    }
