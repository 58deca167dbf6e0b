"""Housekeeping of the counters behind the rate limits (`events.http.throttles` counts)."""

from __future__ import annotations

from events.models import Counter


def counters_prune(*, now_ms: int) -> int:
    """Deletes the counters whose windows have ended; returns how many it deleted."""
    deleted, _ = Counter.objects.filter(window__lte=now_ms).delete()
    return deleted
