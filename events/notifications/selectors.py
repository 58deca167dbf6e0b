"""A player's webhooks and their deliveries, as their owner sees them."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db.models import QuerySet

from events.base.clock import rfc3339, rfc3339_or_none
from events.base.exceptions import NotFound
from events.base.models import PENDING
from events.notifications.bodies import body_for
from events.notifications.models import Delivery, Webhook
from events.notifications.serializers import DeliveryOut, WebhookOut
from events.users.models import Player


def webhooks_of(player: Player) -> list[WebhookOut]:
    """Returns a player's webhooks, the oldest first."""
    return [webhook_line(webhook) for webhook in Webhook.objects.filter(player=player).order_by("pk")]


def webhook_of(player: Player, webhook_id: UUID) -> Webhook:
    """Returns a player's own webhook. Raises NotFound."""
    webhook = Webhook.objects.filter(player=player, pk=webhook_id).first()
    if webhook is None:
        raise NotFound()
    return webhook


def webhook_line(webhook: Webhook) -> WebhookOut:
    """Returns a webhook without its secret."""
    return {
        "id": str(webhook.pk),
        "url": webhook.url,
        "form": webhook.form,  # type: ignore[typeddict-item]
        "kinds": webhook.kinds,
        "is_active": webhook.is_active,
        "failing_since": rfc3339_or_none(webhook.failing_since_ms),
        "created_at": rfc3339(webhook.created_ms),
    }


def deliveries_to(webhook: Webhook) -> QuerySet[Delivery]:
    """Returns the past and future deliveries to a webhook, the newest first."""
    return Delivery.objects.filter(webhook=webhook).select_related("notice", "webhook__player").order_by("-number")


def delivery_lines(deliveries: Sequence[Delivery]) -> list[DeliveryOut]:
    """Returns a page of deliveries."""
    return [delivery_line(delivery) for delivery in deliveries]


def delivery_line(delivery: Delivery) -> DeliveryOut:
    """Returns a delivery to a webhook, with the body of its post."""
    assert delivery.webhook is not None, "a webhook's deliveries are listed"
    return {
        "id": delivery.number,
        "state": delivery.state,
        "attempts": delivery.attempts,
        "status": delivery.status,
        "error": delivery.error or None,
        "done_at": rfc3339_or_none(delivery.done_ms),
        "next_at": _next(delivery),
        "body": body_for(delivery.webhook, delivery.notice),
    }


def _next(delivery: Delivery) -> str | None:
    """Returns the earliest time of the next attempt; None if there is none."""
    webhook = delivery.webhook
    if delivery.state != PENDING or webhook is None or not webhook.is_active:
        return None
    return rfc3339(max(delivery.due_ms, webhook.retry_ms))
