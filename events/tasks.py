"""Sends notices on workers of their own, and e-mails on others; asks the witnesses. The sweeper sends the messages.

A message names nothing, and the rows of `Delivery` and `Letter` are the truth: a lost message costs a second, workers
that have stopped cost a few, after which the sweeper sends by itself.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

import structlog
from celery import Task, shared_task
from django.conf import settings
from django.db import DatabaseError, connections
from kombu.exceptions import OperationalError

from events.base.clock import now_ms
from events.checkpoints.services import cosignatures_collect
from events.checkpoints.witnesses import witnesses
from events.notices import statements
from events.notices.deliveries import MAIL, POSTS, deliver, due_posts, is_mail_due

MESSAGE_SECONDS = 30
OVERDUE_MS = 5_000

log = structlog.get_logger()
_own: dict[str, threading.Thread] = {}
_asked_ms = 0


@shared_task
def send() -> None:
    """Posts what waits to be posted, for a while; sends another message if some remains."""
    if deliver(POSTS):
        wake(send)


@shared_task
def mail() -> None:
    """Sends the e-mails that wait, for a while; sends another message if some remain."""
    if deliver(MAIL):
        wake(mail)


@shared_task
def cosign() -> None:
    """Asks the witnesses of the global log."""
    cosignatures_collect()


def serve_witnesses() -> int:
    """Lets a worker ask the witnesses, if it is time to; a message that is lost waits for the next time.

    For the sweeper, which itself waits for nobody.
    """
    global _asked_ms
    now = now_ms()
    if witnesses() and not 0 <= now - _asked_ms < 1000 * settings.COMPTOIR_WITNESS_SECONDS:
        _asked_ms = now
        wake(cosign)
    return 0


def wake(task: Task) -> bool:
    """Sends a message that something waits to be sent; False if it is lost."""
    try:
        task.apply_async(expires=MESSAGE_SECONDS, retry=False)
    except (OperationalError, OSError) as error:
        log.info("wake_lost", error=type(error).__name__)
        return False
    return True


def serve_deliveries() -> int:
    """Wakes workers for what waits, and itself sends what has waited too long, on threads. For the sweeper.

    A message for each post, since each may hold its worker for a while. Who waits while others are posted to waits for
    a share, which the sweeper has no more of than the workers.
    """
    posts, mails = due_posts(), is_mail_due()
    messages = [send] * posts + [mail] * mails
    all(map(wake, messages))  # up to the first that is lost
    if posts and due_posts(OVERDUE_MS) and not statements.posts_under_way(now_ms()):
        _send_ourselves("notices", POSTS)
    if mails and is_mail_due(OVERDUE_MS):
        _send_ourselves("mails", MAIL)
    return int(bool(messages))


def _send_ourselves(name: str, senders: tuple[Callable[[], bool], ...]) -> None:
    """Sends on a thread, unless one of that name does."""
    if name not in _own or not _own[name].is_alive():
        log.warning("notices_overdue", senders=name)
        _own[name] = threading.Thread(target=_deliver, args=(senders,), name=name, daemon=True)
        _own[name].start()


def _deliver(senders: tuple[Callable[[], bool], ...]) -> None:
    try:
        deliver(senders)
    except DatabaseError as error:
        log.warning("sending_stopped", error=type(error).__name__)
    finally:
        connections.close_all()
