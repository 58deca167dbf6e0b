"""Deletes what no request needs any more: stored replies, and pending work of matches that are over."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.utils.timezone import now

from events.models import Command, Pending
from events.selectors.access import ENDED

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
    """Deletes pending work of matches that are over, which only an interrupted repair can leave; returns how many."""
    batch = list(Pending.objects.filter(match__status__in=ENDED).values_list("pk", flat=True)[:BATCH])
    return Pending.objects.filter(pk__in=batch).delete()[0] if batch else 0
