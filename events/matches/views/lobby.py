"""The views that find, create, join, start and resign matches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from events.base.exceptions import FieldError, Malformed
from events.base.scopes import SEATED
from events.http.answers import Rendered, conditional, json_response, no_content, rendered_once
from events.http.auth import caller
from events.http.fields import EmptyInput
from events.http.openapi.headers import LOCATION
from events.http.openapi.security import WITH_OR_WITHOUT_TOKEN
from events.http.pagination import CursorPages
from events.http.query_params import CURSOR, LIMIT, query_choice, query_id, query_text
from events.http.resource import WITH_POST, Resource, responses, revalidated, sent, written
from events.log.access import Access, Viewer
from events.log.idempotency import Reply
from events.log.models import Match
from events.matches.lobby.clock_settings import clock_errors, clock_settings
from events.matches.lobby.club_tables import with_club
from events.matches.lobby.match_detail import follows_from_head, match_detail, seats_of
from events.matches.lobby.match_lists import MatchSearch, match_lines, matches_found
from events.matches.lobby.seats import seat_leave, seat_resign, seat_take
from events.matches.lobby.services import MatchRequest, SeatRequest, match_create, match_start
from events.matches.lobby.substitutes import seat_abandon, seat_replace
from events.matches.record.visible_events import event_for
from events.matches.serializers.lobby import MatchHead, MatchList, SeatOut, Status
from events.matches.serializers.moves import ActedOut
from events.matches.serializers.new_match import MatchInput
from events.matches.serializers.seats import SitInput
from events.matches.views.actions import MatchAction, detail_for
from events.users.models import Player
from games import registry

STATUSES = get_args(Status)
ME, TRUTHS, CLOCKS = ("me",), ("true", "false"), ("live", "days")


class Matches(Resource):
    known = (
        "game",
        "status",
        "seat",
        "invited",
        "to_act",
        "open_seats",
        "rated",
        "practice",
        "clock",
        "player",
        "club",
        "reliable",
        "followed",
        "limit",
        "cursor",
    )

    @property
    def limit_scopes(self) -> tuple[str, ...]:
        """Returns a stricter limit for lists than for new matches."""
        return ("general",) if self.request.method == "POST" else ("general", "lists")

    @extend_schema(
        auth=WITH_OR_WITHOUT_TOKEN,
        responses=revalidated(MatchList),
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
            OpenApiParameter(
                "rated", str, enum=TRUTHS, description="Only matches that count for ratings, or only others."
            ),
            OpenApiParameter("practice", str, enum=TRUTHS, description="Only practice matches, or only others."),
            OpenApiParameter(
                "clock",
                str,
                enum=CLOCKS,
                description="`live`: at most an hour for a move; `days`: longer, or without a limit.",
            ),
            OpenApiParameter("club", UUID, description="Only tables of the club with that id."),
            OpenApiParameter("player", str, description="Only matches in which the player of that name holds a seat."),
            OpenApiParameter(
                "reliable",
                str,
                enum=("true",),
                description="Only matches in which every player kept to nine of ten of their last matches with others "
                "(`reliability` in `GET /players/{name}`). Players with fewer than five such matches are not excluded.",
            ),
            OpenApiParameter(
                "followed",
                str,
                enum=("true",),
                description="Only open matches in which a player whom you follow has a seat.",
            ),
            LIMIT,
            CURSOR,
        ],
    )
    def get(self, request: Request) -> HttpResponse:
        """Lists public matches, your own matches, and the matches of your clubs, the newest first."""
        search, player = self._search(request), caller(request)
        return conditional(request, _page(request, player, search))

    def _search(self, request: Request) -> MatchSearch:
        search = MatchSearch(
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
        request=MatchInput,
        responses=written(MatchHead, "too_many_matches"),
        summary="Create a match",
        parameters=[LOCATION],
    )
    def post(self, request: Request) -> HttpResponse:
        """Creates a match, which starts immediately if every seat is taken and `start` is `when_full`.

        A table of your `club` takes missing options and a missing clock from `GET /clubs/{club}/defaults`. A table of a
        private club is private, and visible to all members.
        """
        player = self.player(request)
        body = self.body(MatchInput, request)
        match_request = _match_request(with_club(player, body))
        return self.once(
            request,
            lambda: Reply(201, detail_for(match_create(player=player, request=match_request), player)),
            address=lambda match: f"/api/v1/matches/{match['id']}",
        )


def _truth(request: Request, name: str) -> bool | None:
    text = query_choice(request, name, TRUTHS)
    return None if text is None else text == "true"


def _page(request: Request, player: Player | None, search: MatchSearch) -> dict[str, Any]:
    matches = matches_found(player, search).prefetch_related("seats__player", "seats__invited")
    pages = CursorPages()
    lines = match_lines(pages.rows_of(matches, request), player)
    return {"items": lines, "next": pages.get_next_link()}


def _present(request: Request, access: Access) -> MatchHead | Rendered:
    """Returns the current match. If only events change it, it is rendered once for each head."""
    match, player = access.match, access.player
    if not follows_from_head(match):
        return match_detail(match, player)
    key = ("match", match.pk, bytes(match.head_hash), match.horizon is not None)
    return rendered_once(key, lambda: match_detail(match, player), _nobody_agrees)


def _nobody_agrees(detail: MatchHead) -> bool:
    """Returns whether a match shows no consent; a consent can be given or withdrawn after the head was read."""
    return not any(detail["agreements"].values())


def _match_request(body: dict[str, Any]) -> MatchRequest:
    clock, substitutes = body.get("clock") or {}, body.get("substitutes", False)
    errors = [*_seat_errors(body["seats"]), *clock_errors(clock, substitutes)]
    if body.get("fairness") == "commit_reveal" and body.get("seed") is not None:
        errors.append(FieldError("/fairness", "not_an_option"))
    if errors:
        raise Malformed(*errors)
    seats = [SeatRequest(**seat) for seat in body["seats"]]
    given = {"title": body.get("title") or "", "seats": seats, "clock": clock_settings(clock, substitutes)}
    return MatchRequest(**{"options": {}, **body, **given})


def _seat_errors(seats: list[dict[str, Any]]) -> Iterator[FieldError]:
    """Yields errors for the members that a kind of seat requires but lacks, and for the members that it does not
    allow.
    """
    for place, seat in enumerate(seats):
        if seat["kind"] == "player" and "name" not in seat:
            yield FieldError(f"/seats/{place}/name", "required")
        has = {"player": ("name",), "bot": ("player",) if "player" in seat else ("policy",)}.get(seat["kind"], ())
        yield from (
            FieldError(f"/seats/{place}/{name}", "unknown_field") for name in seat if name not in ("kind", *has)
        )


class MatchDetail(Resource):
    @extend_schema(
        auth=WITH_OR_WITHOUT_TOKEN,
        responses=revalidated(MatchHead),
        summary="A match",
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Returns the public information about a match, without its table."""
        return conditional(request, _present(request, self.access_to(request, match_id)))


class Seats(Resource):
    for_spectators = WITH_POST
    scopes = {"POST": SEATED}

    @extend_schema(
        request=SitInput,
        responses=written(SeatOut, "seat_taken", "match_not_open", "match_sealing", "match_over"),
        summary="Take a seat",
        parameters=[LOCATION],
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Takes the seat that you name; by default the seat reserved for you, or else the first free seat."""
        player, match = self.player(request), self.access_to(request, match_id).match
        body = self.body(SitInput, request)
        if body.get("commit") is not None and body.get("seat") is None:
            raise Malformed(FieldError("/seat", "required"))  # the commitment covers the number of the seat

        def sit() -> Reply:
            choice: dict[str, Any] = {
                "number": body.get("seat"),
                "nonce": body.get("nonce"),
                "commit": body.get("commit"),
            }
            seat = seat_take(match_id=match.pk, player=player, **choice)
            return Reply(201, seats_of(match)[seat.number])

        return self.once(request, sit, address=lambda seat: f"/api/v1/matches/{match_id}/seats/{seat['seat']}")


class SeatDetail(Resource):
    for_spectators = frozenset({"PUT"})
    scopes = {"DELETE": SEATED}

    @extend_schema(
        summary="Leave a seat, or decline an invitation",
        responses=responses(None, "forbidden", "not_seated", "match_not_open", "match_over", status=204),
    )
    def delete(self, request: Request, match_id: UUID, number: int) -> HttpResponse:
        """Frees your seat before the start, or any seat of a match that you created; or declines a seat reserved for
        you.

        Leaves a running match if it allows `substitutes`: a bot plays in your seat until another player takes it. In
        other matches you can only resign.
        """
        player, match = self.player(request), self.access_to(request, match_id).match
        leave = seat_abandon if match.substitutes and match.status == Match.Status.RUNNING else seat_leave
        leave(match_id=match.pk, player=player, number=number)
        return no_content()

    @extend_schema(
        request=EmptyInput,
        summary="Take the seat of an absent player",
        responses=sent(SeatOut, "seat_taken", "match_not_running", "match_over", "match_sealing", status=200),
    )
    def put(self, request: Request, match_id: UUID, number: int) -> HttpResponse:
        """Takes the seat of a player who left a running match or is absent, if the match allows `substitutes`.

        A player is absent if the clock gave their last answer, as `/events` shows. You must not have held another seat
        of the match, because you see everything that the seat saw.
        """
        player, match = self.player(request), self.access_to(request, match_id).match
        self.body(EmptyInput, request)
        seat_replace(match_id=match.pk, player=player, number=number)
        return json_response(seats_of(match)[number])


class MatchStart(MatchAction):
    for_spectators = WITH_POST

    @extend_schema(
        request=EmptyInput,
        responses=written(MatchHead, "match_not_open", "match_not_running", "match_over", status=200),
        summary="Start",
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Starts a match that you created, when every seat is taken."""
        return self.act(request, match_id, match_start)


class Resign(Resource):
    scopes = {"POST": SEATED}

    @extend_schema(
        request=EmptyInput,
        responses=written(ActedOut, "not_seated", "match_not_running", "match_over", status=200),
        summary="Resign",
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Resigns your seat; the rules of the game determine the consequences. A repeated request returns the same
        response.
        """
        player, access = self.player(request), self.access_to(request, match_id)
        self.body(EmptyInput, request)

        def resign() -> Reply:
            row, replayed = seat_resign(match_id=access.match.pk, player=player)
            body = {"seq": row.seq, "event": event_for(access.match, row, Viewer(access.seat))}
            return Reply(200, body, replayed)

        return self.once(request, resign)
