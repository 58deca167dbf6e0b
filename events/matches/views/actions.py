"""The base of the views that change a match and return it."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from events.http.answers import no_content
from events.http.fields import EmptyInput, Serializer
from events.http.resource import Resource
from events.log.delays import match_known_to
from events.log.idempotency import Reply
from events.log.models import Match
from events.matches.lobby.match_detail import match_detail
from events.matches.serializers.lobby import MatchHead
from events.users.models import Player

FROM_SEATS = ("not_seated", "match_not_running", "match_over", "match_sealing")
"""The problems of an action for which the caller needs a seat of a running match."""


class MatchAction(Resource):
    """An action of a player on a match: POST performs it, and DELETE withdraws or ends it."""

    def act(
        self, request: Request, match_id: UUID, service: Callable[..., Match], body: type[Serializer] = EmptyInput
    ) -> HttpResponse:
        """Calls a service once per Idempotency-Key, with the members of the body, and returns the match afterwards."""
        player, match = self.player(request), self.access_to(request, match_id).match
        members = self.body(body, request)

        def reply() -> Reply:
            return Reply(200, detail_for(service(match_id=match.pk, player=player, **members), player))

        return self.once(request, reply)

    def withdraw(self, request: Request, match_id: UUID, service: Callable[..., object]) -> HttpResponse:
        """Calls a service that withdraws or ends the action, and returns an empty response."""
        player, match = self.player(request), self.access_to(request, match_id).match
        service(match_id=match.pk, player=player)
        return no_content()


def detail_for(match: Match, player: Player) -> MatchHead:
    """Returns a match after an action of a player. The player may be its creator and have no seat."""
    return match_detail(match_known_to(match, player))
