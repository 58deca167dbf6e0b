"""Reports to the operator, and players whom a player avoids."""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from events.accounts.moderation import avoidance_end, avoidance_set, report_create
from events.accounts.serializers import AvoidanceList, AvoidInput, ReportInput, ReportList
from events.http.answers import json_response, no_content
from events.http.resource import Resource, responses, sent, written
from events.http.throttles import REPORTS, spend
from events.log.idempotency import Reply
from events.moderation.reports import report_line, reports_of
from events.users.blocks import avoidance_line, avoidances_of
from events.users.serializers import AvoidanceOut, ReportOut


class Reports(Resource):
    @extend_schema(responses=responses(ReportList), summary="Your reports")
    def get(self, request: Request) -> HttpResponse:
        """Lists what you have reported, the newest first, at most 200."""
        return json_response({"items": reports_of(self.player(request)), "next": None})

    @extend_schema(request=ReportInput, responses=written(ReportOut), summary="Report a player")
    def post(self, request: Request) -> HttpResponse:
        """Reports a player by `name`, or what they said: the message `seq` of `match`. Only the operator reads it."""
        player, body = self.player(request), self.body(ReportInput, request)
        spend(request, REPORTS, str(player.pk))

        def report() -> Reply:
            made = report_create(
                player=player,
                reason=body["reason"],
                text=body.get("text", ""),
                name=body.get("name"),
                match_id=body.get("match"),
                seq=body.get("seq"),
            )
            return Reply(201, dict(report_line(made)))

        return self.once(request, report)


class Avoidances(Resource):
    @extend_schema(responses=responses(AvoidanceList), summary="The players whom you avoid")
    def get(self, request: Request) -> HttpResponse:
        """Lists the players whom you have muted or blocked; they are not notified of it."""
        return json_response({"items": avoidances_of(self.player(request)), "next": None})


class AvoidanceDetail(Resource):
    @extend_schema(
        request=AvoidInput,
        responses=sent(AvoidanceOut, status=200),
        summary="Mute or block a player",
    )
    def put(self, request: Request, name: str) -> HttpResponse:
        """Mutes a player: you get no notices of what they say. A block also keeps them from inviting you, and from
        sitting down at matches that you create."""
        player, body = self.player(request), self.body(AvoidInput, request)
        avoidance = avoidance_set(player=player, name=name, is_block=body["is_block"])
        return json_response(avoidance_line(avoidance))

    @extend_schema(responses=responses(None, status=204), summary="Stop avoiding a player")
    def delete(self, request: Request, name: str) -> HttpResponse:
        """Ends a mute or a block."""
        avoidance_end(player=self.player(request), name=name)
        return no_content()
