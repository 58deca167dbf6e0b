"""The views of the table: the caller's view, their legal moves, and playing a move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from events.base.exceptions import FieldError, Malformed
from events.base.scopes import READING, SEATED
from events.http.answers import (
    Rendered,
    conditional,
    encode,
    json_response,
    matches,
    rendered_once,
)
from events.http.auth import language_for
from events.http.openapi.security import WITH_OR_WITHOUT_TOKEN
from events.http.parsers import MOVE_BODY_LIMIT
from events.http.query_params import query_choice, query_int, query_text
from events.http.resource import Resource, answered, idempotency_key, responses, revalidated, written
from events.http.translations import TEXTS
from events.log.access import Access, Viewer, seated, viewer_for
from events.log.idempotency import Reply
from events.log.match_state.rules import game_of
from events.log.models import Match
from events.matches.record.cooldowns import seconds_until
from events.matches.record.table_views import Choices, has_sealed_prompt, own_answers, table_view
from events.matches.serializers.moves import LegalMovesOut, MoveInput, PlayedOut, TriedOut, TryInput
from events.matches.serializers.table import ViewOut
from events.matches.table.leases import leased_move_submit
from events.matches.table.legal_moves import legal_moves_json, templates_json
from events.matches.table.moves import Submission, move_submit
from events.matches.table.prompts import MOST_LISTED, Legal, prompts_of
from events.matches.table.sentences import outcome_of, refusal_json
from events.matches.table.titles import described, face_names, word_label
from games import registry
from games.kernel.state import Move

AS = OpenApiParameter(
    "as", str, description="The viewer: `me`, `spectator`, or, with the right to see it, `seat:<n>` or `omniscient`."
)
FACES = OpenApiParameter(
    "faces",
    str,
    enum=["ids"],
    description="`ids`: leave out the name of each face, and the printed values that `GET /games/{game}` lists.",
)
MOST_SEQ = 2**53 - 1


def named_view(
    access: Access,
    language: str,
    viewer_name: str | None = None,
    at: int | None = None,
    faces: str | None = None,
) -> Rendered:
    """Returns the view, with a label in the given language for every face.

    The view depends on the head of the log and on the viewer's own sealed answers, and is rendered once for each
    combination. faces: `ids` omits the labels and everything that `GET /games/{game}` contains.
    """
    match, viewer = access.match, viewer_for(access, viewer_name)
    may_change = at is None and has_sealed_prompt(match)  # an answer changes the view without an event
    answers = own_answers(match, viewer) if may_change else {}
    place = (match.pk, bytes(match.head_hash), at, faces, language)

    def render() -> dict[str, Any]:
        return _labelled(match, table_view(match, viewer, at, answers), faces, language)

    return rendered_once(("view", *place, viewer, encode(answers)), render)


def _labelled(match: Match, view: dict[str, Any], faces: str | None, language: str) -> dict[str, Any]:
    """Returns a view with its members in the order of the log, and its faces in the form that the client requests."""
    view["public"] = {name: in_order(value) for name, value in view["public"].items()}
    view["prompts"] = [{**prompt, "data": in_order(prompt["data"])} for prompt in view["prompts"]]
    if faces == "ids":
        shown = described(registry.get(match.game), "en")["faces"]
        return {**view, "faces": faces_beside(view["faces"], shown)}
    names = face_names(game_of(match), language)
    for face in view["faces"].values():
        face["name"] = names.get(face["face"]) or word_label(game_of(match), language, face["face"])
    return view


def in_order(value: Any) -> Any:
    """Returns a value with the members of its objects in the sorted order of the log.

    A process that has played a match has the members in the order in which the rules created them, and would send
    different bytes.

    >>> in_order([{"seat": 1, "cards": {"b": 2, "a": 1}}])
    [{'cards': {'a': 1, 'b': 2}, 'seat': 1}]
    """
    if isinstance(value, Mapping):
        return {name: in_order(value[name]) for name in sorted(value)}
    return [in_order(item) for item in value] if isinstance(value, list | tuple) else value


def faces_beside(faces: Mapping[str, Any], shown: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the faces by card, each with its key and with the printed values that differ from `shown`.

    shown: the values of each face that the client already knows.

    >>> faces_beside({"7": {"face": "gold", "value": 3}, "8": {"face": "oil", "value": 1}},
    ...              {"gold": {"title": "Gold", "value": 2}, "oil": {"title": "Oil", "value": 1}})
    {'7': {'face': 'gold', 'value': 3}, '8': {'face': 'oil'}}
    """
    return {
        card: {
            name: value
            for name, value in face.items()
            if name == "face" or shown.get(face["face"], {}).get(name) != value
        }
        for card, face in faces.items()
    }


class MatchView(Resource):
    known = ("at", "as", "faces")

    @property
    def limit_scopes(self) -> tuple[str, ...]:
        """Returns a stricter limit for past tables, which are computed from the log."""
        # The table after the deal costs no more than the current table.
        is_past = self.request.query_params.get("at", "0") != "0"
        return ("general", "past") if is_past else ("general",)

    @extend_schema(
        auth=WITH_OR_WITHOUT_TOKEN,
        responses=revalidated(ViewOut, "forbidden"),
        summary="The table as you may see it",
        parameters=[OpenApiParameter("at", int, description="The table after that event of the log."), AS, FACES],
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Returns the table now or after a past event; a card whose face you cannot see is `null`."""
        at = query_int(request, "at", None, 0, MOST_SEQ)
        viewer_name = query_text(request, "as")
        faces = query_choice(request, "faces", ("ids",))
        access = self.access_to_log(request, match_id)
        return conditional(request, named_view(access, language_for(request), viewer_name, at, faces))


class LegalMoves(Resource):
    scopes = {"POST": READING}
    known = ("limit", "prompt")
    limit_scopes = ("general", "legal_moves")
    body_limit = MOVE_BODY_LIMIT

    @extend_schema(
        responses=revalidated(LegalMovesOut, "not_seated", "stale_prompt"),
        parameters=[
            OpenApiParameter("limit", int, description="How many concrete moves to list, 0 to 1000; 100 by default."),
            OpenApiParameter("prompt", int, description="One of your open prompts; by default the first."),
        ],
        summary="Your legal moves",
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Returns all legal moves as templates, and lists the first of them."""
        self.player(request)
        limit, language = query_int(request, "limit", 100, 0, 1000), language_for(request)
        prompt = query_int(request, "prompt", None, 0, MOST_SEQ)
        return conditional(request, legal_moves(self.access_to(request, match_id), language, prompt, limit or 0))

    @extend_schema(
        operation_id="matches_legal_moves_try",
        request=TryInput,
        summary="Check a move without playing it",
        responses=responses(TriedOut, "not_seated", "stale_prompt", "unsupported_media_type", "payload_too_large"),
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Checks a move, possibly with missing arguments, without playing it, and returns the remaining choices.

        With a `card` instead of a verb, returns the reasons why that card cannot be used.
        """
        self.player(request)
        body = self.body(TryInput, request)
        if "card" not in body and "verb" not in body:
            raise Malformed(FieldError("/verb", "required"))
        if "card" in body and body.keys() & {"verb", "args"}:
            raise Malformed(FieldError("/card", "verb_or_card"))
        access = self.access_to(request, match_id)
        decision = _decision_of(access, body.get("prompt"))
        if "card" in body:
            return json_response(_against(request, decision, body["card"]))
        return json_response(_tried(request, decision, Move(body["verb"], body.get("args", {}))))


def _decision_of(access: Access, prompt: int | None) -> Choices:
    """Returns the caller's choices. Raises NotSeated, or StalePrompt if the prompt is not open to their seat."""
    decision = Choices(access.match, seated(access), prompt)
    if prompt is not None:
        decision.require_open()
    return decision


def legal_moves(access: Access, language: str, prompt: int | None, limit: int) -> Rendered:
    """Returns the legal moves of the caller's seat, with words in a language. Raises NotSeated, StalePrompt.

    They depend on the head of the log and on the seat's own sealed answers, and are rendered once for each combination.
    """
    match, seat = access.match, seated(access)
    may_change = has_sealed_prompt(match)  # an answer changes the legal moves without an event
    answers = own_answers(match, Viewer(seat)) if may_change else {}
    key = ("legal-moves", match.pk, bytes(match.head_hash), seat, prompt, limit, language, encode(answers))

    def render() -> dict[str, Any]:
        return _legal_moves_now(access, language, prompt, limit, answers)

    return rendered_once(key, render, _nothing_cools_down)


def _nothing_cools_down(legal: Mapping[str, Any]) -> bool:
    """Returns whether the legal moves stay the same until the next event, because no verb is under a cooldown."""
    return not any("available_at" in template for template in legal["templates"])


def _legal_moves_now(
    access: Access, language: str, prompt: int | None, limit: int, answers: Mapping[int, Any]
) -> dict[str, Any]:
    decision = _decision_of(access, prompt)
    answered = answers.get(decision.prompt) if decision.prompt is not None else None
    return {**decision.head(), "answered": answered, **legal_moves_json(decision, language, limit)}


def _tried(request: Request, decision: Choices, move: Move) -> dict[str, Any]:
    """Returns whether a move is legal as it is, and either the remaining choices or the reasons why there are none."""
    rests = [template.remaining(move.args) for template in decision.moves.of(move.verb)]
    remaining = tuple(rest for rest in rests if rest is not None)
    language = language_for(request)
    errors = () if remaining else decision.refusals(move)
    is_legal = move.verb not in decision.available_ms and any(not template.slots for template in remaining)
    return {
        "legal": is_legal,
        **templates_json(decision, language, [template for template in remaining if template.slots]),
        "errors": [
            *(refusal_json(decision, move.verb, language, one) for one in errors if one.code != "missing"),
            *_waits(request, decision, move.verb),
        ],
        "outcome": outcome_of(decision, move, language) if is_legal else [],
    }


def _against(request: Request, decision: Choices, card: int) -> dict[str, Any]:
    """Returns the reasons why a card of the caller cannot be used. Raises Malformed unless the caller owns and sees the
    card.
    """
    if not decision.owns(card):
        raise Malformed(FieldError("/card", "not_an_option"))
    language = language_for(request)
    return {
        "legal": False,
        **templates_json(decision, language, []),
        "errors": [
            {"verb": verb, **refusal_json(decision, verb, language, refusal)}
            for verb, refusal in decision.reasons_against(card)
        ],
        "outcome": [],
    }


def _waits(request: Request, decision: Choices, verb: str) -> list[dict[str, Any]]:
    """Returns the reason why a legal verb cannot be played yet; empty if it can be played."""
    if verb not in decision.available_ms:
        return []
    texts = TEXTS[language_for(request)]
    seconds = seconds_until(decision.match, decision.available_ms[verb])
    params = {"seconds": seconds}
    detail = texts.error_detail("cools_down", params)
    return [{"pointer": "/verb", "code": "cools_down", "detail": detail, "params": params, "reason": None}]


class ReplyOptions(NamedTuple):
    """The optional parts of the reply to a move. view: whether it contains the view; faces: as for a view.

    legal: the number of listed legal moves; None: without the open prompts.
    """

    view: bool
    faces: str | None
    legal: int | None

    @classmethod
    def of(cls, request: Request) -> ReplyOptions:
        """Returns the options in the query. Raises Malformed."""
        view, legal = query_int(request, "view", 0, 0, 1), query_int(request, "legal", None, 0, MOST_LISTED)
        return cls(view == 1, query_choice(request, "faces", ("ids",)), legal)


class Moves(Resource):
    known_to_post = ("view", "faces", "legal")
    scopes = {"POST": SEATED}
    limit_scopes = ("general", "moves")
    body_limit = MOVE_BODY_LIMIT

    @extend_schema(
        request=MoveInput,
        summary="Play a move",
        responses=written(
            PlayedOut,
            "not_seated",
            "match_not_running",
            "match_over",
            "stale_prompt",
            "stale_offer",
            "cooling_down",
            "illegal_move",
            "precondition_failed",
        ),
        parameters=[
            OpenApiParameter("view", int, enum=[0, 1], description="1: the reply has your view after the move."),
            FACES,
            OpenApiParameter(
                "legal",
                int,
                description="0 to 100: the reply has your open prompts after the move, each with this number of moves.",
            ),
        ],
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Plays a move that answers a prompt. A sealed answer has no event yet, so its `seq` is null.

        With `?view=1` and `?legal=` the reply contains what a client needs next. A repeated request receives the same
        reply to the move, with the current view and legal moves.
        """
        player, options = self.player(request), ReplyOptions.of(request)
        body = self.body(MoveInput, request)
        access = self.access_to(request, match_id)
        submission = Submission(
            body["prompt"],
            body["verb"],
            body.get("args", {}),
            idempotency_key(request),
            _precondition(request, access),
            player=player.pk,
        )
        match, seat = access.match, seated(access)
        if "lease" in body:
            reply = leased_move_submit(seat=seat, submission=submission, lease=body["lease"], match=match)
        else:
            reply = move_submit(match_id=match.pk, seat=seat, submission=submission, match=match)
        return answered(self._with(options, reply, request, access))

    def _with(self, options: ReplyOptions, reply: Reply, request: Request, access: Access) -> Reply:
        """Returns the reply with the table after the move; for a repeated move, with the current table."""
        if not options.view and options.legal is None:
            return reply
        after = access._replace(match=reply.match) if reply.match else self.access_to(request, access.match.pk)
        beside: dict[str, Any] = {}
        if options.view:
            beside["view"] = msgspec.Raw(named_view(after, language_for(request), faces=options.faces).content)
        if options.legal is not None:
            beside["legal"] = prompts_of(after.match, seated(after), Legal(options.legal, language_for(request)))
        return reply._replace(body={**reply.body, **beside})


def _precondition(request: Request, access: Access) -> Any:
    """Returns the check for `If-Match`: the caller's view must still have that entity tag, in one of its two forms."""
    header = request.headers.get("If-Match")
    if header is None:
        return None

    def precondition(match: Match) -> bool:
        current, language = access._replace(match=match), language_for(request)
        return any(matches(header, named_view(current, language, faces=faces).etag) for faces in (None, "ids"))

    return precondition
