"""The views for the players of teams."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from events.http.answers import json_response, no_content
from events.http.fields import EmptyInput
from events.http.openapi.headers import LOCATION
from events.http.resource import responses, sent, written
from events.log.idempotency import Reply
from events.tournaments.selectors import entry_out
from events.tournaments.serializers.entries import EntryOut
from events.tournaments.teams import member_invite, member_join, member_leave
from events.tournaments.views import TournamentResource

CLOSED = ("tournament_not_open", "tournament_over")


class TeamMembers(TournamentResource):
    @extend_schema(
        request=EmptyInput,
        summary="Join a team",
        responses=written(EntryOut, "already_entered", *CLOSED),
        parameters=[LOCATION],
    )
    def post(self, request: Request, tournament_id: UUID, number: int) -> HttpResponse:
        """Joins a team that has invited you, before the start. A team that is incomplete at the start is withdrawn."""
        player = self.player(request)
        self.body(EmptyInput, request)
        tournament = self.tournament(request, tournament_id)
        return self.once(
            request,
            lambda: Reply(201, entry_out(member_join(tournament_id=tournament.pk, player=player, number=number))),
            address=lambda entry: f"/api/v1/tournaments/{tournament_id}/entries/{entry['entry']}",
        )


class TeamMemberDetail(TournamentResource):
    @extend_schema(
        request=EmptyInput,
        summary="Invite a player to your team",
        responses=sent(EntryOut, "team_full", *CLOSED, status=200),
    )
    def put(self, request: Request, tournament_id: UUID, number: int, name: str) -> HttpResponse:
        """Reserves the first free board of your team for a player. The player receives a notification."""
        player = self.player(request)
        self.body(EmptyInput, request)
        tournament = self.tournament(request, tournament_id)
        entry = member_invite(tournament_id=tournament.pk, player=player, number=number, name=name)
        return json_response(entry_out(entry))

    @extend_schema(summary="Leave a team", responses=responses(None, *CLOSED, status=204))
    def delete(self, request: Request, tournament_id: UUID, number: int, name: str) -> HttpResponse:
        """Frees your own board, or a board of the team that you have entered, before the start."""
        player, tournament = self.player(request), self.tournament(request, tournament_id)
        member_leave(tournament_id=tournament.pk, player=player, number=number, name=name)
        return no_content()
