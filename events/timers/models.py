"""The tables of timers, which are times at which the scheduler calls functions."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class DueTime(models.Model):
    """A time at which the scheduler calls the function that is registered for a kind (`events.timers.registry`).

    due_ms: the time; while the function runs, the end of its lease. attempts: the number of failed calls in a row.
    changes: the number of times that it was set, which tells the scheduler whether it was set while the function ran.
    """

    kind = models.CharField(max_length=40)
    due_ms = models.BigIntegerField()
    attempts = models.PositiveIntegerField(default=0, db_default=0)
    changes = models.BigIntegerField(default=0, db_default=0)

    class Meta:
        abstract = True


class Timer(DueTime):
    """A timer with a key, such as the id of a tournament or a player. Housekeeping timers have an empty key."""

    pk = models.CompositePrimaryKey("kind", "key")
    key = models.CharField(max_length=40, default="", blank=True)

    class Meta:
        db_table = "events_timer"
        indexes: ClassVar = [models.Index(fields=["due_ms"], name="timer_due")]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class MatchTimer(DueTime):
    """A timer of a match. It is stored on the node of the match, so that a move sets it without using another node."""

    pk = models.CompositePrimaryKey("match", "kind")
    match = models.UUIDField(db_column="match_id")

    class Meta:
        db_table = "events_matchtimer"
        indexes: ClassVar = [models.Index(fields=["due_ms"], name="match_timer_due")]

    def __str__(self) -> str:
        return f"{self.kind} of {self.match}"
