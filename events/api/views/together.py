"""What the players of a match agree to do together: a rematch."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from events.api.http import no_content
from events.api.inputs import RematchInput
from events.api.views.resource import Resource, responses, written
from events.selectors.match_detail import match_detail
from events.selectors.responses.matches import MatchHead
from events.services.idempotency import Reply
from events.services.rematches import rematch_agree, rematch_withdraw


class Rematch(Resource):
    @extend_schema(
        operation_id="rematch_agree", request=RematchInput, summary="Agree to a rematch",
        responses=written(
            MatchHead, "not_seated", "match_not_finished", "match_not_open", "too_many_matches", status=200
        ),
    )  # fmt: skip
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Takes your seat in the rematch, `rematch` in the response; it starts once every player has agreed.

        The first player to agree creates it, with the same settings and the seating that the rules of the game give.
        The other seats are reserved for their players. `agreements` shows to all who agrees. `nonce` is yours for the
        seed of the rematch, as when you take a seat.
        """
        player, match = self.player(request), self.reach(request, match_id).match
        nonce = self.body(RematchInput, request).get("nonce")

        def agree() -> Reply:
            return Reply(200, match_detail(rematch_agree(match_id=match.pk, player=player, nonce=nonce)))

        return self.once(request, agree)

    @extend_schema(
        operation_id="rematch_withdraw", summary="Withdraw your agreement to a rematch",
        responses=responses(None, "not_seated", "match_not_finished", "match_not_open", status=204),
    )  # fmt: skip
    def delete(self, request: Request, match_id: UUID) -> HttpResponse:
        """Leaves the rematch before it starts; your seat stays reserved, so you can agree again."""
        player, match = self.player(request), self.reach(request, match_id).match
        rematch_withdraw(match_id=match.pk, player=player)
        return no_content()
