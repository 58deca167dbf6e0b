"""The players whom a player follows."""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from events.accounts.serializers import FollowedList
from events.http.answers import json_response, no_content
from events.http.fields import EmptyInput
from events.http.resource import Resource, responses, sent
from events.users.following import follow, follow_end, followed_line, followed_lines
from events.users.serializers import FollowedOut


class Followed(Resource):
    @extend_schema(responses=responses(FollowedList), summary="The players whom you follow")
    def get(self, request: Request) -> HttpResponse:
        """Lists the players whom you follow; only you can see the list. `GET /matches?followed=true` has their open
        tables.
        """
        return json_response({"items": followed_lines(self.player(request)), "next": None})


class FollowedDetail(Resource):
    @extend_schema(
        request=EmptyInput,
        responses=sent(FollowedOut, status=200),
        summary="Follow a player",
    )
    def put(self, request: Request, name: str) -> HttpResponse:
        """Follows a player; you can follow 200. They are not told. Tables of players who block you are left out."""
        player = self.player(request)
        self.body(EmptyInput, request)
        return json_response(followed_line(follow(player=player, name=name)))

    @extend_schema(responses=responses(None, status=204), summary="Follow a player no longer")
    def delete(self, request: Request, name: str) -> HttpResponse:
        """Follows a player no longer."""
        follow_end(player=self.player(request), name=name)
        return no_content()
