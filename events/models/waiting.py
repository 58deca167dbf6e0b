"""Who waits for a seat of a match that has not started."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from events.models.match import Match
from events.models.player import Player


class WaitingPlayer(models.Model):
    """A place in the waiting list of an open match; ids have the order in which players came."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="waiting")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="waiting_for")
    created_ms = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "player"], name="waiting_once")]

    def __str__(self) -> str:
        return f"{self.player_id} waits for {self.match_id}"
