"""Tasks that send notifications and e-mails, and collect cosignatures of the witnesses. Timers repeat the messages
while deliveries wait.

Only the rows of `Delivery` and `AccountEmail` determine what is sent. A message has no arguments. A lost message delays
sending by a second, and by longer pauses if the next messages are lost, too. Without a broker, nothing is sent until
the broker is available again.
"""

from __future__ import annotations

from typing import Any

from celery import Task, shared_task
from django.conf import settings

from events.base import messages
from events.base.messages import Reminders
from events.notifications.deliveries import MAIL, POSTS, deliver, due_posts, is_mail_due
from events.notifications.next_delivery import next_delivery_ms
from events.timers.registry import periodic
from events.timers.services import QUIET_MS
from events.transparency.services import cosignatures_collect
from events.transparency.witnesses import witnesses

MESSAGE_SECONDS = 30

_reminders = Reminders(first_pause=1, expires=MESSAGE_SECONDS)


@shared_task
def send() -> None:
    """Posts waiting deliveries for a limited time; sends another message if some remain."""
    if deliver(POSTS):
        wake(send)


@shared_task
def mail() -> None:
    """Sends waiting e-mails for a limited time; sends another message if some remain."""
    if deliver(MAIL):
        wake(mail)


@shared_task
def cosign() -> None:
    """Requests cosignatures of the global log from the witnesses."""
    cosignatures_collect()


@periodic(1000 * settings.COMPTOIR_WITNESS_SECONDS)
def witnesses_ask() -> None:
    """Sends a message to request cosignatures. If the message is lost, the next period repeats it."""
    if witnesses():
        wake(cosign)


def wake(task: Task[Any, Any], copies: int = 1) -> None:
    """Sends messages that make workers run a task."""
    messages.send(task, expires=MESSAGE_SECONDS, copies=copies)


@periodic(QUIET_MS)
def deliveries_serve() -> int | None:
    """Sends messages for due deliveries, one for each post, because a post may occupy its worker. Returns the time of
    the next delivery.
    """
    if posts := sum(map(_reminders.is_due, due_posts())):
        wake(send, posts)
    if is_mail_due():
        wake(mail)
    return next_delivery_ms()
