"""The calendar of a player, for calendar programs."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from events.accounts.calendars import calendar_link, calendar_of, calendar_renew
from events.accounts.serializers.profiles import CalendarOut
from events.http.answers import json_response
from events.http.fields import EmptyInput
from events.http.openapi.problem_schema import problems
from events.http.openapi.security import PUBLIC
from events.http.resource import COMMON, Resource, responses, written
from events.log.idempotency import Reply
from events.users.models import Player

CALENDAR = "text/calendar"


class ICalendarRenderer(BaseRenderer):
    """The renderer that declares the media type for content negotiation. The view writes the calendar."""

    media_type = CALENDAR
    format = "ics"

    def render(self, data: Any, *_: Any) -> Any:
        return data


class OwnCalendar(Resource):
    for_persons = True

    @extend_schema(responses=responses(CalendarOut), summary="The address of your calendar")
    def get(self, request: Request) -> HttpResponse:
        """Returns the address of your calendar, with your deadlines to move and the starts of your tournaments."""
        return json_response(calendar_link(self.player(request), _site(request)))

    @extend_schema(
        request=EmptyInput,
        responses=written(CalendarOut, status=200),
        summary="A new address for your calendar",
    )
    def post(self, request: Request) -> HttpResponse:
        """Gives your calendar a new address. The old address stops working."""
        player = self.player(request)
        self.body(EmptyInput, request)

        def renew() -> Reply:
            calendar_renew(player, _site(request))
            return Reply(200, {})  # the address is a secret, so the stored reply does not contain it

        response = self.once(request, renew)
        response.content = json_response(calendar_link(Player.objects.get(pk=player.pk), _site(request))).content
        return response


class CalendarFile(Resource):
    limit_scopes = ("general", "lists")
    authentication_classes = ()
    renderer_classes = (ICalendarRenderer,)

    @extend_schema(
        auth=PUBLIC,
        responses={(200, CALENDAR): OpenApiTypes.STR, **problems(*COMMON)},
        summary="A player's calendar",
    )
    def get(self, request: Request, token: str) -> HttpResponse:
        """Returns the calendar at an address as a file. Calendar programs read the file repeatedly."""
        return HttpResponse(calendar_of(token, _site(request)), f"{CALENDAR}; charset=utf-8")


def _site(request: Request) -> str:
    return str(request.build_absolute_uri("/"))
