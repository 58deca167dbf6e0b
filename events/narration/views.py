"""The view of a table in words, and of answers in words."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from events.base.scopes import SEATED
from events.http.answers import conditional, json_response
from events.http.auth import language_for
from events.http.openapi.security import WITH_OR_WITHOUT_TOKEN
from events.http.parsers import MOVE_BODY_LIMIT
from events.http.query_params import query_text
from events.http.resource import Resource, answered, idempotency_key, revalidated, written
from events.narration.moment import Moment
from events.narration.place import LONGEST_PLACE, TextPlace
from events.narration.selectors import text_of
from events.narration.serializers import AnswerInput, TextOut
from events.narration.services import Answer, answer_give

SINCE = OpenApiParameter(
    "since",
    str,
    description="The event after which the text begins: a `seq`, or `at` of an earlier text. Left out: "
    "after your last move.",
)


class MatchText(Resource):
    known = ("since",)
    scopes = {"POST": SEATED}
    body_limit = MOVE_BODY_LIMIT

    @property
    def limit_scopes(self) -> tuple[str, ...]:
        """Returns the limit of moves for an answer, and the limit of legal moves for a text."""
        return ("general", "moves" if self.request.method == "POST" else "legal_moves")

    @extend_schema(
        auth=WITH_OR_WITHOUT_TOKEN,
        responses=revalidated(TextOut),
        parameters=[SINCE],
        summary="The table in words",
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Returns the events, the state of the table, the question to you, and its answers, in your language."""
        since = _since(request)
        access = self.access_to(request, match_id)
        return conditional(request, text_of(Moment(access.match, access.seat, language_for(request)), since))

    @extend_schema(
        request=AnswerInput,
        summary="Answer in words",
        responses=written(
            TextOut,
            "not_seated",
            "match_not_running",
            "match_over",
            "stale_prompt",
            "stale_offer",
            "cooling_down",
            "illegal_move",
            "precondition_failed",
        ),
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Plays the move that an answer means (201), or returns the next question (200).

        An answer that can mean several moves, or that contains more than a move, plays nothing; the response lists the
        possible answers. `at` contains the answers so far. An answer keeps the meaning that it had when its text was
        written. The limits, the Idempotency-Key and the refusals are the same as for other moves.
        """
        player = self.player(request)
        body = self.body(AnswerInput, request)
        access = self.access_to(request, match_id)
        place, language = TextPlace.of(body["at"], "/at"), language_for(request)
        answer = Answer(place, body["answer"], idempotency_key(request), player.pk)
        given = answer_give(access=access, answer=answer, language=language)
        if given.reply is None:
            return json_response(given.step)
        after = given.reply.match or self.access_to(request, match_id).match
        text = text_of(Moment(after, access.seat, language), place.seq, [given.note])
        return answered(given.reply._replace(body=dict(text)))


def _since(request: Request) -> int | None:
    """Returns the event that `since` names. Raises Malformed."""
    text = query_text(request, "since", longest=LONGEST_PLACE)
    return None if text is None else TextPlace.of(text, "/query/since").seq
