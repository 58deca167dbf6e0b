"""What can be played: the games with their options, faces, verbs and texts."""

from __future__ import annotations

from typing import Any

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
        """Lists every game with its options as JSON Schema; titles and helps by `Accept-Language`."""
        language = language_of(request.headers.get("Accept-Language", ""))
        listed: dict[str, Any] = {"items": [described(game, language) for game in registry.newest()], "next": None}
        return conditional(request, 0, lambda: listed)


class GameDetail(Resource):
    @extend_schema(operation_id="game", auth=[], responses=responses(GameOut), summary="One game")
    def get(self, request: Request, game: str) -> HttpResponse:
        """Describes a game: seats, options, and what its faces, zones, verbs and phases are called."""
        if game not in registry.GAMES:
            raise NotFound()
        language = language_of(request.headers.get("Accept-Language", ""))
        return conditional(request, 0, lambda: described(registry.get(game), language))
