"""The views for co-organisers of tournaments, messages to all entrants, and votes to cancel."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from events.http.answers import conditional, json_response, no_content
from events.http.auth import caller
from events.http.fields import EmptyInput
from events.http.openapi.security import WITH_OR_WITHOUT_TOKEN
from events.http.resource import responses, revalidated, sent, written
from events.log.idempotency import Reply
from events.tournaments.organisers import (
    cancel_vote,
    message_delete,
    message_send,
    messages_for,
    organiser_leave,
    organiser_name,
)
from events.tournaments.selectors import message_line, tournament_head
from events.tournaments.serializers.organisers import (
    TournamentMessageInput,
    TournamentMessageList,
    TournamentMessageOut,
)
from events.tournaments.serializers.tournaments import TournamentHead
from events.tournaments.views import TournamentResource


class Organisers(TournamentResource):
    @extend_schema(
        request=EmptyInput,
        summary="Name a co-organiser",
        responses=sent(TournamentHead, "tournament_over", "too_many_organisers", status=200),
    )
    def put(self, request: Request, tournament_id: UUID, name: str) -> HttpResponse:
        """Makes another player a co-organiser of your tournament.

        Co-organisers may do everything except cancel the tournament and name other co-organisers. They can see a
        private tournament. If you close your account, a co-organiser becomes the organiser.
        """
        player = self.player(request)
        self.body(EmptyInput, request)
        tournament = self.tournament(request, tournament_id)
        named = organiser_name(tournament_id=tournament.pk, player=player, name=name)
        return json_response(tournament_head(named, player))

    @extend_schema(
        summary="Remove a co-organiser",
        responses=responses(None, status=204),
    )
    def delete(self, request: Request, tournament_id: UUID, name: str) -> HttpResponse:
        """Removes a co-organiser of a tournament that you organise, or yourself."""
        player, tournament = self.player(request), self.tournament(request, tournament_id)
        organiser_leave(tournament_id=tournament.pk, player=player, name=name)
        return no_content()


class TournamentMessages(TournamentResource):
    @extend_schema(
        auth=WITH_OR_WITHOUT_TOKEN,
        responses=revalidated(TournamentMessageList),
        summary="The messages of the organisers",
    )
    def get(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Returns the organisers' messages to all entrants, except from players whom you have muted or blocked."""
        tournament, player = self.tournament(request, tournament_id), caller(request)
        said = messages_for(tournament, player)
        return conditional(request, {"items": [message_line(message) for message in said], "next": None})

    @extend_schema(
        request=TournamentMessageInput,
        summary="Send a message to all entrants",
        responses=written(TournamentMessageOut, "tournament_over"),
    )
    def post(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Sends a message to all entrants of a tournament that you organise, at most five per day.

        The entrants receive a notification. The text is not in the log, so it can be deleted.
        """
        player, text = self.player(request), self.body(TournamentMessageInput, request)["text"]
        tournament = self.tournament(request, tournament_id)
        return self.once(
            request,
            lambda: Reply(201, message_line(message_send(tournament_id=tournament.pk, player=player, text=text))),
        )


class TournamentMessageDetail(TournamentResource):
    @extend_schema(summary="Delete a message", responses=responses(None, status=204))
    def delete(self, request: Request, tournament_id: UUID, number: int) -> HttpResponse:
        """Deletes your own message, or any message of a tournament that you created."""
        player, tournament = self.player(request), self.tournament(request, tournament_id)
        message_delete(tournament_id=tournament.pk, player=player, number=number)
        return no_content()


class CancelVotes(TournamentResource):
    @extend_schema(
        request=EmptyInput,
        summary="Vote to cancel a tournament",
        responses=written(TournamentHead, "tournament_over", "organiser_is_here", "already_voted", status=200),
    )
    def post(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Votes to cancel a tournament that you take part in, if its organisers have not acted for a week.

        The tournament is cancelled when more than half of the participating players have voted. Any act of an
        organiser discards all votes.
        """
        return self.act(request, tournament_id, cancel_vote)
