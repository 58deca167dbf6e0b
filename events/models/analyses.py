"""Analyses of finished matches, one for each player who asks; never part of the log."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from events.models.match import Match
from events.models.player import Player


class Analysis(models.Model):
    """What a coach says of a player's decisions in a finished match.

    decisions: those that left a choice, judged so far, in the order of the log. done, total: how many decisions of the
    seat are judged, and how many there are. replays: the results each time that the deal was played again, as
    `events.replays.coach.Replayed`; replays_total: how often it will be. is_of_deal: whether the deal alone is judged,
    since the player has not asked about their decisions. working_ms: until when a worker has the analysis to itself.
    """

    class Status(models.TextChoices):
        WAITING = "waiting"
        DONE = "done"
        FAILED = "failed"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="analyses")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="analyses")
    seat = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=7, choices=Status.choices, default=Status.WAITING)
    decisions = models.JSONField(default=list)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField()
    replays = models.JSONField(default=list)
    replays_total = models.PositiveSmallIntegerField(default=0)
    is_of_deal = models.BooleanField(default=False, db_default=False)
    attempts = models.PositiveSmallIntegerField(default=0)
    working_ms = models.BigIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "player"], name="analysis_once")]
        indexes: ClassVar = [models.Index(fields=["id"], condition=models.Q(status="waiting"), name="analysis_waiting")]

    def __str__(self) -> str:
        return f"analysis of {self.match_id} for seat {self.seat}"
