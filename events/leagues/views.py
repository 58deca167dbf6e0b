"""The views to find, create and join leagues, to name co-organisers, and to read seasons."""

from __future__ import annotations

from collections.abc import Callable
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
from events.http.query_params import CURSOR, LIMIT, query_choice, query_id
from events.http.resource import Resource, responses, revalidated, sent, written
from events.leagues.models import League
from events.leagues.seasons import league_cancel, season_start
from events.leagues.selectors import (
    LeagueSearch,
    league_for,
    league_head,
    league_lines,
    leagues_found,
    season_lines,
    season_out,
    seasons_found,
)
from events.leagues.serializers import LeagueChange, LeagueHead, LeagueInput, LeagueList, SeasonList, SeasonOut
from events.leagues.services import (
    LeagueRequest,
    league_change,
    league_found,
    league_join,
    league_leave,
    league_organiser_leave,
    league_organiser_name,
)
from events.log.idempotency import Reply
from events.matches.lobby.clock_settings import clock_settings
from events.matches.views.lobby import ME
from games import registry

OWN = ("title", "sizes", "moving", "pause_days", "starts_at", "visibility", "club")


class Leagues(Resource):
    known = ("game", "status", "club", "joined", "organiser", "limit", "cursor")

    @extend_schema(
        auth=WITH_OR_WITHOUT_TOKEN,
        responses=revalidated(LeagueList),
        summary="Find leagues",
        parameters=[
            OpenApiParameter("game", str, description="The key of a game."),
            OpenApiParameter("status", str, enum=League.Status.values, description="Whether the league continues."),
            OpenApiParameter("club", UUID, description="Only leagues of the club with that id."),
            OpenApiParameter("joined", str, enum=ME, description="Only leagues of which you are a member."),
            OpenApiParameter("organiser", str, enum=ME, description="Only leagues that you organise."),
            LIMIT,
            CURSOR,
        ],
    )
    def get(self, request: Request) -> HttpResponse:
        """Lists public leagues and your own, the newest first."""
        search = LeagueSearch(
            game=query_choice(request, "game", registry.GAMES),
            status=query_choice(request, "status", League.Status.values),
            club=query_id(request, "club"),
            **{name: query_choice(request, name, ME) is not None for name in ("joined", "organiser")},
        )
        player = self.player(request) if search.joined or search.organiser else caller(request)
        pages = CursorPages()
        leagues = pages.rows_of(leagues_found(player, search), request)
        return conditional(request, {"items": league_lines(leagues, player), "next": pages.get_next_link()})

    @extend_schema(
        request=LeagueInput,
        responses=written(LeagueHead, "too_many_leagues"),
        summary="Create a league",
        parameters=[LOCATION],
    )
    def post(self, request: Request) -> HttpResponse:
        """Creates a league and proposes its first season. The divisions are tournaments with these settings."""
        player, body = self.player(request), self.body(LeagueInput, request)
        own = {name: body[name] for name in OWN if name in body}
        settings = {name: value for name, value in body.items() if name not in OWN}
        settings["clock"] = clock_settings(body.get("clock") or {}, substitutes=False)

        def found() -> Reply:
            league = league_found(player=player, request=LeagueRequest(**own, settings=settings))
            return Reply(201, league_head(league, player))

        return self.once(request, found, address=lambda league: f"/api/v1/leagues/{league['id']}")


class LeagueResource(Resource):
    def league(self, request: Request, league_id: UUID) -> League:
        """Returns a league that the caller may know of. Raises NotFound."""
        return league_for(league_id, caller(request))

    def act(self, request: Request, league_id: UUID, act: Callable[..., object]) -> HttpResponse:
        """Performs an act of the player on a league once per Idempotency-Key. Responds with the new league."""
        player = self.player(request)
        self.body(EmptyInput, request)
        league = self.league(request, league_id)

        def done() -> Reply:
            act(league_id=league.pk, player=player)
            return Reply(200, league_head(league_for(league.pk, player), player))

        return self.once(request, done)


class LeagueDetail(LeagueResource):
    @extend_schema(auth=WITH_OR_WITHOUT_TOKEN, responses=revalidated(LeagueHead), summary="A league")
    def get(self, request: Request, league_id: UUID) -> HttpResponse:
        """Returns a league with its members, and the divisions in which they would play if a season began now."""
        league = self.league(request, league_id)
        return conditional(request, league_head(league, caller(request)))

    @extend_schema(
        request=LeagueChange,
        summary="Change a league",
        responses=sent(LeagueHead, "league_over", "season_running", status=200),
    )
    def patch(self, request: Request, league_id: UUID) -> HttpResponse:
        """Changes a league that you organise. `title` and `pause_days` may always change, other members only between
        seasons.
        """
        player, body = self.player(request), self.body(LeagueChange, request)
        league = self.league(request, league_id)
        if "clock" in body:
            body["clock"] = clock_settings(body["clock"] or {}, substitutes=False)
        league_change(league_id=league.pk, player=player, changes=body)
        return json_response(league_head(league_for(league.pk, player), player))


class LeagueMembers(LeagueResource):
    @extend_schema(
        request=EmptyInput,
        summary="Join a league",
        responses=written(LeagueHead, "league_over", "league_full", "already_entered", status=200),
    )
    def post(self, request: Request, league_id: UUID) -> HttpResponse:
        """Joins a league at the end of its order.

        From the next season on, you play in the lowest division, or in a vacant place above it.
        """
        return self.act(request, league_id, league_join)


class LeagueMemberDetail(LeagueResource):
    @extend_schema(summary="Leave a league", responses=responses(None, status=204))
    def delete(self, request: Request, league_id: UUID, name: str) -> HttpResponse:
        """Leaves a league, or removes a member from a league that you organise.

        During a season, the member's entry is also withdrawn from its division.
        """
        player, league = self.player(request), self.league(request, league_id)
        league_leave(league_id=league.pk, player=player, name=name)
        return no_content()


class LeagueOrganisers(LeagueResource):
    @extend_schema(
        request=EmptyInput,
        summary="Name a co-organiser of a league",
        responses=sent(LeagueHead, "league_over", "too_many_organisers", status=200),
    )
    def put(self, request: Request, league_id: UUID, name: str) -> HttpResponse:
        """Makes another player a co-organiser of your league, and of the divisions that begin later.

        Co-organisers may do everything except end the league and name other co-organisers. If you close your account, a
        co-organiser becomes the organiser.
        """
        player = self.player(request)
        self.body(EmptyInput, request)
        league = self.league(request, league_id)
        league_organiser_name(league_id=league.pk, player=player, name=name)
        return json_response(league_head(league_for(league.pk, player), player))

    @extend_schema(
        summary="Remove a co-organiser of a league",
        responses=responses(None, status=204),
    )
    def delete(self, request: Request, league_id: UUID, name: str) -> HttpResponse:
        """Removes a co-organiser of a league that you organise, or yourself."""
        player, league = self.player(request), self.league(request, league_id)
        league_organiser_leave(league_id=league.pk, player=player, name=name)
        return no_content()


class SeasonStart(LeagueResource):
    @extend_schema(
        request=EmptyInput,
        summary="Start a season",
        responses=written(LeagueHead, "league_over", "season_running", "too_few_entries", status=200),
    )
    def post(self, request: Request, league_id: UUID) -> HttpResponse:
        """Starts the proposed season of a league that you organise. Its divisions start as tournaments."""
        return self.act(request, league_id, season_start)


class LeagueCancel(LeagueResource):
    @extend_schema(
        request=EmptyInput,
        summary="Cancel a league",
        responses=written(LeagueHead, "league_over", status=200),
    )
    def post(self, request: Request, league_id: UUID) -> HttpResponse:
        """Cancels a league that you organise and its running divisions. Its seasons remain."""
        return self.act(request, league_id, league_cancel)


class Seasons(LeagueResource):
    known = ("limit", "cursor")

    @extend_schema(
        auth=WITH_OR_WITHOUT_TOKEN,
        parameters=[LIMIT, CURSOR],
        responses=revalidated(SeasonList),
        summary="The seasons of a league",
    )
    def get(self, request: Request, league_id: UUID) -> HttpResponse:
        """Lists the seasons of a league, the last season first."""
        league, pages = self.league(request, league_id), CursorPages()
        seasons = pages.rows_of(seasons_found(league), request)
        return conditional(request, {"items": season_lines(seasons), "next": pages.get_next_link()})


class SeasonDetail(LeagueResource):
    @extend_schema(
        auth=WITH_OR_WITHOUT_TOKEN,
        responses=revalidated(SeasonOut),
        summary="A season of a league",
    )
    def get(self, request: Request, league_id: UUID, number: int) -> HttpResponse:
        """Returns a season with the tables of its divisions and, after its end, with promotions and relegations."""
        league = self.league(request, league_id)
        return conditional(request, season_out(league, number))
