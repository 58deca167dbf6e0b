"""Players' results."""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from events.http.answers import conditional
from events.http.auth import caller
from events.http.paths import require_game
from events.http.resource import Resource, revalidated
from events.participations.selectors import results_of
from events.participations.shapes import PlayerResultsOut


class PlayerResults(Resource):
    @extend_schema(
        operation_id="player_results", auth=[{}, {"bearer": []}],
        responses=revalidated(PlayerResultsOut, "forbidden"), summary="A player's results in a game",
    )  # fmt: skip
    def get(self, request: Request, name: str, game: str) -> HttpResponse:
        """Returns how a player's public matches of a game ended: by seat, against whom, and the newest ones.

        Matches count once everybody may know that they are over. `forbidden`: the player shows this to nobody else
        (`shows_results` in `PATCH /me`).
        """
        require_game(game)
        return conditional(request, 0, lambda: results_of(name, game, caller(request)))
