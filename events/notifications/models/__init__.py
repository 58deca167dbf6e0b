"""The tables of `events.notifications`."""

from events.notifications.models.deliveries import Delivery, Presence, PushSubscription, Receiver, Webhook
from events.notifications.models.notifications import Notification, NotificationHead, Outbox, Relayed
from events.notifications.models.wakeups import wakes_player

__all__ = [
    "Delivery",
    "Notification",
    "NotificationHead",
    "Outbox",
    "Presence",
    "PushSubscription",
    "Receiver",
    "Relayed",
    "Webhook",
    "wakes_player",
]
