"""A table in words, and answers in words."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from events.base.scopes import SEATED
from events.http.answers import conditional, json_response
from events.http.auth import language_for
from events.http.parsers import MOVE_BODY_LIMIT
from events.http.query_params import WAIT, query_int, query_text
from events.http.resource import Resource, answered, idempotency_key, revalidated, written
from events.narration.moment import Moment
from events.narration.place import LONGEST_PLACE, Place
from events.narration.selectors import text_of
from events.narration.services import Answer, answer_give
from events.narration.shapes import AnswerInput, TextOut

SINCE = OpenApiParameter(
    "since", str, description="What happened after this event is told: a `seq`, or `at` of an earlier text. Left out: "
    "after your last move."
)  # fmt: skip


class Text(Resource):
    known = ("since", "wait")
    scopes = {"POST": SEATED}
    body_limit = MOVE_BODY_LIMIT

    @property
    def limit_scopes(self) -> tuple[str, ...]:
        """Returns the limit of moves for an answer, that of legal moves for a text."""
        return ("general", "moves" if self.request.method == "POST" else "legal_moves")

    @extend_schema(
        operation_id="text", auth=[{}, {"bearer": []}], responses=revalidated(TextOut), parameters=[SINCE, WAIT],
        summary="The table in words",
    )  # fmt: skip
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Returns what happened, how the table stands, what is asked of you, and the answers, in your language."""
        since, wait = _since(request), query_int(request, "wait", 0, 0, 30) or 0
        language = language_for(request)

        def body() -> TextOut:
            access = self.access_to(request, match_id)
            return text_of(Moment(access.match, access.seat, language), since)

        return conditional(request, wait, body)

    @extend_schema(
        operation_id="text_answer", request=AnswerInput, summary="Answer in words",
        responses=written(
            TextOut, "not_seated", "match_not_running", "match_over", "stale_prompt", "stale_offer", "cooling_down",
            "illegal_move", "precondition_failed",
        ),
    )  # fmt: skip
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Plays the move that an answer means (201), or says what is asked next (200).

        An answer that can mean several moves, or that says more than a move, plays nothing; the answers that may be
        meant come back. What was answered on the way is in `at`. An answer means what it meant when its text was
        written, and is a move like any other: the same limits, Idempotency-Key and refusals.
        """
        player = self.player(request)
        body = self.body(AnswerInput, request)
        access = self.access_to(request, match_id)
        place, language = Place.of(body["at"], "/at"), language_for(request)
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
    return None if text is None else Place.of(text, "/query/since").seq
