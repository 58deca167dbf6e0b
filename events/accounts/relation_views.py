"""How a player stands to others: whom they follow, mute or block."""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from events.accounts.relations import relation_change, relation_end, relations_of
from events.accounts.serializers import RelationChange, RelationList, RelationOut
from events.http.answers import json_response, no_content
from events.http.resource import Resource, responses, sent


class Relations(Resource):
    @extend_schema(responses=responses(RelationList), summary="The players whom you follow, mute or block")
    def get(self, request: Request) -> HttpResponse:
        """Lists the players whom you follow, mute or block; only you can see the list, and they are not told."""
        return json_response({"items": relations_of(self.player(request)), "next": None})


class RelationDetail(Resource):
    @extend_schema(
        request=RelationChange,
        responses=sent(RelationOut, status=200),
        summary="Follow, mute or block a player",
    )
    def patch(self, request: Request, name: str) -> HttpResponse:
        """Changes how you stand to a player; members that are left out stay as they are.

        `GET /matches?followed=true` has the open tables of those whom you follow, at most 200, without those who block
        you. You get no notices of what a player says whom you mute. A block also keeps them from inviting you, and from
        sitting down at matches that you create.
        """
        player, changes = self.player(request), self.body(RelationChange, request)
        return json_response(relation_change(player=player, name=name, changes=changes))

    @extend_schema(responses=responses(None, status=204), summary="Follow, mute or block a player no longer")
    def delete(self, request: Request, name: str) -> HttpResponse:
        """Ends whatever stands between you and a player."""
        relation_end(player=self.player(request), name=name)
        return no_content()
