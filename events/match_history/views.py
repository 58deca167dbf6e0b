"""The views of players' results."""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from events.http.answers import conditional
from events.http.auth import caller
from events.http.openapi.security import WITH_OR_WITHOUT_TOKEN
from events.http.paths import require_game
from events.http.resource import Resource, revalidated
from events.match_history.selectors import results_of
from events.match_history.serializers import PlayerResultsOut


class PlayerResults(Resource):
    limit_scopes = ("general", "lists")

    @extend_schema(
        auth=WITH_OR_WITHOUT_TOKEN,
        responses=revalidated(PlayerResultsOut, "forbidden"),
        summary="A player's results in a game",
    )
    def get(self, request: Request, name: str, game: str) -> HttpResponse:
        """Returns the results of a player's public matches of a game: by seat, by opponent, and of the newest matches.

        Matches count once everybody may know that they are over. `forbidden`: the player hides the results from others
        (`shows_results` in `PATCH /me`).
        """
        require_game(game)
        return conditional(request, results_of(name, game, caller(request)))
