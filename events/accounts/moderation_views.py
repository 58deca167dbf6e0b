"""The views of reports to the operator."""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from events.accounts.moderation import report_create
from events.accounts.serializers.relations import ReportInput, ReportList
from events.http.answers import json_response
from events.http.resource import Resource, responses, written
from events.http.throttles import REPORTS, spend
from events.log.idempotency import Reply
from events.moderation.reports import report_line, reports_of
from events.users.serializers import ReportOut


class Reports(Resource):
    @extend_schema(responses=responses(ReportList), summary="Your reports")
    def get(self, request: Request) -> HttpResponse:
        """Lists your reports, the newest first, at most 200."""
        return json_response({"items": reports_of(self.player(request)), "next": None})

    @extend_schema(request=ReportInput, responses=written(ReportOut), summary="Report a player")
    def post(self, request: Request) -> HttpResponse:
        """Reports a player by `name`, or the message `seq` of `match`. Only the operator can read the report."""
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
