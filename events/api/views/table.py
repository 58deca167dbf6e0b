"""The table: the view of the caller, their legal moves, and playing a move."""

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
from events.selectors.access import Access, seated, viewer_for
from events.selectors.responses import ViewOut
from events.selectors.states import game_of
from events.selectors.table_views import Choices, table_view
from events.selectors.titles import face_names, verb_label, word_label
from events.services.moves import Submission, move_submit
from games.kernel.errors import Refusal
from games.kernel.state import Move
from games.kernel.template import Template
from games.kernel.texts import words_of

SAFE = 2**53
AS = OpenApiParameter("as", str, description="`me`, `spectator`, `seat:<n>` or `omniscient`; the last two by right.")
MOST_SEQ = 2**53 - 1


def named_view(request: Request, reached: Access, viewer_name: str | None, at: int | None) -> dict[str, Any]:
    """Returns the view, with every face labelled in the caller's language."""
    view = table_view(reached.match, viewer_for(reached, viewer_name), at)
    names = face_names(game_of(reached.match), language_of(request.headers.get("Accept-Language", "")))
    for face in view["faces"].values():
        face["name"] = names.get(face["face"], face["face"])
    return view


class View(Resource):
    known = ("at", "as", "wait")

    @extend_schema(
        operation_id="view", auth=[{}, {"bearer": []}], responses=responses(ViewOut, "forbidden"),
        summary="The table as you may see it",
        parameters=[OpenApiParameter("at", int, description="The table after that event of the log."), AS, WAIT],
    )  # fmt: skip
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Returns the table now or after a past event; `null` is a card whose face you cannot see."""
        at = query_int(request, "at", None, 0, MOST_SEQ)
        viewer_name, wait = query_text(request, "as"), query_int(request, "wait", 0, 0, 30) or 0
        return conditional(request, wait, lambda: named_view(request, self.reach(request, match_id), viewer_name, at))


class LegalMoves(Resource):
    known = ("limit", "prompt", "wait")
    limit_scopes = ("general", "legal_moves")
    body_limit = MOVE_BODY_LIMIT

    @extend_schema(
        operation_id="legal_moves", responses=responses(schemas.LegalMovesOut, "not_seated", "stale_prompt"),
        parameters=[
            OpenApiParameter("limit", int, description="How many concrete moves to list, 0 to 1000; 100 by default."),
            OpenApiParameter("prompt", int, description="One of your open prompts; by default the first."),
            WAIT,
        ],
        summary="Your legal moves",
    )  # fmt: skip
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Returns all legal moves as templates, and lists the first of them."""
        self.player(request)
        limit = query_int(request, "limit", 100, 0, 1000)
        prompt, wait = query_int(request, "prompt", None, 0, MOST_SEQ), query_int(request, "wait", 0, 0, 30) or 0
        return conditional(
            request, wait, lambda: _legal_moves(request, self.reach(request, match_id), prompt, limit or 0)
        )

    @extend_schema(
        operation_id="legal_moves_try", request=TryInput, summary="Check a move without playing it",
        responses=responses(
            schemas.TriedOut, "not_seated", "stale_prompt", "unsupported_media_type", "payload_too_large"
        ),
    )  # fmt: skip
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Checks a move, possibly with missing arguments, without playing it, and returns what remains to choose."""
        self.player(request)
        body = self.body(TryInput, request)
        reached = self.reach(request, match_id)
        decision = _decision_of(reached, body.get("prompt"))
        return json_response(_tried(request, decision, Move(body["verb"], body.get("args", {}))))


def _decision_of(reached: Access, prompt: int | None) -> Choices:
    """Returns what the caller may do. Raises NotSeated, or StalePrompt for a prompt not open to their seat."""
    decision = Choices(reached.match, seated(reached), prompt)
    if prompt is not None:
        decision.require_open()
    return decision


def _legal_moves(request: Request, reached: Access, prompt: int | None, limit: int) -> dict[str, Any]:
    decision = _decision_of(reached, prompt)
    count = decision.moves.count()
    moves = decision.listed(limit)
    return {
        **decision.head(), **_templates(request, decision, decision.moves.templates),
        "count": count if count < SAFE else str(count), "moves": moves, "complete": len(moves) == count,
    }  # fmt: skip


def _templates(request: Request, decision: Choices, templates: tuple[Template, ...]) -> dict[str, Any]:
    """Returns the templates, with labels for their verbs and for every word that their slots offer."""
    language = language_of(request.headers.get("Accept-Language", ""))
    labelled = [{**t.to_json(), "label": verb_label(decision.game, language, t.verb)} for t in templates]
    words = {word for template in labelled for slot in template["slots"].values() for word in words_of(slot)}
    return {"templates": labelled, "words": {word: word_label(decision.game, language, word) for word in sorted(words)}}


def _tried(request: Request, decision: Choices, move: Move) -> dict[str, Any]:
    """Returns whether a move is legal as it is, and what remains to choose or why nothing does."""
    fitting = [
        template for template in decision.moves.of(move.verb)
        if all(refusal.code == "missing" for refusal in template.refusals(move))
    ]  # fmt: skip
    remaining = tuple(template.filled(move.args) for template in fitting)
    errors: tuple[Refusal, ...] = () if remaining else decision.moves.refusals(move)
    return {
        "legal": any(not template.slots for template in remaining),
        **_templates(request, decision, tuple(template for template in remaining if template.slots)),
        "errors": [refusal._asdict() for refusal in errors if remaining or refusal.code != "missing"],
    }


class Moves(Resource):
    limit_scopes = ("general", "moves")
    body_limit = MOVE_BODY_LIMIT

    @extend_schema(
        operation_id="move_submit", request=MoveInput, summary="Play a move",
        responses=written(
            schemas.PlayedOut, "not_seated", "match_not_running", "match_over", "stale_prompt", "stale_offer",
            "illegal_move", "precondition_failed",
        ),
    )  # fmt: skip
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Plays a move that answers a prompt. A sealed answer has no event yet: `seq` is null."""
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
    """Returns the check that `If-Match` requires: the caller's view must still have that entity tag."""
    header = request.headers.get("If-Match")
    if header is None:
        return None

    def holds(match: Match) -> bool:
        view = named_view(request, reached._replace(match=match), None, None)
        return matches(header, etag_of(encode(view)))

    return holds
