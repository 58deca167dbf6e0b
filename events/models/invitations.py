"""Links that invite to a match, and who waits for a seat of one that has not started."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from events.models.match import Match
from events.models.player import Player, new_id


class Invitation(models.Model):
    """The right to take a seat of an open match until a time; only the hash of its token is stored.

    number: the seat that it is for, or null for any free one. A link works as often as there are seats to take.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="invitation_links")
    digest = models.BinaryField(unique=True)
    number = models.PositiveSmallIntegerField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"invitation {self.id} to {self.match_id}"


class WaitingPlayer(models.Model):
    """A place in the waiting list of an open match; ids have the order in which players came."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="waiting")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="waiting_for")
    created_ms = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "player"], name="waiting_once")]

    def __str__(self) -> str:
        return f"{self.player_id} waits for {self.match_id}"
