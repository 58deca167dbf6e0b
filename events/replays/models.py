"""Analyses of finished matches, and links to replays. They are never part of the log."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from events.base.models import new_id
from events.log.models import Match
from events.users.models import Player


class Analysis(models.Model):
    """A coach's analysis of a player's decisions in a finished match.

    decisions: the judged decisions that left a choice, in the order of the log. done, total: the number of judged
    decisions of the seat, and the number of all its decisions. replays: the results of each replay of the deal, as
    `events.replays.coach.ReplayResults`; replays_total: the planned number. is_of_deal: whether only the deal is
    judged, because the player has not asked for an analysis. working_ms: the end of the worker's lease.
    """

    ends_with_account = True

    class Status(models.TextChoices):
        WAITING = "waiting"
        DONE = "done"
        FAILED = "failed"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
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
        db_table = "events_analysis"
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "player"], name="analysis_once")]
        indexes: ClassVar = [models.Index(fields=["id"], condition=models.Q(status="waiting"), name="analysis_waiting")]

    def __str__(self) -> str:
        return f"analysis of {self.match_id} for seat {self.seat}"


class ReplayLink(models.Model):
    """The right of everybody who has the token to see a replay, until its maker revokes it.

    seat: the seat whose view it shows; null: a spectator's view. seq: the last event that it shows. The token is stored
    unhashed, because it gives access only to data in the same database, and because its maker may request it again.
    """

    ends_with_account = True
    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="replay_links", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="replay_links")
    seat = models.PositiveSmallIntegerField(null=True)
    seq = models.BigIntegerField()
    token = models.CharField(max_length=43, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "events_replaylink"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "player", "seat"], name="replay_link_once"),
            models.UniqueConstraint(
                fields=["match", "player"], condition=Q(seat__isnull=True), name="replay_link_of_spectators_once"
            ),
        ]

    def __str__(self) -> str:
        return f"replay link {self.id} to {self.match_id}"
