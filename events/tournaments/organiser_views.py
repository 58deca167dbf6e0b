"""Tournaments: changing them, co-organisers, words to all entrants, and votes on cancelling."""

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
from events.tournaments.organiser_serializers import TournamentWordInput, TournamentWordList, TournamentWordOut
from events.tournaments.organisers import (
    cancel_vote,
    organiser_leave,
    organiser_name,
    words_for,
    words_say,
    words_withdraw,
)
from events.tournaments.selectors import tournament_head, word_line
from events.tournaments.serializers import TournamentHead
from events.tournaments.views import TournamentResource


class Organisers(TournamentResource):
    @extend_schema(
        request=EmptyInput,
        summary="Name a co-organiser",
        responses=sent(TournamentHead, "tournament_over", "too_many_organisers", status=200),
    )
    def put(self, request: Request, tournament_id: UUID, name: str) -> HttpResponse:
        """Makes another player a co-organiser of your tournament.

        They may do everything except cancelling it and naming others. They may know of a private tournament, and become
        its organiser if you close your account.
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


class Words(TournamentResource):
    @extend_schema(
        auth=WITH_OR_WITHOUT_TOKEN,
        responses=revalidated(TournamentWordList),
        summary="The announcements of the organisers",
    )
    def get(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Returns what organisers have said to all entrants, without the words of players whom you avoid."""
        tournament, player = self.tournament(request, tournament_id), caller(request)
        said = words_for(tournament, player)
        return conditional(request, {"items": [word_line(word) for word in said], "next": None})

    @extend_schema(
        request=TournamentWordInput,
        summary="Say something to all entrants",
        responses=written(TournamentWordOut, "tournament_over"),
    )
    def post(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Says something to everybody in a tournament that you organise, five times a day at most; a notice tells them.

        The text is not in the log, so it can be deleted.
        """
        player, text = self.player(request), self.body(TournamentWordInput, request)["text"]
        tournament = self.tournament(request, tournament_id)
        return self.once(
            request,
            lambda: Reply(201, word_line(words_say(tournament_id=tournament.pk, player=player, text=text))),
        )


class WordDetail(TournamentResource):
    @extend_schema(summary="Delete what was said", responses=responses(None, status=204))
    def delete(self, request: Request, tournament_id: UUID, number: int) -> HttpResponse:
        """Deletes words of your own, or any of a tournament that is yours."""
        player, tournament = self.player(request), self.tournament(request, tournament_id)
        words_withdraw(tournament_id=tournament.pk, player=player, number=number)
        return no_content()


class CancelVotes(TournamentResource):
    @extend_schema(
        request=EmptyInput,
        summary="Vote for cancelling a tournament",
        responses=written(TournamentHead, "tournament_over", "organiser_is_here", "already_voted", status=200),
    )
    def post(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Votes for cancelling a tournament in which you take part and whose organisers have not acted for a week.

        The votes of more than half of the players who take part cancel it. An act of an organiser ends all votes.
        """
        return self.act(request, tournament_id, cancel_vote)
