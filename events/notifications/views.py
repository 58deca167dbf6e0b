"""The views of a player's webhooks and their deliveries."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from events.http.answers import json_response, no_content
from events.http.fields import EmptyInput
from events.http.openapi.headers import LOCATION
from events.http.pagination import CursorPages
from events.http.query_params import CURSOR, LIMIT
from events.http.resource import Resource, responses, sent, written
from events.log.idempotency import Reply
from events.notifications.models import Webhook
from events.notifications.selectors import (
    deliveries_to,
    delivery_line,
    delivery_lines,
    webhook_line,
    webhook_of,
    webhooks_of,
)
from events.notifications.serializers import (
    DeliveryList,
    DeliveryOut,
    NewWebhookOut,
    WebhookChangeInput,
    WebhookInput,
    WebhookList,
    WebhookOut,
)
from events.notifications.webhooks import delivery_repeat, webhook_create, webhook_delete, webhook_update


class Webhooks(Resource):
    for_persons = True

    @extend_schema(responses=responses(WebhookList, "forbidden"), summary="Your webhooks")
    def get(self, request: Request) -> HttpResponse:
        """Lists your webhooks, without their secrets; only the response that creates a webhook contains its secret."""
        return json_response({"items": webhooks_of(self.player(request)), "next": None})

    @extend_schema(
        request=WebhookInput,
        summary="Create a webhook",
        responses=sent(NewWebhookOut, "too_many_webhooks"),
        parameters=[LOCATION],
    )
    def post(self, request: Request) -> HttpResponse:
        """Creates a webhook: each notification is posted to `url` once, unless you have its match open in a stream.

        A request has the headers of Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`. A
        status from 200 to 299 means that the notification has arrived; redirects are not followed. After a failure the
        webhook pauses for 5 seconds, then longer, up to an hour. The notifications of a match arrive in order. After a
        day of failures the webhook is switched off, and notifications wait for it for a week. You may have 10 webhooks.

        With a `form` other than `standard`, a chat receives a line in your language, with a link to the match.
        """
        player, body = self.player(request), self.body(WebhookInput, request)
        secret, webhook = webhook_create(
            player=player, url=body["url"], kinds=body.get("kinds"), form=body.get("form", Webhook.Form.STANDARD)
        )
        response = json_response({**webhook_line(webhook), "secret": secret}, 201)
        response["Location"] = f"/api/v1/me/webhooks/{webhook.pk}"
        return response


class WebhookDetail(Resource):
    for_persons = True

    @extend_schema(responses=responses(WebhookOut, "forbidden"), summary="A webhook")
    def get(self, request: Request, webhook_id: UUID) -> HttpResponse:
        """Returns one of your webhooks."""
        return json_response(webhook_line(webhook_of(self.player(request), webhook_id)))

    @extend_schema(
        request=WebhookChangeInput,
        responses=sent(WebhookOut, status=200),
        summary="Change a webhook",
    )
    def patch(self, request: Request, webhook_id: UUID) -> HttpResponse:
        """Changes the members that are sent, and retries the waiting deliveries of the webhook at once."""
        player, changes = self.player(request), self.body(WebhookChangeInput, request)
        return json_response(webhook_line(webhook_update(player=player, webhook_id=webhook_id, changes=changes)))

    @extend_schema(responses=responses(None, status=204), summary="Delete a webhook")
    def delete(self, request: Request, webhook_id: UUID) -> HttpResponse:
        """Deletes one of your webhooks and its waiting deliveries."""
        webhook_delete(player=self.player(request), webhook_id=webhook_id)
        return no_content()


class Deliveries(Resource):
    for_persons = True
    known = ("limit", "cursor")

    @extend_schema(
        parameters=[LIMIT, CURSOR],
        responses=responses(DeliveryList, "forbidden"),
        summary="The deliveries of a webhook",
    )
    def get(self, request: Request, webhook_id: UUID) -> HttpResponse:
        """Lists the notifications that were or will be posted to one of your webhooks, the newest first."""
        webhook = webhook_of(self.player(request), webhook_id)
        return DeliveryPages().response(deliveries_to(webhook), request, delivery_lines)


class DeliveryPages(CursorPages):
    ordering = "-number"


class DeliveryDetail(Resource):
    for_persons = True

    @extend_schema(
        operation_id="me_webhooks_deliveries_repeat",
        request=EmptyInput,
        responses=written(DeliveryOut, status=202),
        summary="Post a notification again",
    )
    def post(self, request: Request, webhook_id: UUID, number: int) -> HttpResponse:
        """Posts a notification again, with the same `webhook-id`, whether it arrived, failed or was skipped."""
        player = self.player(request)
        self.body(EmptyInput, request)

        def repeat() -> Reply:
            return Reply(202, dict(delivery_line(delivery_repeat(player=player, webhook_id=webhook_id, number=number))))

        return self.once(request, repeat)
