"""The daily audit, on workers. A timer starts it; each task runs for a short while and starts the next task."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task

from events.base import messages
from events.proofs.services import matches_audit
from events.timers.registry import DAY_MS, every

SLICE_SECONDS = 1.0  # the duration of a task, so that other tasks get a turn
LONGEST_SECONDS = 900  # the limit for one match with a log of any length
MESSAGE_SECONDS = 3600


@shared_task(soft_time_limit=LONGEST_SECONDS, time_limit=LONGEST_SECONDS + 10)
def audit(after: str | None = None) -> None:
    """Audits changed matches for a short while, then starts a task for the rest.

    after: the id of the last audited match.
    """
    last = matches_audit(after=UUID(after) if after else None, seconds=SLICE_SECONDS)
    if last is not None:
        audit.apply_async(args=(str(last),), expires=MESSAGE_SECONDS)


def audits_begin() -> None:
    """Starts the audit of changed matches on a worker. If the message is lost, the audit starts the next day."""
    messages.send(audit, expires=MESSAGE_SECONDS)


every(DAY_MS, audits_begin)
