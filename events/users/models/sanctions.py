"""The operator's sanctions, and the relation of players who mute or block others."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from events.base.models import new_id
from events.users.models.player import Player


class ModerationReason(models.TextChoices):
    """The reasons for reports and for withdrawn texts. Logs contain the key of the reason."""

    ABUSE = "abuse"
    SPAM = "spam"
    PERSONAL_DATA = "personal_data"
    CHEATING = "cheating"
    OTHER = "other"


class Sanction(models.Model):
    """The operator's decision about a player: its kind and reason, its end, and the player's appeal.

    until_ms: the planned end; null: the operator ends the sanction. ended_ms: the time when the operator withdrew the
    sanction or a suspension expired. text: the operator's message to the player. appeal: the player's only appeal.
    answer: the operator's answer to the appeal.
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
    """The fact that a player mutes or blocks another player. is_block: whether it is a block, or only a mute."""

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
