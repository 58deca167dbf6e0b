"""The games, with their options, faces, verbs and texts."""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from events.api import schemas
from events.api.http import conditional
from events.api.translations import language_of
from events.api.views.resource import Resource, responses
from events.exceptions import NotFound
from events.selectors.responses import GameOut
from events.selectors.titles import described
from games import registry


class Games(Resource):
    @extend_schema(operation_id="game_list", auth=[], responses=responses(schemas.GameList), summary="The games")
    def get(self, request: Request) -> HttpResponse:
        """Lists all games with their options as JSON Schema; `Accept-Language` chooses their language."""
        language = language_of(request.headers.get("Accept-Language", ""))
        games = [described(game, language) for game in registry.newest()]
        return conditional(request, 0, lambda: {"items": games, "next": None})


class GameDetail(Resource):
    @extend_schema(operation_id="game", auth=[], responses=responses(GameOut), summary="One game")
    def get(self, request: Request, game: str) -> HttpResponse:
        """Describes a game: its seats and options, and labels for its faces, zones, verbs and phases."""
        if game not in registry.GAMES:
            raise NotFound()
        language = language_of(request.headers.get("Accept-Language", ""))
        return conditional(request, 0, lambda: described(registry.get(game), language))
