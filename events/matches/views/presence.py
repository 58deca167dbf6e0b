"""The views of presence, vacations, notes and waiting lists of a match."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from events.base.scopes import SEATED
from events.http.answers import conditional, no_content
from events.http.auth import caller
from events.http.fields import EmptyInput
from events.http.openapi.security import WITH_OR_WITHOUT_TOKEN
from events.http.resource import WITH_POST, Resource, responses, revalidated, sent, written
from events.log.idempotency import Reply
from events.matches.lobby.waiting_lists import waiting_join, waiting_leave
from events.matches.record.notes import note_of, note_remove, note_write
from events.matches.record.seen import unseen_json, unseen_of
from events.matches.serializers.lobby import MatchHead
from events.matches.serializers.presence import NoteInput, NoteOut, PresenceList, SeenInput, SeenOut, WaitingList
from events.matches.serializers.seats import VacationInput
from events.matches.table.presence import present, waiting
from events.matches.table.presence_records import page_presence_set
from events.matches.table.vacations import vacation_end, vacation_start
from events.matches.views.actions import FROM_SEATS, MatchAction


class MatchPresence(Resource):
    @extend_schema(
        auth=WITH_OR_WITHOUT_TOKEN,
        responses=revalidated(PresenceList),
        summary="The players who look at a match",
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Lists the players who have an open stream of the match and show their presence (`shows_presence` in `PATCH
        /me`).
        """
        match = self.access_to(request, match_id).match
        return conditional(request, {"items": present(match, caller(request)), "next": None})


class MatchSeen(Resource):
    scopes = {"PUT": SEATED}

    @extend_schema(responses=revalidated(SeenOut), summary="The moves that you have not seen")
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Returns the last event of a match that you have seen, and the number of moves of each other seat since then.

        You have seen all events up to your last move, and up to the last `seq` that a page reported. You have seen all
        events when a page without `seq` reported that nobody looks, or when a stream without a page was closed. If the
        match is not running, the response is empty.
        """
        player, match = self.player(request), self.access_to(request, match_id).match
        new = unseen_of(player, match)
        return conditional(request, {"seq": new.seq, "unseen": unseen_json(new)})

    @extend_schema(
        request=SeenInput,
        summary="Report whether somebody looks at a page",
        responses=responses(None, status=204),
    )
    def put(self, request: Request, match_id: UUID) -> HttpResponse:
        """Reports whether somebody looks at a page whose stream of the match is open.

        While you look at one of your pages, notifications of the match are not sent to you. `your_turn` is withheld,
        and sent 30 seconds after you look away if you have not acted; `deadline_near` is always sent. A stream counts
        as a look until its page reports otherwise. If no stream of the page is open, the report does not affect
        notifications.

        `seq` is stored in any case: see `GET`.
        """
        player, match = self.player(request), self.access_to(request, match_id).match
        said = self.body(SeenInput, request)
        page_presence_set(
            player_id=player.pk, match_id=match.pk, page=said["page"], is_looking=said["looking"], seen=said.get("seq")
        )
        return no_content()


class Vacation(MatchAction):
    @extend_schema(
        request=VacationInput,
        summary="Start a vacation",
        responses=written(MatchHead, *FROM_SEATS, status=200),
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Stops the time of your seat for some of the vacation days of the match; you can still move.

        If you are already on vacation, its end changes. `clocks` shows the vacation that you have left.
        """
        return self.act(request, match_id, vacation_start, VacationInput)

    @extend_schema(
        summary="End your vacation",
        responses=responses(None, *FROM_SEATS, status=204),
    )
    def delete(self, request: Request, match_id: UUID) -> HttpResponse:
        """Ends your vacation early; you keep the remaining days. Changes nothing if you are not on vacation."""
        return self.withdraw(request, match_id, vacation_end)


class OwnNote(Resource):
    for_persons = True
    for_spectators = frozenset({*SAFE_METHODS, "PUT", "DELETE"})

    @extend_schema(responses=revalidated(NoteOut), summary="Your note at a match")
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Returns your private note at a match. Neither other players nor apps can read it."""
        player, match = self.player(request), self.access_to(request, match_id).match
        return conditional(request, note_of(player, match.pk))

    @extend_schema(request=NoteInput, responses=sent(None, status=204), summary="Write a note")
    def put(self, request: Request, match_id: UUID) -> HttpResponse:
        """Stores your note, replacing the previous note."""
        player, match = self.player(request), self.access_to(request, match_id).match
        note_write(player=player, match_id=match.pk, text=self.body(NoteInput, request)["text"])
        return no_content()

    @extend_schema(responses=responses(None, status=204), summary="Remove your note")
    def delete(self, request: Request, match_id: UUID) -> HttpResponse:
        """Deletes your note at a match, if there is one."""
        player, match = self.player(request), self.access_to(request, match_id).match
        note_remove(player=player, match_id=match.pk)
        return no_content()


class MatchWaitingList(Resource):
    for_spectators = WITH_POST

    @extend_schema(
        auth=WITH_OR_WITHOUT_TOKEN,
        responses=revalidated(WaitingList),
        summary="The players who wait for a seat",
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Lists the players who wait for a seat of a match that has not started, in order."""
        match = self.access_to(request, match_id).match
        return conditional(request, {"items": waiting(match), "next": None})

    @extend_schema(
        request=EmptyInput,
        summary="Join the waiting list of a match",
        responses=written(WaitingList, "seat_taken", "match_not_open", "match_sealing", "match_over", status=200),
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Puts you at the end of the waiting list; repeating the request changes nothing.

        When a seat becomes free, it is reserved for the player who has waited longest, and the player receives the
        notification `invited`. They take or decline it like any other invitation. If they decline, it is offered to the
        next player.
        """
        player, match = self.player(request), self.access_to(request, match_id).match
        self.body(EmptyInput, request)

        def join() -> Reply:
            waiting_join(match_id=match.pk, player=player)
            return Reply(200, {"items": waiting(match), "next": None})

        return self.once(request, join)

    @extend_schema(responses=responses(None, status=204), summary="Leave the waiting list")
    def delete(self, request: Request, match_id: UUID) -> HttpResponse:
        """Takes you off the waiting list; changes nothing if you are not on it."""
        player, match = self.player(request), self.access_to(request, match_id).match
        waiting_leave(match_id=match.pk, player=player)
        return no_content()
