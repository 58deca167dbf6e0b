"""The views of sanctions against the caller, and of appeals."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from events.http.answers import json_response
from events.http.resource import Resource, responses, written
from events.http.throttles import REPORTS, spend
from events.log.idempotency import Reply
from events.moderation.selectors import sanction_line, sanctions_of
from events.moderation.serializers import AppealInput, SanctionList, SanctionOut
from events.moderation.services import appeal


class Sanctions(Resource):
    open_to_suspended = True

    @extend_schema(responses=responses(SanctionList), summary="Your sanctions")
    def get(self, request: Request) -> HttpResponse:
        """Lists the operator's sanctions against you, with the reasons. Suspended players may use this, too."""
        return json_response({"items": sanctions_of(self.player(request)), "next": None})


class Appeal(Resource):
    open_to_suspended = True
    for_persons = True

    @extend_schema(request=AppealInput, responses=written(SanctionOut), summary="Appeal")
    def post(self, request: Request, sanction_id: UUID) -> HttpResponse:
        """Appeals against a sanction, once. The operator answers and may end it. Suspended players may appeal, too."""
        player, body = self.player(request), self.body(AppealInput, request)
        spend(request, REPORTS, str(player.pk))

        def say() -> Reply:
            return Reply(201, dict(sanction_line(appeal(player=player, sanction_id=sanction_id, text=body["text"]))))

        return self.once(request, say)
