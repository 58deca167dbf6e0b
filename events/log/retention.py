"""Deletes what no request needs any more: stored replies, and pending work of matches that are over."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.utils.timezone import now

from events.log.access import ENDED
from events.models import Command, Pending

BATCH = 1_000  # rows of each round, so that no statement is long


def commands_prune() -> int:
    """Deletes replies that are older than COMPTOIR_COMMAND_DAYS; returns how many.

    From the oldest on, by id: no index by time is needed, which every move would have to write.
    """
    if not settings.COMPTOIR_COMMAND_DAYS:
        return 0
    before = now() - timedelta(days=settings.COMPTOIR_COMMAND_DAYS)
    oldest = Command.objects.order_by("pk").values_list("created_at", flat=True).first()
    if oldest is None or oldest >= before:
        return 0
    batch = list(Command.objects.order_by("pk").values_list("pk", flat=True)[:BATCH])
    return Command.objects.filter(pk__in=batch, created_at__lt=before).delete()[0]


def pending_prune() -> int:
    """Deletes pending work of matches that are over, which only an interrupted repair can leave; returns how many.

    Each round looks at the next batch, in a circle, so that its time does not grow with the number of matches.
    """
    global _looked_at
    items = Pending.objects.order_by("pk").values_list("pk", "match__status")
    batch = list(items.filter(pk__gt=_looked_at)[:BATCH])
    batch += items.filter(pk__lte=_looked_at)[: BATCH - len(batch)]
    _looked_at = batch[-1][0] if batch else 0
    ended = [pk for pk, status in batch if status in ENDED]
    return Pending.objects.filter(pk__in=ended).delete()[0] if ended else 0


_looked_at = 0
"""The last item of pending work that the rounds of this process have looked at."""
