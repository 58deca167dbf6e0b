"""Pending work: answers that the table waits for, deadlines, and turns of bots."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from events.log.models.match import Match


class PendingAction(models.Model):
    """An answer that a prompt expects from a seat, or the deadline of a prompt.

    Each event of the log rewrites the rows. seat: the prompted seat, or null for the prompt itself. required: whether
    the table waits for the answer. deadline_ms: the time at which the missed deadline is handled; opens_ms: the time
    from which answers to a sealed prompt may take effect.

    bot: whether a policy or the program of a bot account answers. A worker, or that program, can lease the turn from
    ready_ms on; lease_token identifies the lease, which ends at lease_ms. seen_seq: the head of the log when the bot
    last passed; while a program holds a lease, the head that the program has seen. is_reminded: whether the player was
    notified that the deadline is near.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="pending", db_index=False)
    prompt = models.BigIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)
    required = models.BooleanField()
    deadline_ms = models.BigIntegerField(null=True)
    opens_ms = models.BigIntegerField(null=True)
    bot = models.BooleanField(default=False)
    ready_ms = models.BigIntegerField(null=True)
    lease_ms = models.BigIntegerField(null=True)
    lease_token = models.UUIDField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    seen_seq = models.BigIntegerField(default=-1)
    is_reminded = models.BooleanField(default=False, db_default=False)

    class Meta:
        db_table = "events_pending"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["match", "prompt", "seat"],
                name="pending_once",
                nulls_distinct=False,
            )
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["deadline_ms"],
                condition=Q(deadline_ms__isnull=False),
                name="pending_deadline",
            ),
            models.Index(fields=["ready_ms"], condition=Q(bot=True), name="pending_bots"),
        ]

    def __str__(self) -> str:
        return f"prompt {self.prompt} of {self.match_id}, seat {self.seat}"
