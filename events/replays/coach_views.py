"""The coach's analysis of a finished match, and luck against skill over many."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from events.base.exceptions import Forbidden
from events.http.answers import conditional, json_response
from events.http.auth import caller, language_for
from events.http.fields import EmptyInput
from events.http.paths import require_game
from events.http.resource import Resource, revalidated, sent
from events.log.access import may_see, seated
from events.people.named import player_named
from events.replays.coach import analysis_json, analysis_of
from events.replays.coaching import analysis_request, deals_request
from events.replays.deals import luck_of
from events.replays.shapes import AnalysisOut, PlayerLuckOut


class Analyses(Resource):
    @property
    def limit_scopes(self) -> tuple[str, ...]:
        """Returns a stricter limit for asking."""
        return ("general", "analyses") if self.request.method == "POST" else ("general",)

    @extend_schema(
        operation_id="analysis", responses=revalidated(AnalysisOut), summary="What the coach says of your decisions"
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Returns your analysis of a match, as far as it has come."""
        player, match = self.player(request), self.access_to(request, match_id).match
        return conditional(request, 0, lambda: analysis_of(match, player, language_for(request)))

    @extend_schema(
        operation_id="analysis_request", request=EmptyInput, summary="Ask the coach to analyse your decisions",
        responses={200: AnalysisOut, **sent(AnalysisOut, "not_seated", "match_not_finished", "no_analysis")},
    )  # fmt: skip
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Starts the analysis of your decisions in a finished match: 201, or 200 if you have asked before.

        Each decision is compared with a few other moves by playouts from what your seat saw, so that part says
        nothing of what others held. `luck` says how good the deal was for your seat; it is null if you may not see
        all cards of the match. `GET` returns the progress.
        """
        player, access = self.player(request), self.access_to(request, match_id)
        self.body(EmptyInput, request)
        seat, sees_deal = seated(access), may_see(access, None)
        analysis, is_new = analysis_request(match=access.match, player=player, seat=seat, sees_deal=sees_deal)
        return json_response(analysis_json(analysis, language_for(request)), 201 if is_new else 200)


class PlayerLuck(Resource):
    @property
    def limit_scopes(self) -> tuple[str, ...]:
        """Returns a stricter limit for asking."""
        return ("general", "analyses") if self.request.method == "POST" else ("general",)

    @extend_schema(
        operation_id="player_luck", auth=[{}, {"bearer": []}],
        responses=revalidated(PlayerLuckOut, "forbidden"), summary="Luck against skill over a player's rated matches",
    )  # fmt: skip
    def get(self, request: Request, name: str, game: str) -> HttpResponse:
        """Returns what the deals of a player's rated matches gave, and what the player reached beyond that.

        Only public matches count whose cards everybody may see, and of them those whose deals the player had judged.
        `forbidden`: the player shows this to nobody else (`shows_results` in `PATCH /me`).
        """
        require_game(game)
        return conditional(request, 0, lambda: luck_of(name, game, caller(request), language_for(request)))

    @extend_schema(
        operation_id="player_luck_request", request=EmptyInput, summary="Have the deals of your rated matches judged",
        responses=sent(PlayerLuckOut, "forbidden", "no_analysis", status=200),
    )  # fmt: skip
    def post(self, request: Request, name: str, game: str) -> HttpResponse:
        """Has the coach judge the deals of your newest rated matches of a game, 20 more each time you ask.

        A match is played again from its deal by equal players, as in an analysis of it. `GET` returns the progress.
        `forbidden`: these are the results of another player.
        """
        require_game(game)
        player = self.player(request)
        self.body(EmptyInput, request)
        if player_named(name).pk != player.pk:
            raise Forbidden()
        deals_request(player=player, game=game)
        return json_response(luck_of(name, game, player, language_for(request)))
