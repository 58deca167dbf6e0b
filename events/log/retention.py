"""Deletion of data that is no longer needed: stored replies, and pending work of matches that are over."""

from __future__ import annotations

from collections import defaultdict
from datetime import timedelta

from django.conf import settings
from django.utils.timezone import now

from events.log.models import ENDED, IdempotencyRecord, PendingAction

BATCH = 1_000  # the rows of each round, so that every statement is short


def commands_prune() -> int:
    """Deletes replies that are older than COMPTOIR_COMMAND_DAYS; returns their number.

    It deletes the oldest replies first, by time, because the ids of a partitioned table have no order.
    """
    if not settings.COMPTOIR_COMMAND_DAYS:
        return 0
    before = now() - timedelta(days=settings.COMPTOIR_COMMAND_DAYS)
    old = IdempotencyRecord.objects.filter(created_at__lt=before)
    batch = list(old.order_by("created_at").values_list("created_at", flat=True)[:BATCH])
    return old.filter(created_at__lte=batch[-1]).delete()[0] if batch else 0


def pending_prune() -> int:
    """Deletes pending work that an interrupted repair left in matches that are over; returns the number of rows.

    Each round checks the next batch and starts over at the end, so that its time does not grow with the number of
    matches.
    """
    global _looked_at
    items = PendingAction.objects.order_by("pk").values_list("pk", "match", "match__status")
    batch = list(items.filter(pk__gt=_looked_at)[:BATCH])
    batch += items.filter(pk__lte=_looked_at)[: BATCH - len(batch)]
    _looked_at = batch[-1][0] if batch else 0
    ended = defaultdict(list)
    for pk, match_id, status in batch:
        if status in ENDED:
            ended[match_id].append(pk)
    return sum(PendingAction.objects.filter(match=match_id, pk__in=pks).delete()[0] for match_id, pks in ended.items())


_looked_at = 0
"""The last row of pending work that this process has checked."""
