"""A player's devices that show notifications, as their owner sees them, and the payload for a device."""

from __future__ import annotations

from typing import Any

from events.base.clock import rfc3339, rfc3339_or_none
from events.base.texts import texts_of
from events.notifications.models import Notification, PushSubscription
from events.notifications.serializers import PushSubscriptionOut
from events.users.models import Player
from games.kernel.words.texts import texts


def subscriptions_of(player: Player) -> list[PushSubscriptionOut]:
    """Returns a player's devices, the oldest first."""
    return [subscription_line(device) for device in PushSubscription.objects.filter(player=player).order_by("pk")]


def subscription_line(device: PushSubscription) -> PushSubscriptionOut:
    """Returns a device without its secret."""
    return {
        "id": str(device.pk),
        "endpoint": device.endpoint,
        "kinds": device.kinds,
        "label": device.label,
        "failing_since": rfc3339_or_none(device.failing_since_ms),
        "created_at": rfc3339(device.created_ms),
    }


def is_talk(kind: str) -> bool:
    """Returns whether a notification is about a message. Such a notification does not replace a notification about the
    match on a device.
    """
    return kind == Notification.Kind.MESSAGE


def talk_of(kind: str) -> str:
    """Returns the group of a notification. Notifications of one match or tournament in the same group replace each
    other on a device.
    """
    apart = {Notification.Kind.MESSAGE: " talk", Notification.Kind.TOURNAMENT_NEWS: " news"}
    return apart.get(Notification.Kind(kind), "")


def push_payload(notice: Notification, language: str) -> dict[str, Any]:
    """Returns the payload for a device, suitable for a locked screen: the game and the event, without names and texts
    of others.

    tag: a later notification with the same tag replaces this notification on the device. A notification about a
    tournament has the member `page` instead of `match`.
    """
    words = texts_of("mails")[language]["pushes"]
    about = {"match": str(notice.match_id)} if notice.match_id else {"page": notice.page}
    body = words["news"].get(notice.data.get("news"), words[notice.kind])
    return {
        "title": str(texts(f"games.{notice.data['game']}", language)["title"]),
        "body": body,
        "tag": f"{notice.subject_id}{talk_of(notice.kind)}",
        **about,
        "language": language,
    }
