"""Links to replays of matches that are over."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from events.models.match import Match
from events.models.player import Player, new_id


class ReplayLink(models.Model):
    """The right of everybody who has the token to see a replay, until its maker revokes it.

    seat: whose view it shows, or null for a spectator's. seq: the last event that it shows. The token is stored as it
    is, because it leads to nothing that the database does not hold, and its maker may ask for it again.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="replay_links")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="replay_links")
    seat = models.PositiveSmallIntegerField(null=True)
    seq = models.BigIntegerField()
    token = models.CharField(max_length=43, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "player", "seat"], name="replay_link_once"),
            models.UniqueConstraint(
                fields=["match", "player"], condition=Q(seat__isnull=True), name="replay_link_of_spectators_once"
            ),
        ]

    def __str__(self) -> str:
        return f"replay link {self.id} to {self.match_id}"
