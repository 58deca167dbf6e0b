"""Matches: finding, creating, joining, starting and ending them."""

from __future__ import annotations

from typing import Any, get_args
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from events.api import schemas
from events.api.auth import caller
from events.api.http import conditional, json_response
from events.api.inputs import EmptyInput, MatchInput, SitInput
from events.api.pagination import CursorPages
from events.api.query_params import query_choice, query_int
from events.api.views.resource import Resource, responses, written
from events.exceptions import Fault, Malformed
from events.models import Match, Pending, Seat
from events.selectors.access import Viewer, matches_for
from events.selectors.match_detail import match_detail, match_summary, seats_of
from events.selectors.responses import MatchHead, SeatOut, Status
from events.selectors.visible_events import event_for
from events.services.idempotency import Reply
from events.services.matches import (
    MatchRequest,
    SeatRequest,
    match_abort,
    match_abort_withdraw,
    match_create,
    match_start,
)
from events.services.seats import seat_leave, seat_resign, seat_take
from games import registry

WAIT = OpenApiParameter(
    "wait", int,
    description="Seconds, at most 30, to wait for a change while `If-None-Match` matches. The response may come "
    "earlier; a `304` with `Retry-After` means that you have too many waits at once.",
)  # fmt: skip
LIMIT = OpenApiParameter("limit", int, description="The largest number of items, 1 to 200.")
STATUSES = get_args(Status)
CURSOR = OpenApiParameter("cursor", str, description="The start of a page, from `next`.")


class Matches(Resource):
    known = ("game", "status", "seat", "invited", "to_act", "limit", "cursor")

    @extend_schema(
        operation_id="match_list", auth=[{}, {"bearer": []}], responses=responses(schemas.MatchList),
        summary="Find matches",
        parameters=[
            OpenApiParameter("game", str, description="The key of a game."),
            OpenApiParameter("status", str, enum=STATUSES),
            OpenApiParameter("seat", str, enum=["me"], description="Only matches in which you hold a seat."),
            OpenApiParameter("invited", str, enum=["me"], description="Only open matches that reserve a seat for you."),
            OpenApiParameter("to_act", str, enum=["me"], description="Only matches that wait for your move."),
            LIMIT, CURSOR,
        ],
    )  # fmt: skip
    def get(self, request: Request) -> HttpResponse:
        """Lists public matches and your own, the newest first."""
        matches = matches_for(caller(request)).prefetch_related("seats__player", "seats__invited")
        if game := query_choice(request, "game", registry.GAMES):
            matches = matches.filter(game=game)
        if status := query_choice(request, "status", STATUSES):
            matches = matches.filter(status=status)
        if query_choice(request, "seat", ("me",)):
            matches = matches.filter(pk__in=Seat.objects.filter(player=self.player(request)).values("match_id"))
        if query_choice(request, "invited", ("me",)):
            reserved = Seat.objects.filter(invited=self.player(request)).values("match_id")
            matches = matches.filter(pk__in=reserved, status=Match.Status.OPEN)
        if query_choice(request, "to_act", ("me",)):
            matches = matches.filter(pk__in=_matches_to_act(self.player(request)))
        pages = CursorPages()
        items = [match_summary(match) for match in pages.paginate_queryset(matches, request)]
        next_page = pages.get_next_link()
        response = json_response({"items": items, "next": next_page})
        if next_page:
            response["Link"] = f'<{next_page}>; rel="next"'
        return response

    @extend_schema(
        operation_id="match_create", request=MatchInput, responses=written(MatchHead, "too_many_matches"),
        summary="Create a match",
    )  # fmt: skip
    def post(self, request: Request) -> HttpResponse:
        """Creates a match; it starts immediately if every seat is taken and `start` is `when_full`."""
        player = self.player(request)
        body = self.body(MatchInput, request)
        match_request = _match_request(body)
        return self.once(request, lambda: Reply(201, match_detail(match_create(player=player, wish=match_request))))


def _matches_to_act(player: Any) -> Any:
    mine = Seat.objects.filter(player=player, resigned=False)
    pending = Pending.objects.filter(required=True, seat__isnull=False)
    return [
        match for match, number in mine.values_list("match_id", "number")
        if pending.filter(match_id=match, seat=number).exists()
    ]  # fmt: skip


OPTIONAL_MEMBERS = ("visibility", "start", "fairness", "reveal", "rated", "nonce", "seed")


def _match_request(body: dict[str, Any]) -> MatchRequest:
    seats = [_seat_request(place, seat) for place, seat in enumerate(body["seats"])]
    if body.get("fairness") == "commit_reveal" and body.get("seed") is not None:
        raise Malformed(Fault("/fairness", "not_an_option"))
    clock = {"per_move": None, "on_timeout": "default_move", **(body.get("clock") or {})}
    optional = {name: body[name] for name in OPTIONAL_MEMBERS if name in body}
    return MatchRequest(body["game"], body.get("options", {}), seats, clock=clock, **optional)


def _seat_request(place: int, seat: dict[str, Any]) -> SeatRequest:
    if seat["kind"] == "player" and "name" not in seat:
        raise Malformed(Fault(f"/seats/{place}/name", "required"))
    if seat["kind"] != "player" and "name" in seat:
        raise Malformed(Fault(f"/seats/{place}/name", "unknown_field"))
    if seat["kind"] != "bot" and "policy" in seat:
        raise Malformed(Fault(f"/seats/{place}/policy", "unknown_field"))
    return SeatRequest(**seat)


class MatchDetail(Resource):
    known = ("wait",)

    @extend_schema(
        operation_id="match", auth=[{}, {"bearer": []}], parameters=[WAIT], responses=responses(MatchHead),
        summary="A match",
    )  # fmt: skip
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Returns what everybody may know of a match, without its table."""
        wait = query_int(request, "wait", 0, 0, 30) or 0
        return conditional(request, wait, lambda: match_detail(self.reach(request, match_id).match))


class Seats(Resource):
    @extend_schema(
        operation_id="seat_take", request=SitInput,
        responses=written(SeatOut, "seat_taken", "match_not_open", "match_sealing", "match_over"),
        summary="Take a seat",
    )  # fmt: skip
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Takes the seat you name; by default the one reserved for you, else the first free one."""
        player, match = self.player(request), self.reach(request, match_id).match
        body = self.body(SitInput, request)
        if body.get("commit") is not None and body.get("seat") is None:
            raise Malformed(Fault("/seat", "required"))  # the commitment covers the number of the seat

        def sit() -> Reply:
            choice = {"number": body.get("seat"), "nonce": body.get("nonce"), "commit": body.get("commit")}
            seat = seat_take(match_id=match.pk, player=player, **choice)
            return Reply(201, seats_of(match)[seat.number])

        return self.once(request, sit)


class SeatDetail(Resource):
    @extend_schema(
        operation_id="seat_leave", responses=responses(None, "forbidden", "match_not_open", "match_over", status=204),
        summary="Leave a seat before the start, or decline an invitation",
    )  # fmt: skip
    def delete(self, request: Request, match_id: UUID, number: int) -> HttpResponse:
        """Frees your seat, or any seat of a match that you created; declines a seat reserved for you."""
        player, match = self.player(request), self.reach(request, match_id).match
        seat_leave(match_id=match.pk, player=player, number=number)
        return HttpResponse(status=204)


class Start(Resource):
    @extend_schema(
        operation_id="match_start", request=EmptyInput,
        responses=written(MatchHead, "match_not_open", "match_not_running", "match_over", status=200),
        summary="Start",
    )  # fmt: skip
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Starts a match of yours once every seat is taken."""
        player, match = self.player(request), self.reach(request, match_id).match
        self.body(EmptyInput, request)
        return self.once(request, lambda: Reply(200, match_detail(match_start(match_id=match.pk, player=player))))


class Resign(Resource):
    @extend_schema(
        operation_id="seat_resign", request=EmptyInput,
        responses=written(schemas.PlayedOut, "not_seated", "match_not_running", "match_over", status=200),
        summary="Resign",
    )  # fmt: skip
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Resigns your seat; the game decides what follows. A repeated request returns the same response."""
        player, reached = self.player(request), self.reach(request, match_id)
        self.body(EmptyInput, request)

        def resign() -> Reply:
            row, replayed = seat_resign(match_id=reached.match.pk, player=player)
            body = {"seq": row.seq, "event": event_for(reached.match, row, Viewer(reached.seat))}
            return Reply(200, body, replayed)

        return self.once(request, resign)


class Abort(Resource):
    @extend_schema(
        operation_id="match_abort", request=EmptyInput,
        responses=written(MatchHead, "not_seated", "match_over", status=200), summary="End without a result",
    )  # fmt: skip
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Ends a match that you created, if it is open or has no other players; else once every active player agrees.

        `agreements` shows to all who agrees; the next move ends every consent.
        """
        player, match = self.player(request), self.reach(request, match_id).match
        self.body(EmptyInput, request)
        return self.once(request, lambda: Reply(200, match_detail(match_abort(match_id=match.pk, player=player))))

    @extend_schema(
        operation_id="match_abort_withdraw", summary="Withdraw your consent to end without a result",
        responses=responses(None, "not_seated", "match_not_running", "match_over", status=204),
    )  # fmt: skip
    def delete(self, request: Request, match_id: UUID) -> HttpResponse:
        """Withdraws your consent; changes nothing if you have not consented."""
        player, match = self.player(request), self.reach(request, match_id).match
        match_abort_withdraw(match_id=match.pk, player=player)
        return HttpResponse(status=204)
