"""Who looks at a match, and who waits for a seat of it."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from events.base.scopes import READING
from events.http.answers import conditional, json_response, no_content
from events.http.auth import caller
from events.http.fields import EmptyInput
from events.http.resource import WITH_POST, Resource, responses, revalidated, sent
from events.matches.lobby.waiting_lists import waiting_join, waiting_leave
from events.matches.record.notes import note_of, note_remove, note_write
from events.matches.record.seen import unseen_json, unseen_of
from events.matches.shapes.presence import LookingInput, NoteInput, NoteOut, PresenceList, SeenOut, WaitingList
from events.matches.table.looking import page_look
from events.matches.table.presence import present, waiting


class Presence(Resource):
    @extend_schema(
        operation_id="presence", auth=[{}, {"bearer": []}], responses=revalidated(PresenceList),
        summary="Who looks at a match",
    )  # fmt: skip
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Lists the players who have a stream of the match open and show it (`shows_presence` in `PATCH /me`)."""
        match = self.access_to(request, match_id).match
        return conditional(request, 0, lambda: {"items": present(match, caller(request)), "next": None})


class Looking(Resource):
    scopes = {"PUT": READING}

    @extend_schema(operation_id="seen", responses=revalidated(SeenOut), summary="What you have not seen yet")
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Returns how far you have seen a match, and how often each other seat has moved since.

        You have seen what was there when you last moved, or looked: what a page says in `seen`, or all that there was
        when it said that nobody looks any more, or when a stream without a page was closed.
        Of a match that does not run nothing is told.
        """
        player, match = self.player(request), self.access_to(request, match_id).match
        new = unseen_of(player, match)
        return conditional(request, 0, lambda: {"seq": new.seq, "unseen": unseen_json(new)})

    @extend_schema(
        operation_id="looking", request=LookingInput, summary="Whether somebody looks at a page",
        responses=responses(None, status=204),
    )  # fmt: skip
    def put(self, request: Request, match_id: UUID) -> HttpResponse:
        """Says of a page whose stream of the match is open whether somebody looks at it.

        While one of your pages is looked at, notices of the match are not sent to you. `your_turn` is withheld, and
        sent 30 seconds after you look away if you have not acted; `deadline_near` is always sent. A stream counts as a
        look until its page says otherwise. Without an open stream of that page, it changes nothing of this.

        `seen` is kept for you, whatever pages are open: see `GET`.
        """
        player, match = self.player(request), self.access_to(request, match_id).match
        said = self.body(LookingInput, request)
        page_look(
            player_id=player.pk, match_id=match.pk, page=said["page"], is_looking=said["looking"], seen=said.get("seen")
        )  # fmt: skip
        return no_content()


class OwnNote(Resource):
    scopes = {"PUT": READING, "DELETE": READING}
    for_persons = True
    for_spectators = frozenset({*SAFE_METHODS, "PUT", "DELETE"})

    @extend_schema(operation_id="note", responses=revalidated(NoteOut), summary="Your note at a match")
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Returns what you have written down for yourself at a match. Nobody else sees it, nor does an app."""
        player, match = self.player(request), self.access_to(request, match_id).match
        return conditional(request, 0, lambda: note_of(player, match.pk))

    @extend_schema(
        operation_id="note_write", request=NoteInput, responses=sent(None, status=204), summary="Write a note"
    )
    def put(self, request: Request, match_id: UUID) -> HttpResponse:
        """Keeps your note in the place of the one before."""
        player, match = self.player(request), self.access_to(request, match_id).match
        note_write(player=player, match_id=match.pk, text=self.body(NoteInput, request)["text"])
        return no_content()

    @extend_schema(operation_id="note_remove", responses=responses(None, status=204), summary="Remove your note")
    def delete(self, request: Request, match_id: UUID) -> HttpResponse:
        """Removes your note at a match; changes nothing if there is none."""
        player, match = self.player(request), self.access_to(request, match_id).match
        note_remove(player=player, match_id=match.pk)
        return no_content()


class Waiting(Resource):
    for_spectators = WITH_POST

    @extend_schema(
        operation_id="waiting_list", auth=[{}, {"bearer": []}], responses=revalidated(WaitingList),
        summary="Who waits for a seat",
    )  # fmt: skip
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Lists the players who wait for a seat of a match that has not started, in order."""
        match = self.access_to(request, match_id).match
        return conditional(request, 0, lambda: {"items": waiting(match), "next": None})

    @extend_schema(
        operation_id="waiting_join", request=EmptyInput, summary="Wait for a seat",
        responses=sent(WaitingList, "seat_taken", "match_not_open", "match_sealing", "match_over", status=200),
    )  # fmt: skip
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Puts you at the end of the waiting list; again, it changes nothing.

        When a seat becomes free, it is reserved for the player who has waited longest, and they receive the notice
        `invited`. They take or decline it like any other invitation. If they decline, the next player is offered it.
        """
        player, match = self.player(request), self.access_to(request, match_id).match
        self.body(EmptyInput, request)
        waiting_join(match_id=match.pk, player=player)
        return json_response({"items": waiting(match), "next": None})

    @extend_schema(operation_id="waiting_leave", responses=responses(None, status=204), summary="Wait no longer")
    def delete(self, request: Request, match_id: UUID) -> HttpResponse:
        """Takes you off the waiting list; changes nothing if you are not on it."""
        player, match = self.player(request), self.access_to(request, match_id).match
        waiting_leave(match_id=match.pk, player=player)
        return no_content()
