"""What players report to the operator, and whom they do not wish to meet or to hear."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from events.models.match import Match
from events.models.player import Player, new_id


class Reason(models.TextChoices):
    """Why somebody is reported, and why words are withdrawn; a log holds the key."""

    ABUSE = "abuse"
    SPAM = "spam"
    PERSONAL_DATA = "personal_data"
    CHEATING = "cheating"
    OTHER = "other"


class Report(models.Model):
    """What a player reports: another player, or (match and seq) what they said at a table."""

    class State(models.TextChoices):
        OPEN = "open"
        UPHELD = "upheld"
        DISMISSED = "dismissed"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    reporter = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="reports")
    reported = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="reports_about")
    match = models.ForeignKey(Match, null=True, on_delete=models.PROTECT, related_name="reports")
    seq = models.BigIntegerField(null=True)
    reason = models.CharField(max_length=13, choices=Reason.choices)
    text = models.CharField(max_length=1000, default="", blank=True)
    state = models.CharField(max_length=9, choices=State.choices, default=State.OPEN)
    created_ms = models.BigIntegerField()
    resolved_ms = models.BigIntegerField(null=True, default=None)

    def __str__(self) -> str:
        return f"report {self.id}"


class Sanction(models.Model):
    """What the operator decided about a player: its kind and reason, until when it holds, and what they say to it.

    until_ms: null: until it is ended. ended_ms: when the operator took it back, or a suspension was over. text: the
    operator's words to the player. appeal: the player's words, once; answer: the operator's to them.
    """

    class Kind(models.TextChoices):
        WARNING = "warning"
        SILENCE = "silence"
        SUSPENSION = "suspension"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="sanctions")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    reason = models.CharField(max_length=13, choices=Reason.choices)
    text = models.CharField(max_length=1000)
    created_ms = models.BigIntegerField()
    until_ms = models.BigIntegerField(null=True, default=None)
    ended_ms = models.BigIntegerField(null=True, default=None)
    appeal = models.CharField(max_length=1000, default="", blank=True)
    appealed_ms = models.BigIntegerField(null=True, default=None)
    answer = models.CharField(max_length=1000, default="", blank=True)
    answered_ms = models.BigIntegerField(null=True, default=None)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["until_ms"], condition=Q(ended_ms=None, until_ms__isnull=False), name="sanction_due")
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


class Avoidance(models.Model):
    """A player avoids another one. is_block: they do not wish to meet, either; else they only do not wish to hear."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="avoidances")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="avoided_by")
    is_block = models.BooleanField()
    created_ms = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "other"], name="avoidance_once"),
            models.CheckConstraint(condition=~Q(player=F("other")), name="avoidance_of_others"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} avoids {self.other_id}"
