"""The views of the games, with their options, faces, verbs and texts."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from events.base.exceptions import Malformed
from events.base.suggestions import unknown
from events.http.answers import conditional
from events.http.auth import language_for
from events.http.paths import require_game
from events.http.query_params import query_text
from events.http.resource import Resource, revalidated
from events.http.strict_json import MOST_ERRORS
from events.matches.serializers.games import GameList, GameOut
from events.matches.table.titles import described
from games import registry

FIELDS = OpenApiParameter(
    "fields", str, description="The members to return, separated by commas: `game,title,summary,seats`. All by default."
)


class Games(Resource):
    known = ("fields",)

    @extend_schema(
        auth=[],
        responses=revalidated(GameList),
        summary="The games",
        parameters=[FIELDS],
    )
    def get(self, request: Request) -> HttpResponse:
        """Lists all games with their options as JSON Schema; `Accept-Language` chooses their language."""
        language, fields = language_for(request), _fields(request)
        games = [_chosen(described(game, language), fields) for game in registry.newest()]
        return conditional(request, {"items": games, "next": None})


class GameDetail(Resource):
    known = ("fields",)

    @extend_schema(auth=[], responses=revalidated(GameOut), summary="One game", parameters=[FIELDS])
    def get(self, request: Request, game: str) -> HttpResponse:
        """Describes a game: its seats and options, and the meanings of its faces, zones, verbs and phases."""
        require_game(game)
        language, fields = language_for(request), _fields(request)
        return conditional(request, _chosen(described(registry.get(game), language), fields))


def _fields(request: Request) -> tuple[str, ...]:
    """Returns the members that the query names; empty: all members. Raises Malformed if it names an unknown member."""
    named = query_text(request, "fields")
    fields = () if named is None else tuple(named.split(","))
    others = [name for name in fields if name not in GameOut.__annotations__]
    if others:
        raise Malformed(*(unknown("/query/fields", name, GameOut.__annotations__) for name in others[:MOST_ERRORS]))
    return fields


def _chosen(game: dict[str, Any], fields: tuple[str, ...]) -> dict[str, Any]:
    return {name: value for name, value in game.items() if name in fields} if fields else game
