"""Notifications on devices by Web Push: subscriptions of devices, and requests to their push services (RFC 8030).

The push service learns neither the match nor the content of the notification: pywebpush encrypts it for the device, and
all notifications have the same length. A player chooses the address, so the connection is made with the same checks as
for webhooks.
"""

from __future__ import annotations

import base64
import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from uuid import UUID

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from py_vapid import VapidException

from events.base import outbound
from events.base.clock import now_ms
from events.base.exceptions import FieldError, Malformed, NotFound
from events.base.outbound import LONGEST_ENDPOINT
from events.notifications import push_keys
from events.notifications.errors import NoPush, TooManyDevices
from events.notifications.models import Delivery, Notification, PushSubscription
from events.notifications.push_lines import is_talk, push_payload, talk_of
from events.notifications.webhooks import note_failure, note_success, seconds_for
from events.users.models import Player, Token

MOST = 10  # the number of devices that a player may have
PADDED_BYTES = 512  # the length of the payload for a device, before it is encrypted
WAITS_SECONDS = 7 * 86_400  # the time for which a push service keeps a notification for a device that is off
SIGNED_SECONDS = 12 * 3_600  # the validity of a signature; push services refuse more than a day
HOPELESS_MS = 7 * 86_400_000  # a device is deleted after this time of failures; notifications are stored as long
GONE = (404, 410)
URGENT = (Notification.Kind.YOUR_TURN, Notification.Kind.DEADLINE_NEAR)
USUAL_KINDS = [str(kind) for kind in Notification.Kind.values if not is_talk(kind)]
POINT_BYTES, AUTH_BYTES = 65, 16


def subscription_create(
    *,
    player: Player,
    token: Token | None,
    endpoint: str,
    keys: Mapping[str, str],
    kinds: Sequence[str] | None,
    label: str,
) -> PushSubscription:
    """Subscribes a device to notifications; if the device is already subscribed, updates the subscription.

    token: the token of the device, with which the subscription ends. kinds: the kinds of notifications that the device
    receives; None: all kinds except messages. A player who was signed in on the device before receives no more
    notifications there. Raises Malformed, TooManyDevices, NoPush.
    """
    server_key = push_keys.public_key()
    if server_key is None:
        raise NoPush()
    _check(endpoint, keys)
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=player.pk)
        same = PushSubscription.objects.filter(endpoint=endpoint, **keys)
        same.exclude(player=player).delete()
        mine = PushSubscription.objects.filter(player=player)
        if not mine.filter(endpoint=endpoint).exists() and mine.count() >= MOST:
            raise TooManyDevices(params={"limit": MOST})
        chosen = [kind for kind in Notification.Kind.values if kind in (USUAL_KINDS if kinds is None else kinds)]
        columns = {
            **keys,
            "kinds": chosen,
            "label": label,
            "token": token,
            "server_key": server_key,
            "failing_since_ms": None,
            "failures": 0,
            "retry_ms": 0,
        }
        return PushSubscription.objects.update_or_create(
            player=player, endpoint=endpoint, defaults=columns, create_defaults=columns | {"created_ms": now_ms()}
        )[0]


def subscription_update(*, player: Player, subscription_id: UUID, changes: Mapping[str, Any]) -> PushSubscription:
    """Changes `kinds` or `label` of a device. Raises NotFound."""
    with transaction.atomic():
        mine = PushSubscription.objects.select_for_update().filter(player=player, pk=subscription_id)
        if (device := mine.first()) is None:
            raise NotFound()
        if "kinds" in changes:
            device.kinds = [kind for kind in Notification.Kind.values if kind in changes["kinds"]]
        device.label = changes.get("label", device.label)
        device.save(update_fields=["kinds", "label"])
    return device


def subscription_delete(*, player: Player, subscription_id: UUID) -> None:
    """Unsubscribes a device. Raises NotFound."""
    if not PushSubscription.objects.filter(player=player, pk=subscription_id).delete()[0]:
        raise NotFound()


def _check(endpoint: str, keys: Mapping[str, str]) -> None:
    errors = []
    try:
        outbound.checked(endpoint, settings.COMPTOIR_WEBHOOK_HOSTS, LONGEST_ENDPOINT)
    except outbound.AddressRefused:
        errors.append(FieldError("/endpoint", "bad_address"))
    if not _is_point(_decoded(keys["p256dh"])):
        errors.append(FieldError("/keys/p256dh", "bad_key"))
    if len(_decoded(keys["auth"])) != AUTH_BYTES:
        errors.append(FieldError("/keys/auth", "bad_key"))
    if errors:
        raise Malformed(*errors)


def _decoded(text: str) -> bytes:
    """Returns the bytes of a text in base64url; empty for any other text."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
    except ValueError:
        return b""


def _is_point(encoded: bytes) -> bool:
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), encoded)
    except ValueError:
        return False
    return len(encoded) == POINT_BYTES


# Posting


class _Answer(NamedTuple):
    """The parts of a push service's response that pywebpush reads."""

    status_code: int
    text: str = ""
    headers: Mapping[str, str] = {}


class _Session:
    """A session for pywebpush that connects only to public addresses (`base.outbound`)."""

    def post(self, url: str, *, data: bytes, headers: Mapping[str, str], timeout: float) -> _Answer:
        target = outbound.checked(url, settings.COMPTOIR_WEBHOOK_HOSTS, LONGEST_ENDPOINT)
        return _Answer(outbound.post(target, data, headers, timeout))


def push_post(subscription: PushSubscription, notice: Notification, language: str) -> tuple[int | None, str]:
    """Posts a notification. Returns the HTTP status, if any, and the reason of a failure; empty after a success."""
    from pywebpush import WebPusher  # imported here because it is large and only sending processes need it

    signer = push_keys.signers().get(subscription.server_key)
    if signer is None:
        return None, "key"
    device = {"endpoint": subscription.endpoint, "keys": {"p256dh": subscription.p256dh, "auth": subscription.auth}}
    body = msgspec.json.encode(push_payload(notice, language)).ljust(PADDED_BYTES)
    try:
        headers = signer.sign(_claims(subscription)) | _headers(subscription, notice)
        pusher = WebPusher(device, requests_session=_Session())  # type: ignore[arg-type]
        answer = pusher.send(body, headers, ttl=_seconds_left(notice), timeout=seconds_for(subscription))
    except (outbound.AddressRefused, VapidException):
        return None, "address"
    except outbound.RequestFailed as failure:
        return None, failure.code
    status: int = answer.status_code  # type: ignore[union-attr]
    return status, "" if 200 <= status < 300 else "status"


def _claims(subscription: PushSubscription) -> dict[str, Any]:
    """Returns the signed claims: the push service, the expiry, and the operator's contact."""
    origin = urlsplit(subscription.endpoint)
    contact = settings.COMPTOIR_URL if settings.HTTPS else f"mailto:{settings.DEFAULT_FROM_EMAIL}"
    return {"aud": f"{origin.scheme}://{origin.netloc}", "exp": int(time.time()) + SIGNED_SECONDS, "sub": contact}


def _headers(subscription: PushSubscription, notice: Notification) -> dict[str, Any]:
    """Returns the headers. By the topic, which reveals nothing, a later notification of the match replaces this one."""
    about = b"%s %s %s" % (subscription.pk.bytes, notice.subject_id.bytes, talk_of(notice.kind).encode())
    topic = base64.urlsafe_b64encode(hashlib.sha256(about).digest()[:24]).decode()
    urgency = "high" if notice.kind in URGENT else "normal"
    return {"Topic": topic, "Urgency": urgency, "Content-Type": "application/octet-stream"}


def _seconds_left(notice: Notification) -> int:
    """Returns the number of seconds for which a notification is useful: until its deadline, if it has one."""
    deadline = notice.data.get("deadline")
    if deadline is None:
        return WAITS_SECONDS
    left = int(datetime.fromisoformat(deadline).timestamp() - now_ms() / 1000)
    return min(max(left, 0), WAITS_SECONDS)


def push_succeeded(*, subscription_id: UUID) -> None:
    """Records that a push service has accepted a notification."""
    note_success(PushSubscription, subscription_id)


def push_failed(*, subscription_id: UUID, pause_ms: Callable[[int], int], is_gone: bool) -> None:
    """Records a failure. Each failure makes the pause before the next post longer; a week of failures deletes the
    device.

    pause_ms: returns the pause after a number of failures. is_gone: whether the push service no longer knows the
    device.
    """
    with transaction.atomic():
        device = note_failure(PushSubscription, subscription_id, pause_ms)
        if device is not None and (is_gone or now_ms() - (device.failing_since_ms or 0) >= HOPELESS_MS):
            device.delete()


def is_signed_out(delivery: Delivery) -> bool:
    """Returns whether the token of a device has expired; revoking a token deletes the device."""
    token = delivery.subscription.token if delivery.subscription else None
    return token is not None and token.expires_at <= timezone.now()
