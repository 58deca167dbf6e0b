"""Tickets for streams."""

from __future__ import annotations

from django.db import models

from events.log.models import Match
from events.users.models import Player, Token


class StreamTicket(models.Model):
    """The right to open one stream, once; only the hash of the ticket's text is stored.

    match: null for the player's own stream. token: the token with which the ticket was created; revoking it ends the
    ticket and its stream.
    """

    ends_with_account = True
    digest = models.BinaryField(primary_key=True)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="stream_tickets")
    token = models.ForeignKey(Token, null=True, on_delete=models.CASCADE, related_name="stream_tickets")
    match = models.ForeignKey(Match, null=True, on_delete=models.CASCADE, related_name="stream_tickets")
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "events_streamticket"

    def __str__(self) -> str:
        return f"ticket of {self.player_id}"
