"""Sends notices on workers of their own; the sweeper sends the messages, and sends what no worker takes by itself.

A message names nothing, and the rows of `Delivery` and `Letter` are the truth: a lost message costs a second, a worker
that has stopped costs a few.
"""

from __future__ import annotations

import threading

import structlog
from celery import shared_task
from django.db import DatabaseError, connections
from kombu.exceptions import OperationalError

from events.notices.deliveries import deliver, has_due

MESSAGE_SECONDS = 30
OVERDUE_MS = 5_000

log = structlog.get_logger()
_own: list[threading.Thread] = []


@shared_task
def send() -> None:
    """Sends what waits to be sent, for a while; sends another message if some remains."""
    if deliver():
        wake_senders()


def wake_senders() -> bool:
    """Sends a message that something waits to be sent; False if it is lost."""
    try:
        send.apply_async(expires=MESSAGE_SECONDS, retry=False)
    except (OperationalError, OSError) as error:
        log.info("wake_lost", error=type(error).__name__)
        return False
    return True


def serve_deliveries() -> int:
    """Wakes a worker if something waits, and itself sends what has waited too long, on a thread. For the sweeper."""
    if not has_due():
        return 0
    wake_senders()
    if has_due(OVERDUE_MS) and not any(thread.is_alive() for thread in _own):
        log.warning("notices_overdue")
        _own[:] = [threading.Thread(target=_deliver, name="notices", daemon=True)]
        _own[0].start()
    return 1


def _deliver() -> None:
    try:
        deliver()
    except DatabaseError as error:
        log.warning("sending_stopped", error=type(error).__name__)
    finally:
        connections.close_all()
