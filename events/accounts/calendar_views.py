"""The calendar of a player, for calendar programs."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from events.accounts.calendars import calendar_link, calendar_of, calendar_renew
from events.accounts.shapes import CalendarOut
from events.http.answers import json_response
from events.http.fields import EmptyInput
from events.http.resource import COMMON, Resource, problems, responses, sent

CALENDAR = "text/calendar"


class ICalendarRenderer(BaseRenderer):
    """Declares the media type for content negotiation; the view writes the calendar itself."""

    media_type = CALENDAR
    format = "ics"

    def render(self, data: Any, *_: Any) -> Any:
        return data


class OwnCalendar(Resource):
    for_persons = True

    @extend_schema(operation_id="calendar", responses=responses(CalendarOut), summary="The address of your calendar")
    def get(self, request: Request) -> HttpResponse:
        """Returns where a calendar program finds when your time to move ends, and when tournaments begin."""
        return json_response(calendar_link(self.player(request), _site(request)))

    @extend_schema(
        operation_id="calendar_renew", request=EmptyInput, responses=sent(CalendarOut, status=200),
        summary="A new address for your calendar",
    )  # fmt: skip
    def post(self, request: Request) -> HttpResponse:
        """Gives your calendar a new address; the one before is not found any more."""
        player = self.player(request)
        self.body(EmptyInput, request)
        return json_response(calendar_renew(player, _site(request)))


class CalendarFile(Resource):
    authentication_classes = ()
    renderer_classes = (ICalendarRenderer,)

    @extend_schema(
        operation_id="calendar_file", auth=[{}], responses={(200, CALENDAR): OpenApiTypes.STR, **problems(*COMMON)},
        summary="A player's calendar",
    )  # fmt: skip
    def get(self, request: Request, token: str) -> HttpResponse:
        """Returns the calendar behind an address as a file that calendar programs read again from time to time."""
        return HttpResponse(calendar_of(token, _site(request)), f"{CALENDAR}; charset=utf-8")


def _site(request: Request) -> str:
    return str(request.build_absolute_uri("/"))
