"""The processes of the servers that run now, as they announce themselves."""

from __future__ import annotations

from django.db import models


class Process(models.Model):
    """A process that has said that it runs; `events.processes.heartbeat` repeats it.

    kind: what it does, such as `web` or `sweeper`. keys: the ids of the keys that it knows, by setting, the current
    one first. clock_ahead_ms: how far its clock is ahead of the database's. seen_at: its last word; worked_at: the end
    of the sweeper's last round. Both by the clock of the database.
    """

    name = models.CharField(max_length=160, primary_key=True)
    kind = models.CharField(max_length=20)
    keys = models.JSONField()
    clock_ahead_ms = models.BigIntegerField()
    seen_at = models.DateTimeField()
    worked_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.name
