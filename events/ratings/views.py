"""The views of leaderboards and rating histories."""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from events.http.answers import json_response
from events.http.openapi.security import WITH_OR_WITHOUT_TOKEN
from events.http.pagination import CursorPages
from events.http.paths import require_game
from events.http.query_params import CURSOR, LIMIT
from events.http.resource import Resource, responses
from events.ratings.selectors import change_lines, history, leader_lines, leaders, rated_games
from events.ratings.serializers import Leaderboard, RatedGameList, RatingHistory


class Ratings(Resource):
    @extend_schema(
        auth=WITH_OR_WITHOUT_TOKEN,
        responses=responses(RatedGameList),
        summary="The games with ratings",
    )
    def get(self, request: Request) -> HttpResponse:
        """Lists the games in which rated matches have been played, each with its best players."""
        return json_response({"items": rated_games(), "next": None})


class LeaderPages(CursorPages):
    ordering = ("-rating", "pk")


class GameRatings(Resource):
    known = ("limit", "cursor")

    @extend_schema(
        auth=WITH_OR_WITHOUT_TOKEN,
        parameters=[LIMIT, CURSOR],
        responses=responses(Leaderboard),
        summary="The leaderboard of a game",
    )
    def get(self, request: Request, game: str) -> HttpResponse:
        """Lists the players of a game, the best first.

        A rating is a value that the player's skill very probably exceeds, so it grows with the number of matches.
        Everybody begins at 1000. `deviation` is the uncertainty of the skill.
        """
        require_game(game)
        return LeaderPages().response(leaders(game), request, leader_lines)


class PlayerRating(Resource):
    known = ("limit", "cursor")

    @extend_schema(
        operation_id="ratings_history",
        auth=WITH_OR_WITHOUT_TOKEN,
        parameters=[LIMIT, CURSOR],
        responses=responses(RatingHistory),
        summary="The history of a rating",
    )
    def get(self, request: Request, game: str, name: str) -> HttpResponse:
        """Lists the changes of a player's rating by each rated match, the newest first."""
        require_game(game)
        return CursorPages().response(history(game, name), request, change_lines)
