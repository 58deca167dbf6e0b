"""The processes that run now."""

from __future__ import annotations

from django.db.models import QuerySet
from django.db.models.expressions import RawSQL

from events.processes.models import Process

LIFE = "45 seconds"
"""For how long after its last word a process counts as running: four heartbeats, and some time for a slow one."""

_LIVE = RawSQL("clock_timestamp() - %s::interval", [LIFE])


def live_processes() -> QuerySet[Process]:
    """Returns the running processes, by name; a killed one counts for a little while."""
    return Process.objects.filter(seen_at__gt=_LIVE).order_by("kind", "name")
