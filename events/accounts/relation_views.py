"""The views of the players whom a player follows, mutes or blocks."""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from events.accounts.relations import relation_change, relation_end, relations_of
from events.accounts.serializers.relations import RelationChange, RelationList, RelationOut
from events.http.answers import json_response, no_content
from events.http.resource import Resource, responses, sent


class Relations(Resource):
    @extend_schema(responses=responses(RelationList), summary="The players whom you follow, mute or block")
    def get(self, request: Request) -> HttpResponse:
        """Lists the players whom you follow, mute or block. Only you can see the list."""
        return json_response({"items": relations_of(self.player(request)), "next": None})


class RelationDetail(Resource):
    @extend_schema(
        request=RelationChange,
        responses=sent(RelationOut, status=200),
        summary="Follow, mute or block a player",
    )
    def patch(self, request: Request, name: str) -> HttpResponse:
        """Follows, mutes or blocks a player, or ends this. Omitted members keep their values.

        `GET /matches?followed=true` lists the open tables of the players whom you follow, at most 200, except players
        who block you. You receive no notifications of the messages of a muted player. A blocked player also cannot
        invite you, or join matches that you create.
        """
        player, changes = self.player(request), self.body(RelationChange, request)
        return json_response(relation_change(player=player, name=name, changes=changes))

    @extend_schema(responses=responses(None, status=204), summary="Stop following, muting and blocking a player")
    def delete(self, request: Request, name: str) -> HttpResponse:
        """Stops following, muting and blocking a player."""
        relation_end(player=self.player(request), name=name)
        return no_content()
