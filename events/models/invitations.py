"""Links that invite to a match."""

from __future__ import annotations

from django.db import models

from events.models.match import Match
from events.models.player import new_id


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
