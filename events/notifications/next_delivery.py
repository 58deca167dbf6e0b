"""The time of the next delivery of a notification or e-mail, and the timer for it."""

from __future__ import annotations

from events.base.hot_cursor import hot_cursor
from events.base.publishing import after_commit
from events.timers.services import set_timer
from events.users.account_mail import DELIVERIES

MOST_WAITING = 100  # the number of pending deliveries of one receiver that the query reads
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
    """Returns the time of the next delivery. The time is past while another process sends it or its receiver exceeds a
    limit.
    """
    with hot_cursor() as cursor:
        cursor.execute(_NEXT, {"waiting": MOST_WAITING})
        due_ms: int | None = cursor.fetchone()[0]
    return due_ms


def deliveries_wake() -> None:
    """Sets the timer for the next delivery after the commit."""
    after_commit(set_delivery_timer)


def set_delivery_timer() -> None:
    """Sets the timer for the next delivery. If a process dies before it sets the timer, the periodic task does so."""
    if (due_ms := next_delivery_ms()) is not None:
        set_timer(DELIVERIES, "", due_ms)
