"""Sends notices and e-mails, and asks the witnesses. Timers send the messages, again and again while something waits.

The rows of `Delivery` and `AccountEmail` are the truth: a message names none of them, and one that is lost costs a
second. Without a broker nothing is sent until it is back.
"""

from __future__ import annotations

from typing import Any

from celery import Task, shared_task
from django.conf import settings

from events.base import messages
from events.notifications.deliveries import MAIL, POSTS, deliver, due_posts, is_mail_due
from events.notifications.next_delivery import next_delivery_ms
from events.timers.registry import periodic
from events.timers.services import QUIET_MS
from events.transparency.services import cosignatures_collect
from events.transparency.witnesses import witnesses

MESSAGE_SECONDS = 30


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


@periodic(1000 * settings.COMPTOIR_WITNESS_SECONDS)
def witnesses_ask() -> None:
    """Lets a worker ask the witnesses; a message that is lost waits for the next time."""
    if witnesses():
        wake(cosign)


def wake(task: Task[Any, Any], copies: int = 1) -> None:
    """Has messages sent that something waits to be sent."""
    messages.send(task, expires=MESSAGE_SECONDS, copies=copies)


@periodic(QUIET_MS)
def deliveries_serve() -> int | None:
    """Sends messages about what waits, one for each post, since it may hold its worker; returns when more is due."""
    if posts := due_posts():
        wake(send, posts)
    if is_mail_due():
        wake(mail)
    return next_delivery_ms()
