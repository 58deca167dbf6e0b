"""The views of the log, as the caller may see it, and of the messages at the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from events.base.scopes import SEATED
from events.http.answers import conditional, encode
from events.http.openapi.security import WITH_OR_WITHOUT_TOKEN
from events.http.query_params import LIMIT, query_int, query_text
from events.http.resource import JsonLinesResource, Resource, revalidated, written
from events.log.access import Access, Viewer, viewer_for
from events.log.idempotency import Reply
from events.matches.lobby.seats import message_post
from events.matches.record.visible_events import event_for, events_for, messages_for
from events.matches.serializers.log import EventList, MessageInput, MessageList, MessageOut
from events.matches.views.table import AS, MOST_SEQ

AFTER = OpenApiParameter("after", int, description="Only events after this `seq`; by default from the start.")
CORE = OpenApiParameter("core", int, enum=[0, 1], description="1: include the exact text that is hashed.")
PAGE = 200


class Events(JsonLinesResource):
    known = ("after", "limit", "as", "core")

    @extend_schema(
        auth=WITH_OR_WITHOUT_TOKEN,
        responses=revalidated(EventList, "forbidden"),
        parameters=[AFTER, LIMIT, AS, CORE],
        summary="The log as you may see it",
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Lists the events from `seq` 0; `Accept: application/x-ndjson` returns all events, one in each line."""
        after = query_int(request, "after", -1, 0, MOST_SEQ)
        after = -1 if after is None else after
        core, viewer_name = query_int(request, "core", 0, 0, 1) == 1, query_text(request, "as")
        if request.accepted_renderer.format == "ndjson":
            access = self.access_to_log(request, match_id)
            lines = _lines(
                access, viewer_for(access, viewer_name), after, query_int(request, "limit", None, 1, PAGE), core
            )
            return HttpResponse(b"".join(lines), content_type="application/x-ndjson")
        limit = query_int(request, "limit", PAGE, 1, PAGE) or PAGE
        access = self.access_to_log(request, match_id)
        viewer = viewer_for(access, viewer_name)
        rows = list(events_for(access.match, viewer, after, limit=limit, core=core))
        return conditional(request, _page(request, access, rows))


def _lines(access: Access, seen_by: Viewer, after: int, limit: int | None, core: bool) -> Iterator[bytes]:
    for row in events_for(access.match, seen_by, after, limit=limit, core=core):
        yield encode(row) + b"\n"


def _page(request: Request, access: Access, rows: list[dict[str, Any]]) -> dict[str, Any]:
    more = bool(rows) and rows[-1]["seq"] < access.match.head_seq
    return {"items": rows, "next": _after(request, rows[-1]["seq"]) if more else None}


def _after(request: Request, seq: int) -> str:
    """Returns the URL of the same request after event `seq`."""
    query = request.query_params.copy()
    query["after"] = str(seq)
    return f"{request.build_absolute_uri(request.path)}?{query.urlencode()}"


class Messages(Resource):
    scopes = {"POST": SEATED}
    known = ("after", "limit")
    limit_scopes = ("general", "messages")

    @extend_schema(
        auth=WITH_OR_WITHOUT_TOKEN,
        parameters=[AFTER, LIMIT],
        responses=revalidated(MessageList),
        summary="The messages at the table",
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Lists the messages; `text` is null for a withdrawn message."""
        after = query_int(request, "after", -1, 0, MOST_SEQ)
        limit = query_int(request, "limit", PAGE, 1, PAGE) or PAGE
        return conditional(request, _talk(request, self.access_to(request, match_id), after, limit))

    @extend_schema(
        request=MessageInput,
        responses=written(MessageOut, "not_seated"),
        summary="Send a message",
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Sends a message to a table where you hold a seat. Everybody can read it, and the log contains it."""
        player, access = self.player(request), self.access_to(request, match_id)
        text = self.body(MessageInput, request)["text"]

        def say() -> Reply:
            row = event_for(
                access.match, message_post(match_id=access.match.pk, player=player, text=text), Viewer(None)
            )
            return Reply(201, {"seq": row["seq"], "at": row["at"], "seat": row["seat"], "text": row.get("text")})

        return self.once(request, say)


def _talk(request: Request, access: Access, after: int | None, limit: int) -> dict[str, Any]:
    said = messages_for(access.match, -1 if after is None else after, limit + 1)
    more = len(said) > limit
    return {"items": said[:limit], "next": _after(request, said[limit - 1]["seq"]) if more else None}
