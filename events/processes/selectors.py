"""The processes that run now."""

from __future__ import annotations

from django.db.models import QuerySet
from django.db.models.expressions import RawSQL

from events.processes.models import Process

LIFE = "45 seconds"
"""The time for which a process counts as running after its last report: four heartbeats, with a reserve for a slow one.
"""

_LIVE = RawSQL("clock_timestamp() - %s::interval", [LIFE])


def live_processes() -> QuerySet[Process]:
    """Returns the running processes, by kind and name. A killed process is included until `LIFE` has passed."""
    return Process.objects.filter(seen_at__gt=_LIVE).order_by("kind", "name")
