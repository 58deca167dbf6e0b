"""Players' results."""

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
        """Returns how a player's public matches of a game ended: by seat, against whom, and the newest ones.

        Matches count once everybody may know that they are over. `forbidden`: the player shows this to nobody else
        (`shows_results` in `PATCH /me`).
        """
        require_game(game)
        return conditional(request, results_of(name, game, caller(request)))
