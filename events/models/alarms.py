"""Alarms: what an operator has to look at."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class Alarm(models.Model):
    """Something that should never happen, and how often it has; equal ones share a row (`events.base.alarms`).

    code: what kind; place: where, a line of the program or a match; message: what was being done, never what was sent.
    request_id, match: those of the last time. Times are by the clock of the database.
    """

    code = models.CharField(max_length=40)
    place = models.CharField(max_length=160)
    message = models.CharField(max_length=200)
    request_id = models.CharField(max_length=36, default="", blank=True)
    match = models.UUIDField(null=True, default=None)
    count = models.PositiveIntegerField(default=1)
    first_seen_at = models.DateTimeField()
    last_seen_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["code", "place"], name="alarm_once")]

    def __str__(self) -> str:
        return f"{self.code} {self.place}"
