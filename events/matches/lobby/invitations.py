"""The creation, revocation and use of links that invite to a match."""

from __future__ import annotations

import secrets
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from events.base.exceptions import FieldError, Forbidden, Malformed, NotFound
from events.log.delays import match_known_to
from events.log.locking import lock_match, require_status
from events.log.models import Match, Seat
from events.matches.lobby.club_tables import may_sit
from events.matches.lobby.invitation_pages import invitation_of
from events.matches.lobby.seats import seat_take
from events.matches.models import Invitation
from events.users.models import Player
from events.users.services import digest

MOST = 50  # the number of links that a match may have; a further link replaces the oldest


def invitation_create(*, match_id: UUID, player: Player, number: int | None, seconds: int) -> tuple[str, Invitation]:
    """Creates a link to an open match for the creator of the match. Returns its token, which is not stored, and the
    invitation.

    number: the number of the seat, or None for any seat. seconds: the validity of the link.
    """
    with transaction.atomic():
        match = _own(match_id, player)
        require_status(match_known_to(match, player), Match.Status.OPEN)
        if number is not None and number >= match.size:
            raise Malformed(FieldError("/seat", "out_of_range"))
        kept = Invitation.objects.filter(match=match).order_by("-pk").values("pk")[: MOST - 1]
        Invitation.objects.filter(match=match).exclude(pk__in=list(kept.values_list("pk", flat=True))).delete()
        text = secrets.token_urlsafe(32)
        expires_at = timezone.now() + timedelta(seconds=seconds)
        return text, Invitation.objects.create(match=match, digest=digest(text), number=number, expires_at=expires_at)


def invitations_revoke(*, match_id: UUID, player: Player, invitation_id: UUID | None = None) -> None:
    """Revokes one link of a match, or all links. Raises NotFound if there is no such link.

    Raises Forbidden unless the player created the match or is an operator.
    """
    with transaction.atomic():
        match = _own(match_id, player)
        if invitation_id is None:
            Invitation.objects.filter(match=match).delete()
        elif not Invitation.objects.filter(match=match, pk=invitation_id).delete()[0]:
            raise NotFound()


def invitation_use(*, text: str, player: Player, number: int | None, nonce: bytes | None, commit: bytes | None) -> Seat:
    """Seats a player by a link, also in a private match. number: the number of the seat, if the link does not name one.

    Raises NotFound if the link is unknown, expired or revoked; otherwise as `seat_take`.
    """
    with transaction.atomic():
        match = lock_match(invitation_of(digest(text)).match_id)
        invitation = invitation_of(digest(text))  # the link may have been revoked before the match was locked
        if not may_sit(match, player):
            raise NotFound()
        if invitation.number is not None and number not in (None, invitation.number):
            raise Malformed(FieldError("/seat", "not_an_option"))
        chosen = number if invitation.number is None else invitation.number
        return seat_take(match_id=match.pk, player=player, number=chosen, nonce=nonce, commit=commit, has_link=True)


def invitations_prune() -> int:
    """Deletes the expired links; returns their number."""
    return Invitation.objects.filter(expires_at__lte=timezone.now()).delete()[0]


def _own(match_id: UUID, player: Player) -> Match:
    """Returns the match under its lock. Raises Forbidden unless the player created it or is an operator."""
    match = lock_match(match_id)
    if match.creator_id != player.pk and not player.is_staff:
        raise Forbidden()
    return match
