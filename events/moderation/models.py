"""Players' reports to the operator."""

from __future__ import annotations

from django.db import models

from events.base.models import new_id
from events.log.models import Match
from events.users.models import ModerationReason, Player


class Report(models.Model):
    """A player's report about another player, or about a message at a table (match and seq)."""

    class State(models.TextChoices):
        OPEN = "open"
        UPHELD = "upheld"
        DISMISSED = "dismissed"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    reporter = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="reports")
    reported = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="reports_about")
    match = models.ForeignKey(Match, null=True, on_delete=models.PROTECT, related_name="reports")
    seq = models.BigIntegerField(null=True)
    reason = models.CharField(max_length=13, choices=ModerationReason.choices)
    text = models.CharField(max_length=1000, default="", blank=True)
    state = models.CharField(max_length=9, choices=State.choices, default=State.OPEN)
    created_ms = models.BigIntegerField()
    resolved_ms = models.BigIntegerField(null=True, default=None)

    class Meta:
        db_table = "events_report"

    def __str__(self) -> str:
        return f"report {self.id}"
