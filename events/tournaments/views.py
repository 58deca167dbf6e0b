"""The views to find, organise and enter tournaments, and to read their rounds, deals and exports."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from events.http.answers import conditional, json_response, no_content
from events.http.auth import caller
from events.http.fields import EmptyInput
from events.http.openapi.headers import LOCATION
from events.http.openapi.security import WITH_OR_WITHOUT_TOKEN
from events.http.pagination import CursorPages
from events.http.query_params import CURSOR, LIMIT, query_choice, query_id, query_int
from events.http.resource import Resource, responses, revalidated, sent, written
from events.log.idempotency import Reply
from events.matches.lobby.clock_settings import clock_settings
from events.matches.views.lobby import ME
from events.tournaments.changes import tournament_change
from events.tournaments.creation import TournamentRequest, tournament_create
from events.tournaments.entries import entry_take, tournament_enter, tournament_withdraw
from events.tournaments.lifecycle import tournament_cancel, tournament_start
from events.tournaments.models import Tournament
from events.tournaments.schedule import entry_check_in
from events.tournaments.selectors import (
    TournamentSearch,
    deals_of,
    entry_out,
    rounds_of,
    tournament_bundle,
    tournament_for,
    tournament_head,
    tournament_lines,
    tournaments_found,
)
from events.tournaments.serializers.entries import EntryInput, EntryOut
from events.tournaments.serializers.new_tournament import TournamentInput
from events.tournaments.serializers.organisers import TournamentChange
from events.tournaments.serializers.rounds import DealList, RoundList
from events.tournaments.serializers.tournaments import FORMATS, TournamentBundleOut, TournamentHead, TournamentList
from events.users.models import Player
from games import registry

STATUSES = Tournament.Status.values
ROUND = OpenApiParameter("round", int, description="Only this round, from 1.")


class Tournaments(Resource):
    known = ("game", "status", "format", "club", "entered", "invited", "organiser", "limit", "cursor")

    @extend_schema(
        auth=WITH_OR_WITHOUT_TOKEN,
        responses=revalidated(TournamentList),
        summary="Find tournaments",
        parameters=[
            OpenApiParameter("game", str, description="The key of a game."),
            OpenApiParameter("status", str, enum=STATUSES, description="The stage of the tournament."),
            OpenApiParameter("format", str, enum=FORMATS, description="How the rounds are drawn."),
            OpenApiParameter("club", UUID, description="Only tournaments of the club with that id."),
            OpenApiParameter("entered", str, enum=ME, description="Only tournaments in which you take part."),
            OpenApiParameter("invited", str, enum=ME, description="Only open tournaments to which you are invited."),
            OpenApiParameter("organiser", str, enum=ME, description="Only tournaments that you organise."),
            LIMIT,
            CURSOR,
        ],
    )
    def get(self, request: Request) -> HttpResponse:
        """Lists public tournaments and your own, the newest first."""
        search = TournamentSearch(
            game=query_choice(request, "game", registry.GAMES),
            status=query_choice(request, "status", STATUSES),
            format=query_choice(request, "format", FORMATS),
            club=query_id(request, "club"),
            **{name: query_choice(request, name, ME) is not None for name in ("entered", "invited", "organiser")},
        )
        if search.entered or search.invited or search.organiser:
            self.player(request)
        return conditional(request, _page(request, caller(request), search))

    @extend_schema(
        request=TournamentInput,
        responses=written(TournamentHead, "too_many_tournaments"),
        summary="Organise a tournament",
        parameters=[LOCATION],
    )
    def post(self, request: Request) -> HttpResponse:
        """Opens a tournament for registration. Its matches are ordinary matches of `game`."""
        player, body = self.player(request), self.body(TournamentInput, request)
        tournament_request = TournamentRequest(
            **{**body, "clock": clock_settings(body.get("clock") or {}, substitutes=False)}
        )
        return self.once(
            request,
            lambda: Reply(201, tournament_head(tournament_create(player=player, request=tournament_request), player)),
            address=lambda tournament: f"/api/v1/tournaments/{tournament['id']}",
        )


def _page(request: Request, player: Player | None, search: TournamentSearch) -> dict[str, Any]:
    pages = CursorPages()
    page = pages.rows_of(tournaments_found(player, search), request)
    return {"items": tournament_lines(page, player), "next": pages.get_next_link()}


class TournamentResource(Resource):
    def tournament(self, request: Request, tournament_id: UUID) -> Tournament:
        """Returns a tournament that the caller may know of. Raises NotFound."""
        return tournament_for(tournament_id, caller(request))

    def act(self, request: Request, tournament_id: UUID, act: Callable[..., Tournament]) -> HttpResponse:
        """Performs an act of the player on a tournament once per Idempotency-Key. Responds with the new tournament."""
        player = self.player(request)
        self.body(EmptyInput, request)
        tournament = self.tournament(request, tournament_id)

        def done() -> Reply:
            return Reply(200, tournament_head(act(tournament_id=tournament.pk, player=player), player))

        return self.once(request, done)


class TournamentDetail(TournamentResource):
    @extend_schema(
        auth=WITH_OR_WITHOUT_TOKEN,
        responses=revalidated(TournamentHead),
        summary="A tournament",
    )
    def get(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Returns a tournament with its entries and its table so far."""
        tournament = self.tournament(request, tournament_id)
        return conditional(request, tournament_head(tournament, caller(request)))

    @extend_schema(
        request=TournamentChange,
        summary="Change a tournament",
        responses=sent(TournamentHead, "tournament_not_open", "tournament_over", "entrants_have_agreed", status=200),
    )
    def patch(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Changes a tournament that you organise and that has not begun. The entrants receive a notification.

        `title`, `rounds`, `max_players`, `start` and `starts_at` may always change. Entrants agree to all other
        settings, so those settings may change only while nobody else has entered. Once somebody has entered, the
        number of shared deals cannot exceed the number of deals that the server has committed to.
        """
        player, body = self.player(request), self.body(TournamentChange, request)
        tournament = self.tournament(request, tournament_id)
        if "clock" in body:
            body["clock"] = clock_settings(body["clock"] or {}, substitutes=False)
        changed = tournament_change(tournament_id=tournament.pk, player=player, changes=body)
        return json_response(tournament_head(changed, player))


class Entries(TournamentResource):
    @extend_schema(
        request=EntryInput,
        summary="Enter a tournament",
        responses=written(EntryOut, "tournament_not_open", "tournament_over", "tournament_full", "already_entered"),
        parameters=[LOCATION],
    )
    def post(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Enters you into a tournament. If you organise it and set `policy`, enters a bot instead.

        When a round is drawn, your matches start automatically, and you receive a notification.
        """
        player, body = self.player(request), self.body(EntryInput, request)
        tournament = self.tournament(request, tournament_id)

        def enter() -> Reply:
            chosen = {"policy": body.get("policy"), "nonce": body.get("nonce"), "team": body.get("team")}
            return Reply(201, entry_out(tournament_enter(tournament_id=tournament.pk, player=player, **chosen)))

        return self.once(
            request, enter, address=lambda entry: f"/api/v1/tournaments/{tournament_id}/entries/{entry['entry']}"
        )


class EntryDetail(TournamentResource):
    @extend_schema(
        summary="Withdraw from a tournament",
        responses=responses(None, "tournament_over", status=204),
    )
    def delete(self, request: Request, tournament_id: UUID, number: int) -> HttpResponse:
        """Withdraws your entry, or any entry of a tournament that you organise. The entry is not drawn again.

        Matches that have started continue. To leave these matches too, resign in them.
        """
        player, tournament = self.player(request), self.tournament(request, tournament_id)
        tournament_withdraw(tournament_id=tournament.pk, player=player, number=number)
        return no_content()


class Substitute(TournamentResource):
    @extend_schema(
        request=EmptyInput,
        summary="Take over an entry",
        responses=written(EntryOut, "tournament_over", "not_to_be_taken", "already_entered"),
        parameters=[LOCATION],
    )
    def post(self, request: Request, tournament_id: UUID, number: int) -> HttpResponse:
        """Takes over the entry of a player who has withdrawn, if the tournament allows it.

        You play from the next round on. The entry keeps its points. Matches that have started keep their players.
        """
        player = self.player(request)
        self.body(EmptyInput, request)
        tournament = self.tournament(request, tournament_id)
        return self.once(
            request,
            lambda: Reply(201, entry_out(entry_take(tournament_id=tournament.pk, player=player, number=number))),
            address=lambda entry: f"/api/v1/tournaments/{tournament_id}/entries/{entry['entry']}",
        )


class CheckIn(TournamentResource):
    @extend_schema(
        request=EmptyInput,
        summary="Check in before a tournament",
        responses=written(EntryOut, "tournament_not_open", "tournament_over", "check_in_closed", status=200),
    )
    def post(self, request: Request, tournament_id: UUID, number: int) -> HttpResponse:
        """Confirms that you will take part when the tournament begins. Without a check-in you are not drawn.

        The check-in is open during the `check_in` minutes before the start. You receive a notification when it opens.
        """
        player = self.player(request)
        self.body(EmptyInput, request)
        tournament = self.tournament(request, tournament_id)
        return self.once(
            request,
            lambda: Reply(200, entry_out(entry_check_in(tournament_id=tournament.pk, player=player, number=number))),
        )


class TournamentStart(TournamentResource):
    @extend_schema(
        request=EmptyInput,
        summary="Start a tournament",
        responses=written(TournamentHead, "tournament_not_open", "tournament_over", "too_few_entries", status=200),
    )
    def post(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Closes the registration of a tournament that you organise. The first round is drawn within seconds."""
        return self.act(request, tournament_id, tournament_start)


class TournamentCancel(TournamentResource):
    @extend_schema(
        request=EmptyInput,
        summary="Cancel a tournament",
        responses=written(TournamentHead, "tournament_over", status=200),
    )
    def post(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Cancels a tournament that you organise. It has no result, and its matches are aborted."""
        return self.act(request, tournament_id, tournament_cancel)


class Rounds(TournamentResource):
    known = ("round",)

    @extend_schema(
        auth=WITH_OR_WITHOUT_TOKEN,
        parameters=[ROUND],
        responses=revalidated(RoundList),
        summary="The rounds of a tournament",
    )
    def get(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Returns the rounds that have been drawn, with their tables, matches and results."""
        tournament, only = self.tournament(request, tournament_id), _round(request)
        return conditional(request, _only(only, rounds_of(tournament)))


class Deals(TournamentResource):
    known = ("round",)

    @extend_schema(
        auth=WITH_OR_WITHOUT_TOKEN,
        parameters=[ROUND],
        responses=revalidated(DealList),
        summary="The shared deals of a tournament",
    )
    def get(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Returns the deals that all tables of a round play. The results appear once all matches of a deal are over.

        Before that, players see only their own match of the deal, and other people see none.
        """
        tournament, only = self.tournament(request, tournament_id), _round(request)
        return conditional(request, _only(only, deals_of(tournament)))


def _round(request: Request) -> int | None:
    return query_int(request, "round", None, 1, 1000)


def _only(round: int | None, items: list[Any]) -> dict[str, Any]:
    return {"items": [item for item in items if round in (None, item["round"])], "next": None}


class TournamentExport(TournamentResource):
    limit_scopes = ("general", "exports")

    @extend_schema(
        auth=WITH_OR_WITHOUT_TOKEN,
        responses=responses(TournamentBundleOut),
        summary="Export a tournament",
    )
    def get(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Returns the signed log. `events.tournaments.audit` recomputes the rounds and the table from it."""
        return json_response(tournament_bundle(self.tournament(request, tournament_id)))
