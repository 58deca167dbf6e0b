"""Matches: finding, creating, joining, starting and ending them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from events.base.exceptions import Fault, Malformed
from events.base.hub import SEATS
from events.base.scopes import SEATED
from events.base.woven import Spans, marked
from events.http.answers import Rendered, accepts_gzip, conditional, json_response, no_content, rendered_once, shared
from events.http.auth import caller
from events.http.fields import EmptyInput
from events.http.pagination import CursorPages
from events.http.query_params import CURSOR, LIMIT, WAIT, query_choice, query_id, query_int, query_text
from events.http.resource import WITH_POST, Resource, responses, revalidated, sent, written
from events.log.access import Access, Viewer
from events.log.delays import match_known_to
from events.log.idempotency import Reply
from events.matches.lobby.clock_settings import clock_faults, clock_settings
from events.matches.lobby.club_tables import with_club
from events.matches.lobby.match_detail import follows_from_head, match_detail, seats_of
from events.matches.lobby.match_lists import Search, match_lines, matches_found
from events.matches.lobby.seats import seat_leave, seat_resign, seat_take
from events.matches.lobby.services import (
    MatchRequest,
    SeatRequest,
    match_abort,
    match_abort_withdraw,
    match_create,
    match_start,
)
from events.matches.lobby.substitutes import seat_abandon, seat_replace
from events.matches.record.visible_events import event_for
from events.matches.shapes.lobby import MatchHead, MatchList, SeatOut, Status
from events.matches.shapes.moves import ActedOut
from events.matches.shapes.new_match import MatchInput
from events.matches.shapes.seats import SitInput
from events.models import Match, Player
from games import registry

STATUSES = get_args(Status)
ME, TRUTHS, CLOCKS = ("me",), ("true", "false"), ("live", "days")


class Matches(Resource):
    known = (
        "game", "status", "seat", "invited", "to_act", "open_seats", "rated", "practice", "clock", "player",
        "club", "reliable", "followed", "limit", "cursor", "wait",
    )  # fmt: skip

    @extend_schema(
        operation_id="match_list", auth=[{}, {"bearer": []}], responses=revalidated(MatchList),
        summary="Find matches",
        parameters=[
            OpenApiParameter("game", str, description="The key of a game."),
            OpenApiParameter("status", str, enum=STATUSES, description="The stage of the match."),
            OpenApiParameter("seat", str, enum=ME, description="Only matches in which you hold a seat."),
            OpenApiParameter("invited", str, enum=ME, description="Only open matches that reserve a seat for you."),
            OpenApiParameter("to_act", str, enum=ME, description="Only matches that wait for your move."),
            OpenApiParameter(
                "open_seats", str, enum=("true",), description="Only open matches in which you can take a seat."
            ),
            OpenApiParameter("rated", str, enum=TRUTHS, description="Only matches that count for ratings, or do not."),
            OpenApiParameter("practice", str, enum=TRUTHS, description="Only practice matches, or only others."),
            OpenApiParameter(
                "clock", str, enum=CLOCKS,
                description="`live`: at most an hour for a move; `days`: longer, or without a limit.",
            ),
            OpenApiParameter("club", UUID, description="Only tables of the club with that id."),
            OpenApiParameter("player", str, description="Only matches in which the player of that name holds a seat."),
            OpenApiParameter(
                "reliable", str, enum=("true",),
                description="Only matches in which every player kept to nine of ten of their last matches with others "
                "(`reliability` in `GET /players/{name}`). Fewer than five count for nothing.",
            ),
            OpenApiParameter(
                "followed", str, enum=("true",),
                description="Only open matches in which somebody has a seat whom you follow.",
            ),
            LIMIT, CURSOR, WAIT,
        ],
    )  # fmt: skip
    def get(self, request: Request) -> HttpResponse:
        """Lists public matches, your own, and those of your clubs, the newest first."""
        search, player = self._search(request), caller(request)
        wait = query_int(request, "wait", 0, 0, 30) or 0
        return conditional(request, wait, lambda: _page(request, player, search), lambda page: _topics(player, page))

    def _search(self, request: Request) -> Search:
        search = Search(
            game=query_choice(request, "game", registry.GAMES),
            status=query_choice(request, "status", STATUSES),
            **{name: query_choice(request, name, ME) is not None for name in ("seat", "invited", "to_act")},
            open_seats=query_choice(request, "open_seats", ("true",)) is not None,
            rated=_truth(request, "rated"),
            practice=_truth(request, "practice"),
            clock=query_choice(request, "clock", CLOCKS),  # type: ignore[arg-type]
            player=query_text(request, "player"),
            club=query_id(request, "club"),
            reliable=query_choice(request, "reliable", ("true",)) is not None,
            followed=query_choice(request, "followed", ("true",)) is not None,
        )
        if search.seat or search.invited or search.to_act or search.followed:
            self.player(request)
        return search

    @extend_schema(
        operation_id="match_create", request=MatchInput, responses=written(MatchHead, "too_many_matches"),
        summary="Create a match",
    )  # fmt: skip
    def post(self, request: Request) -> HttpResponse:
        """Creates a match; it starts immediately if every seat is taken and `start` is `when_full`.

        As a table of a `club` of which you are a member, it begins with the options and the clock of the club where you
        leave them out (`GET /clubs/{club}/defaults`). A private club's table is private, and all members know it.
        """
        player = self.player(request)
        body = self.body(MatchInput, request)
        match_request = _match_request(with_club(player, body))
        return self.once(
            request,
            lambda: Reply(201, _detail(match_create(player=player, request=match_request), player)),
            address=lambda match: f"/api/v1/matches/{match['id']}",
        )


def _truth(request: Request, name: str) -> bool | None:
    text = query_choice(request, name, TRUTHS)
    return None if text is None else text == "true"


def _page(request: Request, player: Player | None, search: Search) -> dict[str, Any]:
    matches = matches_found(player, search).prefetch_related("seats__player", "seats__invited")
    pages = CursorPages()
    lines = match_lines(pages.paginate_queryset(matches, request), player)
    return {"items": lines, "next": pages.get_next_link()}


def _topics(player: Player | None, page: dict[str, Any]) -> list[str]:
    """Whose changes may change a list: its matches, the seats of others, and what concerns the caller."""
    concerning = [] if player is None else [f"player:{player.pk}"]
    return [SEATS, *concerning, *(match["id"] for match in page["items"])]


def _detail(match: Match, player: Player) -> MatchHead:
    """Returns a match after an act of a player, who may be its creator without a seat."""
    return match_detail(match_known_to(match, player))


def _present(request: Request, access: Access) -> MatchHead | Rendered:
    """A match as it is now, rendered once for each head where it follows from that."""
    match, player = access.match, access.player
    if not follows_from_head(match):
        return match_detail(match, player)
    key = ("match", match.pk, bytes(match.head_hash), match.horizon is not None)
    mark = shared if accepts_gzip(request) else None  # while it runs, everybody reads the same
    return rendered_once(key, lambda: match_detail(match, player), _nobody_agrees, mark)


def _mark(detail: MatchHead) -> tuple[bytes, Spans]:
    """Marks what only the caller knows of a match."""
    return marked(detail, {**detail, "analysis": None})


def _nobody_agrees(detail: MatchHead) -> bool:
    """Whether a match shows no consent; one may have come since the head was read, and may be withdrawn."""
    return not any(detail["agreements"].values())


def _match_request(body: dict[str, Any]) -> MatchRequest:
    clock, substitutes = body.get("clock") or {}, body.get("substitutes", False)
    faults = [*_seat_faults(body["seats"]), *clock_faults(clock, substitutes)]
    if body.get("fairness") == "commit_reveal" and body.get("seed") is not None:
        faults.append(Fault("/fairness", "not_an_option"))
    if faults:
        raise Malformed(*faults)
    seats = [SeatRequest(**seat) for seat in body["seats"]]
    given = {"title": body.get("title") or "", "seats": seats, "clock": clock_settings(clock, substitutes)}
    return MatchRequest(**{"options": {}, **body, **given})


def _seat_faults(seats: list[dict[str, Any]]) -> Iterator[Fault]:
    """Yields the members that a kind of seat lacks, and those that it does not have."""
    for place, seat in enumerate(seats):
        if seat["kind"] == "player" and "name" not in seat:
            yield Fault(f"/seats/{place}/name", "required")
        has = {"player": ("name",), "bot": ("player",) if "player" in seat else ("policy",)}.get(seat["kind"], ())
        yield from (Fault(f"/seats/{place}/{name}", "unknown_field") for name in seat if name not in ("kind", *has))


class MatchDetail(Resource):
    known = ("wait",)

    @extend_schema(
        operation_id="match", auth=[{}, {"bearer": []}], parameters=[WAIT], responses=revalidated(MatchHead),
        summary="A match",
    )  # fmt: skip
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Returns what everybody may know of a match, without its table."""
        wait = query_int(request, "wait", 0, 0, 30) or 0

        return conditional(request, wait, lambda: _present(request, self.access_to(request, match_id)), mark=_mark)


class Seats(Resource):
    for_spectators = WITH_POST
    scopes = {"POST": SEATED}

    @extend_schema(
        operation_id="seat_take", request=SitInput,
        responses=written(SeatOut, "seat_taken", "match_not_open", "match_sealing", "match_over"),
        summary="Take a seat",
    )  # fmt: skip
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Takes the seat you name; by default the one reserved for you, else the first free one."""
        player, match = self.player(request), self.access_to(request, match_id).match
        body = self.body(SitInput, request)
        if body.get("commit") is not None and body.get("seat") is None:
            raise Malformed(Fault("/seat", "required"))  # the commitment covers the number of the seat

        def sit() -> Reply:
            choice = {"number": body.get("seat"), "nonce": body.get("nonce"), "commit": body.get("commit")}
            seat = seat_take(match_id=match.pk, player=player, **choice)
            return Reply(201, seats_of(match)[seat.number])

        return self.once(request, sit, address=lambda seat: f"/api/v1/matches/{match_id}/seats/{seat['seat']}")


class SeatDetail(Resource):
    for_spectators = frozenset({"PUT"})
    scopes = {"DELETE": SEATED}

    @extend_schema(
        operation_id="seat_leave", summary="Leave a seat, or decline an invitation",
        responses=responses(None, "forbidden", "not_seated", "match_not_open", "match_over", status=204),
    )  # fmt: skip
    def delete(self, request: Request, match_id: UUID, number: int) -> HttpResponse:
        """Before the start, frees your seat, or any seat of a match that you created; declines a seat reserved for you.

        Leaves a running match if it allows `substitutes`: a bot plays on in your seat until somebody else takes it. In
        other matches you can only resign.
        """
        player, match = self.player(request), self.access_to(request, match_id).match
        leave = seat_abandon if match.substitutes and match.status == Match.Status.RUNNING else seat_leave
        leave(match_id=match.pk, player=player, number=number)
        return no_content()

    @extend_schema(
        operation_id="seat_replace", request=EmptyInput, summary="Replace a player",
        responses=sent(SeatOut, "seat_taken", "match_not_running", "match_over", "match_sealing", status=200),
    )  # fmt: skip
    def put(self, request: Request, match_id: UUID, number: int) -> HttpResponse:
        """Takes the seat of a player who left a running match or is absent, if the match allows `substitutes`.

        A player is absent if the clock made their last answer; `/events` shows it. You see what the seat saw, so you
        must not have held another seat of the match.
        """
        player, match = self.player(request), self.access_to(request, match_id).match
        self.body(EmptyInput, request)
        seat_replace(match_id=match.pk, player=player, number=number)
        return json_response(seats_of(match)[number])


class Start(Resource):
    for_spectators = WITH_POST

    @extend_schema(
        operation_id="match_start", request=EmptyInput,
        responses=written(MatchHead, "match_not_open", "match_not_running", "match_over", status=200),
        summary="Start",
    )  # fmt: skip
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Starts a match of yours once every seat is taken."""
        player, match = self.player(request), self.access_to(request, match_id).match
        self.body(EmptyInput, request)
        return self.once(request, lambda: Reply(200, _detail(match_start(match_id=match.pk, player=player), player)))


class Resign(Resource):
    scopes = {"POST": SEATED}

    @extend_schema(
        operation_id="seat_resign", request=EmptyInput,
        responses=written(ActedOut, "not_seated", "match_not_running", "match_over", status=200),
        summary="Resign",
    )  # fmt: skip
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Resigns your seat; the game decides what follows. A repeated request returns the same response."""
        player, access = self.player(request), self.access_to(request, match_id)
        self.body(EmptyInput, request)

        def resign() -> Reply:
            row, replayed = seat_resign(match_id=access.match.pk, player=player)
            body = {"seq": row.seq, "event": event_for(access.match, row, Viewer(access.seat))}
            return Reply(200, body, replayed)

        return self.once(request, resign)


class Abort(Resource):
    for_spectators = WITH_POST

    @extend_schema(
        operation_id="match_abort", request=EmptyInput,
        responses=written(MatchHead, "not_seated", "match_over", status=200), summary="End without a result",
    )  # fmt: skip
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Ends a match that you created, if it is open or has no other players; else once every active player agrees.

        `agreements` shows to all who agrees; the next move ends every consent.
        """
        player, match = self.player(request), self.access_to(request, match_id).match
        self.body(EmptyInput, request)
        return self.once(request, lambda: Reply(200, _detail(match_abort(match_id=match.pk, player=player), player)))

    @extend_schema(
        operation_id="match_abort_withdraw", summary="Withdraw your consent to end without a result",
        responses=responses(None, "not_seated", "match_not_running", "match_over", status=204),
    )  # fmt: skip
    def delete(self, request: Request, match_id: UUID) -> HttpResponse:
        """Withdraws your consent; changes nothing if you have not consented."""
        player, match = self.player(request), self.access_to(request, match_id).match
        match_abort_withdraw(match_id=match.pk, player=player)
        return no_content()
