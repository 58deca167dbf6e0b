"""The views of a player's devices that show notifications by Web Push."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from events.http.answers import json_response, no_content
from events.http.auth import token_of
from events.http.resource import Resource, responses, sent, written
from events.log.idempotency import Reply
from events.notifications import push_keys
from events.notifications.push_lines import subscription_line, subscriptions_of
from events.notifications.pushes import subscription_create, subscription_delete, subscription_update
from events.notifications.serializers import (
    PushSubscriptionChangeInput,
    PushSubscriptionInput,
    PushSubscriptionList,
    PushSubscriptionOut,
)


class PushSubscriptions(Resource):
    for_persons = True

    @extend_schema(
        responses=responses(PushSubscriptionList, "forbidden"),
        summary="Your devices",
    )
    def get(self, request: Request) -> HttpResponse:
        """Lists your devices that show notifications, and the server's public key for which a browser subscribes."""
        items = subscriptions_of(self.player(request))
        return json_response({"items": items, "next": None, "public_key": push_keys.public_key()})

    @extend_schema(
        request=PushSubscriptionInput,
        summary="Subscribe a device to notifications",
        responses=written(PushSubscriptionOut, "too_many_devices", "no_push"),
    )
    def post(self, request: Request) -> HttpResponse:
        """Subscribes a device. `endpoint` and `keys` are the members of its browser's `PushSubscription`, which the
        browser created with `public_key` as `applicationServerKey`.

        The device receives an encrypted JSON object with `title`, `body`, `tag`, `match` and `language`, unless you
        have the match open in a stream. The object contains the game and the event, never a card, a name or a text of
        others. The same `endpoint` again changes the subscription. The subscription ends with the token that created
        it, when its push service responds with 404 or 410, and after a week of failures. You may have 10 devices.
        """
        player, body = self.player(request), self.body(PushSubscriptionInput, request)

        def subscribe() -> Reply:
            device = subscription_create(
                player=player,
                token=token_of(request),
                endpoint=body["endpoint"],
                keys=body["keys"],
                kinds=body.get("kinds"),
                label=body.get("label", ""),
            )
            return Reply(201, dict(subscription_line(device)))

        return self.once(request, subscribe)


class PushSubscriptionDetail(Resource):
    for_persons = True

    @extend_schema(
        request=PushSubscriptionChangeInput,
        responses=sent(PushSubscriptionOut, status=200),
        summary="Change a device",
    )
    def patch(self, request: Request, subscription_id: UUID) -> HttpResponse:
        """Changes the kinds of notifications that one of your devices shows, or your name for it; omitted members keep
        their values.
        """
        player, changes = self.player(request), self.body(PushSubscriptionChangeInput, request)
        device = subscription_update(player=player, subscription_id=subscription_id, changes=changes)
        return json_response(subscription_line(device))

    @extend_schema(responses=responses(None, status=204), summary="Remove a device")
    def delete(self, request: Request, subscription_id: UUID) -> HttpResponse:
        """Unsubscribes one of your devices."""
        subscription_delete(player=self.player(request), subscription_id=subscription_id)
        return no_content()
