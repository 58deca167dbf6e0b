"""The views of forks of matches."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from events.base.exceptions import FieldError, Malformed
from events.http.openapi.headers import LOCATION
from events.http.resource import WITH_POST, Resource, written
from events.log.idempotency import Reply
from events.matches.lobby.match_detail import match_detail
from events.matches.lobby.services import SeatRequest
from events.matches.serializers.lobby import MatchHead
from events.replays.forks import ForkRequest, match_fork
from events.replays.serializers import ForkInput


class Forks(Resource):
    for_spectators = WITH_POST
    limit_scopes = ("general", "forks")

    @extend_schema(
        request=ForkInput,
        summary="Fork a match",
        responses=written(MatchHead, "match_not_finished", "too_many_matches"),
        parameters=[LOCATION],
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Creates a practice match that begins from the table of this match after an event; you play against bots.

        `exact` has the same cards; you need the right to see all of them. `resampled` deals again all cards that your
        seat, or a spectator, did not see. A running match can be forked only if it is your own match against bots, not
        rated and not of a tournament. Only you see a fork, and it is never rated.
        """
        player, access = self.player(request), self.access_to(request, match_id)
        fork_request = _fork_request(self.body(ForkInput, request))
        return self.once(
            request,
            lambda: Reply(201, match_detail(match_fork(access=access, player=player, request=fork_request))),
            address=lambda match: f"/api/v1/matches/{match['id']}",
        )


def _fork_request(body: dict[str, Any]) -> ForkRequest:
    seats = body.get("seats") or []
    if seats and body.get("seat") is not None:
        raise Malformed(FieldError("/seat", "not_an_option"))
    for place, seat in enumerate(seats):
        if seat["kind"] == "me" and "policy" in seat:
            raise Malformed(FieldError(f"/seats/{place}/policy", "unknown_field"))
    return ForkRequest(**{**body, "seats": [SeatRequest(**seat) for seat in seats]})
