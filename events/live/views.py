"""Streams of server-sent events, and the tickets that open them. `events.live.streams` does the sending."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.authentication import SessionAuthentication
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from events.base import sse
from events.base.exceptions import Fault, Malformed, NotFound
from events.base.scopes import READING
from events.http.answers import accepts_gzip, holders, json_response
from events.http.auth import BearerAuthentication, caller, language_for
from events.http.openapi.problem_schema import problems
from events.http.query_params import query_id, query_int, query_text
from events.http.resource import COMMON, Resource, sent
from events.live.selectors import Listener, MatchSource, PlayerSource, finite, newest_notice
from events.live.shapes import TicketInput, TicketOut, events_of
from events.live.streams import Opening, open_stream
from events.live.tickets import ticket_create, ticket_use
from events.log.access import access_to, viewer_for
from events.matches.table.prompts import MOST_LISTED, Legal
from events.matches.views.log import AFTER, CORE
from events.matches.views.table import AS, MOST_SEQ
from events.models import Notice, Player, Token

LEGAL = OpenApiParameter(
    "legal", int,
    description="0 to 100: each prompt comes with `legal`, the legal moves as they are after the row: `templates`, "
    "`words`, `count`, `complete`, and in `moves` that many concrete ones.",
)  # fmt: skip
PAGE = OpenApiParameter(
    "page", UUID, description="What you call the page that opens the stream, so that it can say later whether somebody "
    "looks at it (`PUT /matches/{match_id}/looking`).",
)  # fmt: skip
LOOKING = OpenApiParameter(
    "looking", int, description="0: nobody looks at the page now, so `your_turn` is not withheld; 1 if left out.",
)  # fmt: skip
RETRY_MS = 3_000  # where the server cannot wait, and a stream is what there is now
ENDING = (
    "The last event is `bye` with a `reason`: `slow`, `life`, `shutdown`, `error` (resume after the last id), or "
    "`rights` (you may not see this any more)."
)


class EventStreamRenderer(BaseRenderer):
    """Names the media type; the stream is not written by REST framework."""

    media_type = sse.MEDIA_TYPE
    format = "sse"
    charset = None

    def render(self, data: Any, *_: Any) -> Any:
        return data


class TicketAuthentication(BearerAuthentication):
    """`?ticket=`: a ticket of the player, used up by this request."""

    def authenticate(self, request: Request) -> tuple[Player, Token] | None:
        text = query_text(request, "ticket")
        if text is None:
            return None
        ticket = ticket_use(text, request.resolver_match.kwargs.get("match_id"))
        return ticket.player, ticket.token  # type: ignore[return-value]


class Stream(Resource):
    renderer_classes = (EventStreamRenderer,)
    authentication_classes = (TicketAuthentication, BearerAuthentication, SessionAuthentication)


def streamed(description: str, data: Mapping[str, str]) -> dict[Any, Any]:
    """The responses of a stream for the OpenAPI document. data: the component that each event has as its data."""
    events = OpenApiResponse(events_of({**data, "bye": "Bye"}), description=f"{description} {ENDING}")
    return {(200, sse.MEDIA_TYPE): events, **problems(*COMMON, "forbidden")}


class MatchStream(Stream):
    known = ("after", "as", "core", "legal", "looking", "page", "ticket")

    @extend_schema(
        operation_id="match_stream", auth=[{}, {"bearer": []}, {"ticket": []}],
        parameters=[AFTER, AS, CORE, LEGAL, PAGE, LOOKING], summary="The log as it grows", responses=streamed(
            "`event`: a row as in `/events`, with its `seq` as id. `prompt`, without an id: the prompts open to your "
            "seat, after the rows that change them, with their legal moves if `?legal=` asks for them. A comment comes "
            "at least every 15 seconds.",
            {"event": "EventOut", "prompt": "StreamedPrompts"},
        ),
    )  # fmt: skip
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Streams the rows after one place, each once and without a gap, then each new row when it is written."""
        access = self.access_to(request, match_id)
        listener = _listener(request, query_text(request, "as"), query_int(request, "core", 0, 0, 1) == 1)
        limit = query_int(request, "legal", None, 0, MOST_LISTED)
        if limit is not None:
            listener = listener._replace(legal=Legal(limit, language_for(request)))
        viewer_for(access, listener.as_)
        after = _place(request)
        after = -1 if after is None else min(after, access.match.head_seq)
        opening = Opening(
            str(match_id), MatchSource(match_id), listener, after, tuple(holders(request)), match_id,
            accepts_gzip(request), query_id(request, "page"), query_int(request, "looking", 1, 0, 1) == 1,
        )  # fmt: skip
        return _stream(request, opening)


class PlayerStream(Stream):
    known = ("after", "ticket")

    @extend_schema(
        operation_id="me_stream",
        parameters=[
            OpenApiParameter("after", int, description="Only notices after this id; left out, only new ones."),
        ],
        summary="What concerns you, in all matches", responses=streamed(
            ", ".join(f"`{kind}`" for kind in Notice.Kind.values) + ": each with an `id` that counts from 1 without "
            "gaps, `kind`, `at`, `match` or `tournament`, `game`. Notices are stored for 7 days.",
            dict.fromkeys(Notice.Kind.values, "NoticeOut"),
        ),
    )  # fmt: skip
    def get(self, request: Request) -> HttpResponse:
        """Streams the notices after one place, each once and without a gap, then each new one when it is written."""
        player, after = self.player(request), _place(request)
        newest = newest_notice(player.pk)
        after = newest if after is None else min(after, newest)
        listener, source = _listener(request, None, False), PlayerSource(player.pk)
        return _stream(request, Opening(f"player:{player.pk}", source, listener, after, tuple(holders(request))))


class StreamTickets(Resource):
    scopes = {"POST": READING}

    @extend_schema(
        operation_id="stream_ticket_create", request=TicketInput, responses=sent(TicketOut),
        summary="A ticket that opens one stream",
    )  # fmt: skip
    def post(self, request: Request) -> HttpResponse:
        """Returns a ticket for the stream of `match`, or without it for your own. It opens one stream within 30 s."""
        player, text = self.player(request), self.body(TicketInput, request).get("match")
        match = None if text is None else access_to(_match_id(text), player).match
        ticket, expires_at = ticket_create(player=player, token=request.auth, match=match)
        moment = expires_at.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        return json_response({"ticket": ticket, "expires_at": moment}, 201)


def _match_id(text: str) -> UUID:
    """The id of a match in its one spelling; raises NotFound for any other text."""
    try:
        match_id = UUID(text)
    except ValueError:
        raise NotFound() from None
    if str(match_id) != text:
        raise NotFound()
    return match_id


def _listener(request: Request, as_: str | None, core: bool) -> Listener:
    player = caller(request)
    return Listener(player.pk if player else None, getattr(request.auth, "pk", None), as_, core)


def _place(request: Request) -> int | None:
    """Where a stream begins: after the last id that the client has received, else after `?after=`.

    An `EventSource` comes back with the address that it was made with, and with the header.
    """
    after, last = query_int(request, "after", None, 0, MOST_SEQ), request.headers.get("Last-Event-ID")
    if last is None or last == "":
        return after
    if not (last.isascii() and last.isdigit()) or len(last) > 16 or int(last) > MOST_SEQ:
        raise Malformed(Fault("/header/last-event-id", "bad_parameter"))
    return int(last)


def _stream(request: Request, opening: Opening) -> HttpResponse:
    """The start of a stream; under a server that cannot wait, everything up to now."""
    content = b""
    if not open_stream(request.META, opening):
        frames = finite(opening.source, opening.listener, opening.after)
        start = sse.opening(RETRY_MS, opening.after if opening.after >= 0 else None)
        content = start + b"".join(frames) + sse.event("bye", {"reason": "life"})
    response = HttpResponse(content, content_type=sse.MEDIA_TYPE)
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response
