"""Webhooks: creating and changing them, posting to them by Standard Webhooks, and switching them off after a day of
failures.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import transaction

from events.base import outbound
from events.base.clock import now_ms
from events.base.encryption import cipher_of
from events.base.exceptions import FieldError, Malformed, NotFound
from events.base.models import PENDING
from events.notifications.bodies import body_for
from events.notifications.errors import TooManyWebhooks
from events.notifications.models import Delivery, Notification, Receiver, Webhook
from events.notifications.next_delivery import deliveries_wake
from events.timers.registry import DAY_MS
from events.users.models import Player

MOST = 10  # the number of webhooks that a player may have
SECRET_KIND, SECRET_BYTES = "webhook", 32

AnyReceiver = TypeVar("AnyReceiver", bound=Receiver)


def webhook_create(
    *, player: Player, url: str, kinds: Sequence[str] | None, form: str = Webhook.Form.STANDARD
) -> tuple[str, Webhook]:
    """Creates a webhook; returns its secret, which cannot be read again, and the webhook.

    kinds: the kinds of notifications that it receives; None: all kinds. Raises Malformed if the address is not public,
    or TooManyWebhooks.
    """
    _check(url)
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=player.pk)
        if Webhook.objects.filter(player=player).count() >= MOST:
            raise TooManyWebhooks(params={"limit": MOST})
        secret = os.urandom(SECRET_BYTES)
        webhook = Webhook(player=player, url=url, form=form, kinds=_kinds(kinds), created_ms=now_ms())
        webhook.sealed = cipher_of(settings.COMPTOIR_SECRET_KEY).encrypt(webhook.pk.bytes, SECRET_KIND, secret)
        webhook.save(force_insert=True)
    return f"whsec_{base64.b64encode(secret).decode()}", webhook


def webhook_update(*, player: Player, webhook_id: UUID, changes: Mapping[str, Any]) -> Webhook:
    """Changes `url`, `form`, `kinds` or `is_active`. A webhook that is switched on again receives all waiting
    notifications.

    Raises NotFound, Malformed.
    """
    if "url" in changes:
        _check(changes["url"])
    with transaction.atomic():
        webhook = Webhook.objects.select_for_update().filter(player=player, pk=webhook_id).first()
        if webhook is None:
            raise NotFound()
        webhook.url, webhook.form = changes.get("url", webhook.url), changes.get("form", webhook.form)
        webhook.kinds = _kinds(changes["kinds"]) if "kinds" in changes else webhook.kinds
        webhook.is_active = changes.get("is_active", webhook.is_active)
        webhook.failing_since_ms, webhook.failures, webhook.retry_ms = None, 0, 0
        webhook.save()
        deliveries_wake()
    return webhook


def webhook_delete(*, player: Player, webhook_id: UUID) -> None:
    """Deletes a webhook and its deliveries; raises NotFound."""
    if not Webhook.objects.filter(player=player, pk=webhook_id).delete()[0]:
        raise NotFound()


def delivery_repeat(*, player: Player, webhook_id: UUID, number: int) -> Delivery:
    """Sends a notification to a webhook again, under the same id, whether it arrived or not. Raises NotFound."""
    with transaction.atomic():
        deliveries = Delivery.objects.select_related("notice").select_for_update(of=("self",))
        delivery = deliveries.filter(webhook=webhook_id, webhook__player=player, number=number).first()
        if delivery is None:
            raise NotFound()
        if delivery.state != PENDING:
            delivery.state, delivery.is_forced, delivery.done_ms = PENDING, True, None
            delivery.attempts, delivery.due_ms = 0, now_ms()
            delivery.save()
            deliveries_wake()
    return delivery


def _check(url: str) -> None:
    try:
        outbound.checked(url, settings.COMPTOIR_WEBHOOK_HOSTS)
    except outbound.AddressRefused:
        raise Malformed(FieldError("/url", "bad_address")) from None


def _kinds(kinds: Sequence[str] | None) -> list[str]:
    return [str(kind) for kind in Notification.Kind.values if kinds is None or kind in kinds]


# Posting


def webhook_post(webhook: Webhook, notice: Notification) -> tuple[int | None, str]:
    """Posts a notification. Returns the HTTP status, if any, and the reason of a failure; empty after a success."""
    body = msgspec.json.encode(body_for(webhook, notice))
    try:
        target = outbound.checked(webhook.url, settings.COMPTOIR_WEBHOOK_HOSTS)
        status = outbound.post(target, body, headers_for(webhook, notice, body), seconds_for(webhook))
    except outbound.AddressRefused:
        return None, "address"
    except outbound.RequestFailed as failure:
        return None, failure.code
    return status, "" if 200 <= status < 300 else "status"


def headers_for(webhook: Webhook, notice: Notification, body: bytes) -> dict[str, str]:
    """Returns the headers of a request: the notification's id, the time, and the signature over both and the body."""
    id, at = f"msg_{webhook.pk.hex}_{notice.number}", str(now_ms() // 1000)
    secret = cipher_of(settings.COMPTOIR_SECRET_KEY).decrypt(webhook.pk.bytes, SECRET_KIND, bytes(webhook.sealed))
    return {
        "Content-Type": "application/json",
        "User-Agent": "Comptoir",
        "webhook-id": id,
        "webhook-timestamp": at,
        "webhook-signature": signature(secret, id, at, body),
    }


def signature(secret: bytes, id: str, at: str, body: bytes) -> str:
    """Returns the signature of a message, as Standard Webhooks defines version 1."""
    mac = hmac.new(secret, f"{id}.{at}.".encode() + body, hashlib.sha256)
    return f"v1,{base64.b64encode(mac.digest()).decode()}"


def webhook_succeeded(*, webhook_id: UUID) -> None:
    """Records that a notification has arrived."""
    note_success(Webhook, webhook_id)


def webhook_failed(*, webhook_id: UUID, pause_ms: Callable[[int], int], is_gone: bool) -> None:
    """Records a failure. Each failure makes the pause before the next post longer; a day of failures switches the
    webhook off.

    pause_ms: returns the pause after a number of failures. is_gone: whether the server of the webhook refuses further
    notifications.
    """
    with transaction.atomic():
        webhook = note_failure(Webhook, webhook_id, pause_ms)
        if webhook is not None and (is_gone or now_ms() - (webhook.failing_since_ms or 0) >= DAY_MS):
            webhook.is_active = False
            webhook.save(update_fields=["is_active"])


def note_success(receivers: type[AnyReceiver], id: UUID) -> None:
    """Records that a receiver has accepted a notification, and resets its failures."""
    successes = {"failing_since_ms": None, "failures": 0, "retry_ms": 0, "tried_ms": now_ms()}
    receivers._default_manager.filter(pk=id).update(**successes)


def seconds_for(receiver: Receiver) -> float:
    """Returns the time limit of a post to a receiver in seconds; shorter if the receiver has failed within a day."""
    return outbound.SECONDS if receiver.failed_ms <= now_ms() - DAY_MS else outbound.SECONDS_AFTER_FAILURE


def note_failure(receivers: type[AnyReceiver], id: UUID, pause_ms: Callable[[int], int]) -> AnyReceiver | None:
    """Records that a receiver has not accepted a notification, and locks the receiver. Returns None if its owner has
    deleted it.
    """
    receiver = receivers._default_manager.select_for_update().filter(pk=id).first()
    if receiver is None:
        return None
    now = now_ms()
    receiver.failing_since_ms = now if receiver.failing_since_ms is None else receiver.failing_since_ms
    receiver.failures += 1
    receiver.tried_ms, receiver.failed_ms, receiver.retry_ms = now, now, now + pause_ms(receiver.failures)
    receiver.save(update_fields=["failing_since_ms", "failures", "tried_ms", "failed_ms", "retry_ms"])
    return receiver
