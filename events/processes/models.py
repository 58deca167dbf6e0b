"""The server's records about itself: processes, error reports, and the counters of limits."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class ErrorReport(models.Model):
    """An event that should never happen, and its number of occurrences. Equal events share a row
    (`events.base.error_reports`).

    code: the kind of the event. place: a line of the program, or a match. message: the failed action, without content
    of requests. request_id, match: the request and the match of the last occurrence. Times are by the clock of the
    database.
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
        db_table = "events_alarm"
        constraints: ClassVar = [models.UniqueConstraint(fields=["code", "place"], name="alarm_once")]

    def __str__(self) -> str:
        return f"{self.code} {self.place}"


class Counter(models.Model):
    """The number of requests of one kind in a time window, for the rate limits."""

    key = models.CharField(max_length=120, primary_key=True)
    window = models.BigIntegerField()
    count = models.PositiveIntegerField()

    class Meta:
        db_table = "events_counter"

    def __str__(self) -> str:
        return f"{self.key}: {self.count}"


class Process(models.Model):
    """A process that has reported that it runs; `events.processes.heartbeat` repeats the report.

    kind: the task of the process, such as `web` or `scheduler`. keys: the ids of its keys, by setting, with the current
    key first. clock_ahead_ms: the time by which its clock is ahead of the database's clock. seen_at: the time of its
    last report. worked_at: the time when a scheduler last finished its due work. Both times are by the clock of the
    database.
    """

    name = models.CharField(max_length=160, primary_key=True)
    kind = models.CharField(max_length=20)
    keys = models.JSONField()
    clock_ahead_ms = models.BigIntegerField()
    seen_at = models.DateTimeField()
    worked_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "events_process"

    def __str__(self) -> str:
        return self.name
