"""Tickets that open one stream each, for clients that cannot send an Authorization header."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from events.base.exceptions import Unauthenticated
from events.log.models import Match
from events.streams.models import StreamTicket
from events.users.models import Player, Token
from events.users.services import digest

TICKET_SECONDS = 30


class UsedTicket(NamedTuple):
    """A used ticket: the player, the token with which the ticket was created, and its match."""

    player: Player
    token: Token | None
    match: UUID | None


def ticket_create(*, player: Player, token: Token | None, match: Match | None) -> tuple[str, datetime]:
    """Creates a ticket and stores only its hash; returns the ticket and its expiry time."""
    text = secrets.token_urlsafe(32)
    expires_at = timezone.now() + timedelta(seconds=TICKET_SECONDS)
    StreamTicket.objects.create(digest=digest(text), player=player, token=token, match=match, expires_at=expires_at)
    return text, expires_at


def ticket_use(text: str, match: UUID | None) -> UsedTicket:
    """Uses a ticket for the stream of a match, or for the player's own stream (None).

    Raises Unauthenticated if the ticket is unknown, used, expired or for another stream, or if its token is revoked.
    """
    with transaction.atomic():
        tickets = StreamTicket.objects.select_related("player", "token").select_for_update(of=("self",))
        ticket = tickets.filter(digest=digest(text)).first()
        if ticket is None:
            raise Unauthenticated(text="bad_ticket")
        ticket.delete()
    now = timezone.now()
    is_signed_in = ticket.player.is_active and (ticket.token is None or ticket.token.expires_at > now)
    if ticket.match_id != match or ticket.expires_at <= now or not is_signed_in:
        raise Unauthenticated(text="bad_ticket")
    return UsedTicket(ticket.player, ticket.token, ticket.match_id)


def tickets_prune() -> int:
    """Deletes the expired tickets; returns their number."""
    return StreamTicket.objects.filter(expires_at__lte=timezone.now()).delete()[0]
