"""Views of streams and of the tickets that open them. `events.streams.streams` sends the streams."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from events.base.clock import utc
from events.base.exceptions import FieldError, Malformed, NotFound
from events.base.scopes import READING, SEATED
from events.http.answers import NDJSONRenderer, holders, json_response
from events.http.auth import BearerAuthentication, caller, language_for, token_of
from events.http.openapi.problem_schema import problems
from events.http.openapi.security import WITH_OR_WITHOUT_TOKEN_OR_TICKET
from events.http.query_params import query_id, query_int, query_text
from events.http.resource import COMMON, Resource, sent
from events.log.access import access_to, viewer_for
from events.matches.table.prompts import MOST_LISTED, Legal
from events.matches.views.log import AFTER, CORE
from events.matches.views.table import AS, MOST_SEQ
from events.notifications.models import Notification
from events.streams.frames import EVENTS, FORMATS, LINES, Format
from events.streams.selectors import MatchSource, PlayerSource, StreamListener, newest_notice, stored
from events.streams.serializers import TicketInput, TicketOut, events_of, lines_of
from events.streams.streams import Opening, bye, open_stream
from events.streams.tickets import ticket_create, ticket_use
from events.users.models import Player, Token

LEGAL = OpenApiParameter(
    "legal",
    int,
    description="0 to 100: each prompt has a member `legal` with the legal moves after the event: `templates`, "
    "`words`, `count`, `complete`, and in `moves` up to this number of concrete moves.",
)
PAGE = OpenApiParameter(
    "page",
    UUID,
    description="Your name for the page that opens the stream, which can report later whether somebody "
    "looks at it (`PUT /matches/{match_id}/seen`).",
)
LOOKING = OpenApiParameter(
    "looking",
    int,
    description="0: nobody looks at the page now, so `your_turn` is not withheld. By default 1.",
)
FOLLOW = OpenApiParameter(
    "follow",
    int,
    description="0: the response ends with `bye` after at most a page of stored events, for networks that buffer whole "
    "responses. By default 1.",
)
RETRY_MS = 3_000  # the reconnection time if a response contains only the stored events
ENDING = (
    "The last event is `bye` with a `reason`: `slow`, `life`, `shutdown`, `error` (resume after the last id), or "
    "`rights` (you may not see this any more)."
)


AS_LINES = (
    "With `Accept: application/x-ndjson` each line is an object with the members `event`, `data` and, if the stream "
    "can resume there, `id`. The first event is `open`, and `heartbeat` replaces comments."
)


class EventStreamRenderer(BaseRenderer):
    """A renderer that only names the media type; the stream is not written by REST framework."""

    media_type = EVENTS.media_type
    format = "sse"
    charset = None

    def render(self, data: Any, *_: Any) -> Any:
        return data


class TicketAuthentication(BearerAuthentication):
    """The authentication by `?ticket=`: a ticket of the player, which this request uses up."""

    def authenticate(self, request: Request) -> tuple[Player, Token] | None:
        text = query_text(request, "ticket")
        if text is None:
            return None
        assert request.resolver_match is not None
        ticket = ticket_use(text, request.resolver_match.kwargs.get("match_id"))
        return ticket.player, ticket.token  # type: ignore[return-value]


class Stream(Resource):
    renderer_classes = (EventStreamRenderer, NDJSONRenderer)
    authentication_classes: Sequence[type[BaseAuthentication]] = (
        TicketAuthentication,
        BearerAuthentication,
        SessionAuthentication,
    )


def streamed(description: str, data: Mapping[str, str]) -> dict[Any, Any]:
    """Returns the responses of a stream for the OpenAPI document. data: the component of each event's data, by event
    name.
    """
    description, data = f"{description} {ENDING} {AS_LINES}", {**data, "bye": "Bye"}
    return {
        (200, EVENTS.media_type): OpenApiResponse(events_of(data), description=description),
        (200, LINES.media_type): OpenApiResponse(lines_of(data), description=description),
        **problems(*COMMON, "forbidden"),
    }


class MatchStream(Stream):
    known = ("after", "as", "core", "follow", "legal", "looking", "page", "ticket")

    @extend_schema(
        auth=WITH_OR_WITHOUT_TOKEN_OR_TICKET,
        parameters=[AFTER, AS, CORE, LEGAL, PAGE, LOOKING, FOLLOW],
        summary="Stream the log of a match",
        responses=streamed(
            "`event`: an event as in `/events`, with its `seq` as id. `prompt`, without an id: the prompts open to "
            "your seat, after the events that change them, with their legal moves if `?legal=` requests them. The "
            "server sends a comment at least every 15 seconds.",
            {"event": "EventOut", "prompt": "StreamedPrompts"},
        ),
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Streams the events after a position, each once and without a gap, then each new event when it is written."""
        access = self.access_to(request, match_id)
        listener = listener_of(request, query_text(request, "as"), query_int(request, "core", 0, 0, 1) == 1)
        limit = query_int(request, "legal", None, 0, MOST_LISTED)
        if limit is not None:
            listener = listener._replace(legal=Legal(limit, language_for(request)))
        viewer_for(access, listener.as_)
        after = _place(request)
        after = -1 if after is None else min(after, access.match.head_seq)
        opening = Opening(
            str(match_id),
            MatchSource(match_id),
            listener,
            after,
            tuple(holders(request)),
            format_for(request),
            match_id if counts_as_presence(request) else None,
            query_id(request, "page"),
            query_int(request, "looking", 1, 0, 1) == 1,
        )
        return stream_response(request, opening)


def counts_as_presence(request: Request) -> bool:
    """Returns whether an open stream means that its player looks. A read-only token changes nothing, so its streams do
    not count.
    """
    token = token_of(request)
    return token is None or not SEATED.isdisjoint(token.scopes.split())


class PlayerStream(Stream):
    known = ("after", "follow", "ticket")

    @extend_schema(
        parameters=[
            OpenApiParameter("after", int, description="Only notifications after this id; by default only new ones."),
            FOLLOW,
        ],
        summary="Stream your notifications from all matches",
        responses=streamed(
            ", ".join(f"`{kind}`" for kind in Notification.Kind.values)
            + ": each with an `id` that counts from 1 without "
            "gaps, `kind`, `at`, `match` or `tournament`, `game`. Notifications are stored for 7 days.",
            dict.fromkeys(Notification.Kind.values, "NoticeOut"),
        ),
    )
    def get(self, request: Request) -> HttpResponse:
        """Streams the notifications after a position, each once and without a gap, then each new notification when it
        is written.
        """
        player, after = self.player(request), _place(request)
        newest = newest_notice(player.pk)
        after = newest if after is None else min(after, newest)
        listener, source = listener_of(request), PlayerSource(player.pk)
        topic, counted = f"player:{player.pk}", tuple(holders(request))
        return stream_response(request, Opening(topic, source, listener, after, counted, format_for(request)))


class StreamTickets(Resource):
    scopes = {"POST": READING}

    @extend_schema(
        request=TicketInput,
        responses=sent(TicketOut),
        summary="A ticket that opens one stream",
    )
    def post(self, request: Request) -> HttpResponse:
        """Returns a ticket for the stream of `match`, or, without `match`, for your own stream. It opens one stream
        within 30 s.
        """
        player, text = self.player(request), self.body(TicketInput, request).get("match")
        match = None if text is None else access_to(_match_id(text), player).match
        ticket, expires_at = ticket_create(player=player, token=token_of(request), match=match)
        return json_response({"ticket": ticket, "expires_at": utc(expires_at)}, 201)


def _match_id(text: str) -> UUID:
    """Returns the id of a match from its canonical spelling. Raises NotFound for any other text."""
    try:
        match_id = UUID(text)
    except ValueError:
        raise NotFound() from None
    if str(match_id) != text:
        raise NotFound()
    return match_id


def listener_of(request: Request, as_: str | None = None, core: bool = False) -> StreamListener:
    """Returns the caller as a listener of streams."""
    player = caller(request)
    return StreamListener(player.pk if player else None, getattr(request.auth, "pk", None), as_, core)


def _place(request: Request) -> int | None:
    """Returns the start of a stream: the last id that the client has received, or else `?after=`.

    An `EventSource` reconnects with its original URL and with the header.
    """
    after, last = query_int(request, "after", None, 0, MOST_SEQ), request.headers.get("Last-Event-ID")
    if last is None or last == "":
        return after
    if not (last.isascii() and last.isdigit()) or len(last) > 16 or int(last) > MOST_SEQ:
        raise Malformed(FieldError("/header/last-event-id", "bad_parameter"))
    return int(last)


def format_for(request: Request) -> Format:
    """Returns the format that the client accepts."""
    return FORMATS[request.accepted_renderer.media_type]


def stream_response(request: Request, opening: Opening) -> HttpResponse:
    """Returns the start of a stream. With `?follow=0`, or under a server that cannot stream, returns only the stored
    events.
    """
    form, content = opening.form, b""
    is_followed = query_int(request, "follow", 1, 0, 1) == 1
    if not (is_followed and open_stream(request.META, opening)):
        frames = [*stored(opening.source, opening.listener, opening.after), bye("life")]
        start = form.opening(RETRY_MS, opening.after if opening.after >= 0 else None)
        content = start + b"".join(map(form.frame, frames))
    response = HttpResponse(content, content_type=form.media_type)
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response
