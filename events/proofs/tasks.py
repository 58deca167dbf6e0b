"""The daily audit, on workers: a timer begins it, and each task goes on for a short while."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task

from events.base import messages
from events.proofs.services import matches_audit
from events.timers.registry import DAY_MS, every

SLICE_SECONDS = 1.0  # after which other tasks have their turn
LONGEST_SECONDS = 900  # for one match, however long its log
MESSAGE_SECONDS = 3600


@shared_task(soft_time_limit=LONGEST_SECONDS, time_limit=LONGEST_SECONDS + 10)
def audit(after: str | None = None) -> None:
    """Audits changed matches for a short while; another task goes on. after: the id of the last that was audited."""
    last = matches_audit(after=UUID(after) if after else None, seconds=SLICE_SECONDS)
    if last is not None:
        audit.apply_async(args=(str(last),), expires=MESSAGE_SECONDS)


def audits_begin() -> None:
    """Has a worker audit what has changed since yesterday; a message that is lost waits for tomorrow."""
    messages.send(audit, expires=MESSAGE_SECONDS)


every(DAY_MS, audits_begin)
