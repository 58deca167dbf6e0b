"""The table: what you see, what you may do, and doing it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from events.api import schemas
from events.api.http import conditional, encode, etag_of, json_response, matches
from events.api.inputs import MoveInput, TryInput
from events.api.parsers import MOVE_BODY_LIMIT
from events.api.query_params import query_int, query_text
from events.api.translations import language_of
from events.api.views.matches import WAIT
from events.api.views.resource import Resource, answered, idempotency_key, responses, written
from events.models import Match
from events.selectors.access import Access, eyes, seated
from events.selectors.responses import ViewOut
from events.selectors.states import game_of
from events.selectors.table_views import Asked, table_view
from events.selectors.titles import face_names, verb_label, word_label
from events.services.moves import Submission, move_submit
from games.kernel.errors import Refusal
from games.kernel.state import Move
from games.kernel.template import Template
from games.kernel.texts import words_of

SAFE = 2**53
AS = OpenApiParameter("as", str, description="`me`, `spectator`, `seat:<n>` or `omniscient`; the last two by right.")
MOST_SEQ = 2**53 - 1


def named_view(request: Request, reached: Access, wanted: str | None, at: int | None) -> dict[str, Any]:
    """The view with every face named in the caller's language."""
    view = table_view(reached.match, eyes(reached, wanted), at)
    names = face_names(game_of(reached.match), language_of(request.headers.get("Accept-Language", "")))
    for shown in view["faces"].values():
        shown["name"] = names.get(shown["face"], shown["face"])
    return view


class View(Resource):
    known = ("at", "as", "wait")

    @extend_schema(
        operation_id="view", auth=[{}, {"bearer": []}], responses=responses(ViewOut, "forbidden"),
        summary="The table as you see it",
        parameters=[OpenApiParameter("at", int, description="The table after that row of the log."), AS, WAIT],
    )  # fmt: skip
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Shows the table now or at any row of the past; `null` is a card whose face you cannot see."""
        at = query_int(request, "at", None, 0, MOST_SEQ)
        wanted, wait = query_text(request, "as"), query_int(request, "wait", 0, 0, 30) or 0
        return conditional(request, wait, lambda: named_view(request, self.reach(request, match_id), wanted, at))


class LegalMoves(Resource):
    known = ("limit", "prompt", "wait")
    limit_scopes = ("general", "legal_moves")
    body_limit = MOVE_BODY_LIMIT

    @extend_schema(
        operation_id="legal_moves", responses=responses(schemas.LegalMovesOut, "not_seated", "stale_prompt"),
        parameters=[
            OpenApiParameter("limit", int, description="How many concrete moves to list, 0 to 1000; 100 if left out."),
            OpenApiParameter("prompt", int, description="Which of your open prompts; the first that waits for you."),
            WAIT,
        ],
        summary="What you may do",
    )  # fmt: skip
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Tells all legal moves as templates, and lists the first of them."""
        self.player(request)
        limit = query_int(request, "limit", 100, 0, 1000)
        prompt, wait = query_int(request, "prompt", None, 0, MOST_SEQ), query_int(request, "wait", 0, 0, 30) or 0
        return conditional(
            request, wait, lambda: _legal_moves(request, self.reach(request, match_id), prompt, limit or 0)
        )

    @extend_schema(
        operation_id="legal_moves_try", request=TryInput, summary="Would this be legal, and what is left to choose?",
        responses=responses(
            schemas.TriedOut, "not_seated", "stale_prompt", "unsupported_media_type", "payload_too_large"
        ),
    )  # fmt: skip
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Tries a move, some arguments of which may be left out, without playing it."""
        self.player(request)
        body = self.body(TryInput, request)
        reached = self.reach(request, match_id)
        asked = _asked(reached, body.get("prompt"))
        return json_response(_tried(request, asked, Move(body["verb"], body.get("args", {}))))


def _asked(reached: Access, prompt: int | None) -> Asked:
    """What the caller may do; raises NotSeated, or StalePrompt for a prompt he is not asked."""
    asked = Asked(reached.match, seated(reached), prompt)
    if prompt is not None:
        asked.demand_open()
    return asked


def _legal_moves(request: Request, reached: Access, prompt: int | None, limit: int) -> dict[str, Any]:
    asked = _asked(reached, prompt)
    count = asked.moves.count()
    moves = asked.listed(limit)
    return {
        **asked.head(), **_templates(request, asked, asked.moves.templates),
        "count": count if count < SAFE else str(count), "moves": moves, "complete": len(moves) == count,
    }  # fmt: skip


def _templates(request: Request, asked: Asked, templates: tuple[Template, ...]) -> dict[str, Any]:
    """Templates with what their verbs are called, and what every word is called that their slots offer."""
    language = language_of(request.headers.get("Accept-Language", ""))
    told = [{**t.to_json(), "label": verb_label(asked.game, language, t.verb)} for t in templates]
    words = {word for template in told for slot in template["slots"].values() for word in words_of(slot)}
    return {"templates": told, "words": {word: word_label(asked.game, language, word) for word in sorted(words)}}


def _tried(request: Request, asked: Asked, move: Move) -> dict[str, Any]:
    """Whether a move is legal as it is, what is left to choose, or why nothing is."""
    fitting = [
        template for template in asked.moves.of(move.verb)
        if all(refusal.code == "missing" for refusal in template.refusals(move))
    ]  # fmt: skip
    left = tuple(template.filled(move.args) for template in fitting)
    errors: tuple[Refusal, ...] = () if left else asked.moves.refusals(move)
    return {
        "legal": any(not template.slots for template in left),
        **_templates(request, asked, tuple(template for template in left if template.slots)),
        "errors": [refusal._asdict() for refusal in errors if left or refusal.code != "missing"],
    }


class Moves(Resource):
    limit_scopes = ("general", "moves")
    body_limit = MOVE_BODY_LIMIT

    @extend_schema(
        operation_id="move_submit", request=MoveInput, summary="Play",
        responses=written(
            schemas.PlayedOut, "not_seated", "match_not_running", "match_over", "stale_prompt", "stale_offer",
            "illegal_move", "precondition_failed",
        ),
    )  # fmt: skip
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Answers a prompt. A sealed answer is only accepted: `seq` is null until everybody's is opened."""
        self.player(request)
        body = self.body(MoveInput, request)
        reached = self.reach(request, match_id)
        submission = Submission(
            body["prompt"],
            body["verb"],
            body.get("args", {}),
            idempotency_key(request),
            _precondition(request, reached),
        )
        return answered(move_submit(match_id=reached.match.pk, seat=seated(reached), submission=submission))


def _precondition(request: Request, reached: Access) -> Any:
    """What `If-Match` demands: that the caller has seen the table as it is, by the tag of his view."""
    header = request.headers.get("If-Match")
    if header is None:
        return None

    def holds(match: Match) -> bool:
        view = named_view(request, reached._replace(match=match), None, None)
        return matches(header, etag_of(encode(view)))

    return holds
