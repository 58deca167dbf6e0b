"""A player's webhooks and what was posted to them, as their owner sees them."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db.models import QuerySet

from events.base.clock import rfc3339
from events.base.exceptions import NotFound
from events.models import Delivery, Player, Webhook
from events.models.deliveries import PENDING
from events.notices.bodies import body_for
from events.notices.shapes import DeliveryOut, WebhookOut


def webhooks_of(player: Player) -> list[WebhookOut]:
    """A player's webhooks, the oldest first."""
    return [webhook_line(webhook) for webhook in Webhook.objects.filter(player=player).order_by("pk")]


def webhook_of(player: Player, webhook_id: UUID) -> Webhook:
    """A player's own webhook; raises NotFound."""
    webhook = Webhook.objects.filter(player=player, pk=webhook_id).first()
    if webhook is None:
        raise NotFound()
    return webhook


def webhook_line(webhook: Webhook) -> WebhookOut:
    """A webhook without its secret."""
    failing = webhook.failing_since_ms
    return {
        "id": str(webhook.pk), "url": webhook.url, "form": webhook.form, "kinds": webhook.kinds,
        "is_active": webhook.is_active,
        "failing_since": None if failing is None else rfc3339(failing), "created_at": rfc3339(webhook.created_ms),
    }  # fmt: skip


def deliveries_to(webhook: Webhook) -> QuerySet[Delivery]:
    """What was or will be posted to a webhook, the newest first."""
    return Delivery.objects.filter(webhook=webhook).select_related("notice", "webhook__player").order_by("-number")


def delivery_lines(deliveries: Sequence[Delivery]) -> list[DeliveryOut]:
    """A page of deliveries."""
    return [delivery_line(delivery) for delivery in deliveries]


def delivery_line(delivery: Delivery) -> DeliveryOut:
    """A delivery to a webhook, with the body that is posted."""
    assert delivery.webhook is not None, "a webhook's deliveries are listed"
    return {
        "id": delivery.number, "state": delivery.state, "attempts": delivery.attempts,
        "status": delivery.status, "error": delivery.error or None,
        "done_at": None if delivery.done_ms is None else rfc3339(delivery.done_ms),
        "next_at": _next(delivery), "body": body_for(delivery.webhook, delivery.notice),
    }  # fmt: skip


def _next(delivery: Delivery) -> str | None:
    """When the next attempt is made at the earliest; None if there is none to come."""
    webhook = delivery.webhook
    if delivery.state != PENDING or webhook is None or not webhook.is_active:
        return None
    return rfc3339(max(delivery.due_ms, webhook.retry_ms))
