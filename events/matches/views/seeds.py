"""The views that commit to and reveal the seeds of seats."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from events.base.scopes import SEATED
from events.http.resource import Resource, written
from events.log.idempotency import Reply
from events.matches.lobby.match_detail import seats_of
from events.matches.lobby.seeds import seed_commit, seed_reveal
from events.matches.serializers.lobby import SeatOut
from events.matches.serializers.seats import CommitInput, RevealInput

CODES = ("not_seated", "match_not_open", "match_sealing", "match_over")


class SeedCommit(Resource):
    scopes = {"POST": SEATED}

    @extend_schema(
        request=CommitInput,
        responses=written(SeatOut, *CODES),
        summary="Commit to your seed",
    )
    def post(self, request: Request, match_id: UUID, number: int) -> HttpResponse:
        """Commits your seat to a seed; null lets the server choose. You can replace it until all seats have
        committed.
        """
        player, match, seat = self.player(request), self.access_to(request, match_id).match, number
        commit = self.body(CommitInput, request)["commit"]

        def execute() -> Reply:
            seed_commit(match_id=match.pk, player=player, number=seat, commit=commit)
            return Reply(201, seats_of(match)[seat])

        return self.once(request, execute)


class SeedReveal(Resource):
    scopes = {"POST": SEATED}

    @extend_schema(
        request=RevealInput,
        responses=written(SeatOut, *CODES),
        summary="Reveal your seed",
    )
    def post(self, request: Request, match_id: UUID, number: int) -> HttpResponse:
        """Reveals the seed that your seat committed to, after all seats have committed; the last reveal starts the
        match.
        """
        player, match, seat = self.player(request), self.access_to(request, match_id).match, number
        seed = self.body(RevealInput, request)["seed"]

        def execute() -> Reply:
            seed_reveal(match_id=match.pk, player=player, number=seat, seed=seed)
            return Reply(201, seats_of(match)[seat])

        return self.once(request, execute)
