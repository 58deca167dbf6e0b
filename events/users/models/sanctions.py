"""The operator's sanctions, and the players whom players mute or block."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from events.base.models import new_id
from events.users.models.player import Player


class ModerationReason(models.TextChoices):
    """The reasons for reports and for withdrawn texts; a log holds the key."""

    ABUSE = "abuse"
    SPAM = "spam"
    PERSONAL_DATA = "personal_data"
    CHEATING = "cheating"
    OTHER = "other"


class Sanction(models.Model):
    """The operator's decision about a player: its kind and reason, its end, and the player's appeal.

    until_ms: null: until the operator ends it. ended_ms: when the operator withdrew it, or a suspension was over. text:
    the operator's words to the player. appeal: the player's words, once; answer: the operator's to them.
    """

    ends_with_account = True

    class Kind(models.TextChoices):
        WARNING = "warning"
        SILENCE = "silence"
        SUSPENSION = "suspension"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="sanctions")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    reason = models.CharField(max_length=13, choices=ModerationReason.choices)
    text = models.CharField(max_length=1000)
    created_ms = models.BigIntegerField()
    until_ms = models.BigIntegerField(null=True, default=None)
    ended_ms = models.BigIntegerField(null=True, default=None)
    appeal = models.CharField(max_length=1000, default="", blank=True)
    appealed_ms = models.BigIntegerField(null=True, default=None)
    answer = models.CharField(max_length=1000, default="", blank=True)
    answered_ms = models.BigIntegerField(null=True, default=None)

    class Meta:
        db_table = "events_sanction"

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


class Block(models.Model):
    """A player avoids another one. is_block: they do not wish to meet, either; else they only do not wish to hear."""

    ends_with_account = True
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="avoidances", db_index=False)
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="avoided_by")
    is_block = models.BooleanField()
    created_ms = models.BigIntegerField()

    class Meta:
        db_table = "events_avoidance"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "other"], name="avoidance_once"),
            models.CheckConstraint(condition=~Q(player=F("other")), name="avoidance_of_others"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} avoids {self.other_id}"
