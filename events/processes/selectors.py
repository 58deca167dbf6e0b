"""The processes that run now."""

from __future__ import annotations

from django.db import connection
from django.db.models import QuerySet
from django.db.models.expressions import RawSQL

from events.base.clock import now_ms
from events.models import Process

LIFE = "45 seconds"
"""For how long after its last word a process counts as running: four heartbeats, and some time for a slow one."""

_LIVE = RawSQL("clock_timestamp() - %s::interval", [LIFE])


def live_processes() -> QuerySet[Process]:
    """The processes that run, by name; one that was killed counts for a little while."""
    return Process.objects.filter(seen_at__gt=_LIVE).order_by("kind", "name")


def clock_ahead_ms() -> int:
    """By how much the clock of this process is ahead of the database's, at least; negative: behind; 0: they agree."""
    before = now_ms()
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp()) * 1000")
        theirs = int(cursor.fetchone()[0])
    return max(before - theirs, 0) or min(now_ms() - theirs, 0)
