"""The views of the coach: the analysis of a finished match, and luck against skill over many matches."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from events.base.exceptions import Forbidden
from events.http.answers import conditional
from events.http.auth import caller, language_for
from events.http.fields import EmptyInput
from events.http.openapi.security import WITH_OR_WITHOUT_TOKEN
from events.http.paths import require_game
from events.http.resource import Resource, revalidated, written
from events.log.access import may_see, seated
from events.log.idempotency import Reply
from events.replays.coach import analysis_json, analysis_of
from events.replays.coaching import analysis_request, deals_request
from events.replays.deals import luck_of
from events.replays.serializers import AnalysisOut, PlayerLuckOut
from events.users.named import player_named


class Analyses(Resource):
    @property
    def limit_scopes(self) -> tuple[str, ...]:
        """Returns the scopes of the limits; requests for new judgements have a stricter limit."""
        return ("general", "analyses") if self.request.method == "POST" else ("general",)

    @extend_schema(responses=revalidated(AnalysisOut), summary="The coach's analysis of your decisions")
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Returns your analysis of a match, with the results so far."""
        player, match = self.player(request), self.access_to(request, match_id).match
        return conditional(request, analysis_of(match, player, language_for(request)))

    @extend_schema(
        request=EmptyInput,
        summary="Ask the coach to analyse your decisions",
        responses={200: AnalysisOut, **written(AnalysisOut, "not_seated", "match_not_finished", "no_analysis")},
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Starts the analysis of your decisions in a finished match: 201, or 200 if you have asked before.

        Playouts compare each decision with a few other moves. They use only what your seat saw, so the result does not
        reveal the cards of others. `luck` is the effect of the deal; null if you may not see all cards. `GET` returns
        the progress.
        """
        player, access = self.player(request), self.access_to(request, match_id)
        self.body(EmptyInput, request)
        seat, sees_deal = seated(access), may_see(access, None)

        def ask() -> Reply:
            analysis, is_new = analysis_request(match=access.match, player=player, seat=seat, sees_deal=sees_deal)
            return Reply(201 if is_new else 200, dict(analysis_json(analysis, language_for(request))))

        return self.once(request, ask)


class PlayerLuck(Resource):
    @property
    def limit_scopes(self) -> tuple[str, ...]:
        """Returns the scopes of the limits; requests for new judgements have a stricter limit."""
        return ("general", "analyses") if self.request.method == "POST" else ("general",)

    @extend_schema(
        auth=WITH_OR_WITHOUT_TOKEN,
        responses=revalidated(PlayerLuckOut, "forbidden"),
        summary="Luck and skill in a player's rated matches",
    )
    def get(self, request: Request, name: str, game: str) -> HttpResponse:
        """Returns the effect of the deals of a player's rated matches, and the player's results beyond it.

        Only public matches count whose cards everybody may see, and only deals whose judgement the player has
        requested. `forbidden`: the player hides their results (`shows_results` in `PATCH /me`).
        """
        require_game(game)
        return conditional(request, luck_of(name, game, caller(request), language_for(request)))

    @extend_schema(
        request=EmptyInput,
        summary="Request the judgement of the deals of your rated matches",
        responses=written(PlayerLuckOut, "forbidden", "no_analysis", status=200),
    )
    def post(self, request: Request, name: str, game: str) -> HttpResponse:
        """Starts the judgement of the deals of your newest rated matches of a game: 20 more matches with each request.

        Equal players play a match again from its deal. `GET` returns the progress. `forbidden`: this is another player.
        """
        require_game(game)
        player = self.player(request)
        self.body(EmptyInput, request)
        if player_named(name).pk != player.pk:
            raise Forbidden()

        def ask() -> Reply:
            deals_request(player=player, game=game)
            return Reply(200, dict(luck_of(name, game, player, language_for(request))))

        return self.once(request, ask)
