"""The views of agreements between the players of a match: to end it without a result, rematch, pause and undo."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from events.http.fields import EmptyInput
from events.http.resource import WITH_POST, responses, written
from events.matches.lobby.rematches import rematch_agree, rematch_withdraw
from events.matches.lobby.services import match_abort, match_abort_withdraw
from events.matches.serializers.lobby import MatchHead
from events.matches.serializers.seats import RematchInput
from events.matches.table.pauses import match_pause, match_resume
from events.matches.table.undo import undo_agree, undo_withdraw
from events.matches.views.actions import FROM_SEATS, MatchAction


class Abort(MatchAction):
    for_spectators = WITH_POST

    @extend_schema(
        request=EmptyInput,
        responses=written(MatchHead, "not_seated", "match_over", status=200),
        summary="End a match without a result",
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Ends a match that you created, if it is open or has no other players; otherwise when every active player has
        agreed.

        `agreements` shows all consents to everybody; the next move ends every consent.
        """
        return self.act(request, match_id, match_abort)

    @extend_schema(
        summary="Withdraw your consent to end a match without a result",
        responses=responses(None, "not_seated", "match_not_running", "match_over", status=204),
    )
    def delete(self, request: Request, match_id: UUID) -> HttpResponse:
        """Withdraws your consent; changes nothing if you have not consented."""
        return self.withdraw(request, match_id, match_abort_withdraw)


class MatchRematch(MatchAction):
    @extend_schema(
        request=RematchInput,
        summary="Agree to a rematch",
        responses=written(
            MatchHead, "not_seated", "match_not_finished", "match_not_open", "too_many_matches", status=200
        ),
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Takes your seat in the rematch (`rematch` in the response), which starts when every player has agreed.

        The first player to agree creates the rematch, with the same settings and the order of seats that the rules
        give. The other seats are reserved for their players. `agreements` shows all consents to everybody. `nonce` is
        your part of the seed of the rematch, as when you take a seat.
        """
        return self.act(request, match_id, rematch_agree, RematchInput)

    @extend_schema(
        summary="Withdraw your agreement to a rematch",
        responses=responses(None, "not_seated", "match_not_finished", "match_not_open", status=204),
    )
    def delete(self, request: Request, match_id: UUID) -> HttpResponse:
        """Leaves the rematch before it starts; your seat stays reserved, so you can agree again."""
        return self.withdraw(request, match_id, rematch_withdraw)


class Pause(MatchAction):
    @extend_schema(
        request=EmptyInput, summary="Agree to a pause", responses=written(MatchHead, *FROM_SEATS, status=200)
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Pauses the match when every active player has agreed: the clocks stop, and moves are refused with `paused`.

        `agreements` shows all consents; the next move ends them. A pause ends after 14 days, at `paused_until`.
        """
        return self.act(request, match_id, match_pause)

    @extend_schema(
        summary="End a pause, or withdraw your consent to one",
        responses=responses(None, *FROM_SEATS, status=204),
    )
    def delete(self, request: Request, match_id: UUID) -> HttpResponse:
        """Ends the pause; any active player can do this. Before the pause begins, withdraws your consent."""
        return self.withdraw(request, match_id, match_resume)


class Undo(MatchAction):
    @extend_schema(
        request=EmptyInput,
        summary="Agree to take back the last move",
        responses=written(MatchHead, *FROM_SEATS, "paused", "nothing_to_undo", status=200),
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Takes back the last move when every active player has agreed, if the move revealed no card and used no
        chance.

        An event `move.undone` restores the table; the move stays in the log. `agreements` shows all consents to
        everybody.
        """
        return self.act(request, match_id, undo_agree)

    @extend_schema(
        summary="Withdraw your consent to take back the last move",
        responses=responses(None, *FROM_SEATS, status=204),
    )
    def delete(self, request: Request, match_id: UUID) -> HttpResponse:
        """Withdraws your consent; changes nothing if you have not consented."""
        return self.withdraw(request, match_id, undo_withdraw)
