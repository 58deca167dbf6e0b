"""The time when the next notice or e-mail is to be sent, and a timer for it."""

from __future__ import annotations

from django.db import connection

from events.base.publishing import after_commit
from events.timers.services import set_timer
from events.users.account_mail import DELIVERIES

MOST_WAITING = 100  # deliveries of one receiver that are looked at
_NEXT = """
    SELECT least((
        SELECT min(greatest(receiver.retry_ms, (
            SELECT min(due_ms) FROM (
                SELECT due_ms FROM events_delivery
                WHERE state = 'pending' AND webhook_id = receiver.id LIMIT %(waiting)s
            ) AS waiting
        ))) FROM events_webhook AS receiver WHERE receiver.is_active AND EXISTS (
            SELECT FROM events_delivery WHERE state = 'pending' AND webhook_id = receiver.id
        )
    ), (
        SELECT min(greatest(receiver.retry_ms, (
            SELECT min(due_ms) FROM (
                SELECT due_ms FROM events_delivery
                WHERE state = 'pending' AND subscription_id = receiver.id LIMIT %(waiting)s
            ) AS waiting
        ))) FROM events_pushsubscription AS receiver WHERE EXISTS (
            SELECT FROM events_delivery WHERE state = 'pending' AND subscription_id = receiver.id
        )
    ), (
        SELECT min(due_ms) FROM events_delivery
        WHERE state = 'pending' AND webhook_id IS NULL AND subscription_id IS NULL
    ), (
        SELECT min(due_ms) FROM events_letter
    ))
"""


def next_delivery_ms() -> int | None:
    """Returns the time of the next delivery; past while another process sends it, or its receiver has no share."""
    with connection.cursor() as cursor:
        cursor.execute(_NEXT, {"waiting": MOST_WAITING})
        due_ms: int | None = cursor.fetchone()[0]
    return due_ms


def deliveries_wake() -> None:
    """Has what waits to be sent looked at in time, after the commit."""
    after_commit(set_delivery_timer)


def set_delivery_timer() -> None:
    """Sets the timer for what is to be sent next; a process that dies before is made good by its period."""
    if (due_ms := next_delivery_ms()) is not None:
        set_timer(DELIVERIES, "", due_ms)
