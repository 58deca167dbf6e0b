"""The views of standing orders, which are private answers that a player gives in advance."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from events.base.scopes import READING
from events.http.answers import json_response, no_content
from events.http.auth import language_for
from events.http.resource import Resource, responses, written
from events.log.access import seated
from events.log.idempotency import Reply
from events.matches.record.orders import standing_orders
from events.matches.serializers.orders import OrderInput, OrderTrialOut, StandingOrdersOut
from events.matches.table.order_trials import OrderTrial
from events.matches.table.orders import order_add, orders_clear


class StandingOrders(Resource):
    @extend_schema(
        responses=responses(StandingOrdersOut, "not_seated"),
        summary="Your standing orders",
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Returns your own orders, and the answers that they have given. Others cannot distinguish these from your own
        answers.
        """
        self.player(request)
        access = self.access_to(request, match_id)
        return json_response(standing_orders(access.match, seated(access)))

    @extend_schema(
        request=OrderInput,
        summary="Give a standing order",
        responses=written(StandingOrdersOut, "not_seated", "match_not_running", "match_over", "match_sealing"),
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Adds an order after your other orders; the limit is 20. The first order that applies to a prompt answers it.

        An order answers prompts that take one answer from your seat. It waits a random time, so that its speed reveals
        nothing; if it is `late`, it waits until shortly before the deadline. Until then you can answer yourself. Orders
        end when you leave the seat.
        """
        player, access = self.player(request), self.access_to(request, match_id)
        order = self.body(OrderInput, request)

        def add() -> Reply:
            match = order_add(match_id=access.match.pk, player=player, order=order)
            return Reply(201, standing_orders(match, seated(access)))

        return self.once(request, add)

    @extend_schema(
        summary="Withdraw your standing orders",
        responses=responses(None, "not_seated", "match_not_running", "match_over", "match_sealing", status=204),
    )
    def delete(self, request: Request, match_id: UUID) -> HttpResponse:
        """Withdraws all your orders, and their answers that are not played yet."""
        player, match = self.player(request), self.access_to(request, match_id).match
        orders_clear(match_id=match.pk, player=player)
        return no_content()


class StandingOrderTrial(Resource):
    scopes = {"POST": READING}
    limit_scopes = ("general", "legal_moves")

    @extend_schema(
        request=OrderInput,
        summary="Try a standing order without giving it",
        responses=responses(
            OrderTrialOut, "not_seated", "match_not_running", "unsupported_media_type", "payload_too_large"
        ),
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Returns the answer that an order would give now, and the answers that it would have given to past prompts of
        its kind.

        Nothing is written. An order that can never apply is refused, as it is when you give it.
        """
        self.player(request)
        order = self.body(OrderInput, request)
        access = self.access_to(request, match_id)
        return json_response(OrderTrial(access.match, seated(access), order, language_for(request)).result())


class StandingOrderDetail(Resource):
    @extend_schema(
        summary="Withdraw a standing order",
        responses=responses(None, "not_seated", "match_not_running", "match_over", "match_sealing", status=204),
    )
    def delete(self, request: Request, match_id: UUID, number: int) -> HttpResponse:
        """Withdraws one of your orders."""
        player, match = self.player(request), self.access_to(request, match_id).match
        orders_clear(match_id=match.pk, player=player, order=number)
        return no_content()
