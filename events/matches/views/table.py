"""The table: the view of the caller, their legal moves, and playing a move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from events.base.caches import CACHED_MATCHES, LeastRecentlyUsed
from events.base.exceptions import Fault, Malformed
from events.base.scopes import READING, SEATED
from events.base.woven import Spans, marked
from events.http.answers import (
    Rendered,
    accepts_gzip,
    conditional,
    encode,
    json_response,
    matches,
    rendered_once,
    whole,
)
from events.http.auth import language_for
from events.http.parsers import MOVE_BODY_LIMIT
from events.http.query_params import WAIT, query_choice, query_int, query_text
from events.http.resource import Resource, answered, idempotency_key, responses, revalidated, written
from events.http.translations import TEXTS
from events.log.access import Access, Viewer, seated, viewer_for
from events.log.idempotency import Reply
from events.log.states import game_of
from events.matches.record.cooldowns import seconds_until
from events.matches.record.table_views import Choices, has_sealed_prompt, own_answers, table_view
from events.matches.shapes.moves import LegalMovesOut, MoveInput, PlayedOut, TriedOut, TryInput
from events.matches.shapes.table import ViewOut
from events.matches.table.leases import leased_move_submit
from events.matches.table.legal_moves import legal_moves_json, templates_json
from events.matches.table.moves import Submission, move_submit
from events.matches.table.prompts import MOST_LISTED, Legal, prompts_of
from events.matches.table.sentences import outcome_of, refusal_json
from events.matches.table.titles import described, face_names
from events.models import Match
from games import registry
from games.kernel.state import Move

AS = OpenApiParameter("as", str, description="`me`, `spectator`, `seat:<n>` or `omniscient`; the last two by right.")
FACES = OpenApiParameter(
    "faces", str, enum=["ids"],
    description="`ids`: leave out the name of each face, and the printed values that `GET /games/{game}` lists.",
)  # fmt: skip
MOST_SEQ = 2**53 - 1


def named_view(
    request: Request,
    access: Access,
    viewer_name: str | None = None,
    at: int | None = None,
    faces: str | None = None,
    *,
    is_compressed: bool = False,
) -> Rendered:
    """Returns the view, with every face labelled in the caller's language.

    It depends on the head of the log and on the viewer's own sealed answers, and is rendered once for these.
    faces: `ids` leaves out the labels, and all that `GET /games/{game}` says of a face too. is_compressed: also as
    gzip, which takes a second view: that of everybody.
    """
    match, viewer, language = access.match, viewer_for(access, viewer_name), language_for(request)
    may_change = at is None and has_sealed_prompt(match)  # by an answer, which is no event
    answers = own_answers(match, viewer) if may_change else {}
    place = (match.pk, bytes(match.head_hash), at, faces, language)

    def shown(viewer: Viewer, answers: Mapping[int, Any]) -> dict[str, Any]:
        return _labelled(match, table_view(match, viewer, at, answers), faces, language)

    def mark(view: dict[str, Any]) -> tuple[bytes, Spans]:
        everybodys = _everybodys.get(place)
        if everybodys is None:
            everybodys = view if viewer == Viewer(None) else shown(Viewer(None), {})
            _everybodys.put(place, everybodys)
        return marked(view, {**everybodys, "viewer": view["viewer"]})

    key = ("view", *place, viewer, encode(answers))
    body = rendered_once(key, lambda: shown(viewer, answers), mark=mark if is_compressed else None)
    return body._replace(is_cacheable=False) if may_change else body


_everybodys: LeastRecentlyUsed[dict[str, Any]] = LeastRecentlyUsed(CACHED_MATCHES)
"""What everybody sees of a table, beside which the rest of a view is the viewer's own."""


def _labelled(match: Match, view: dict[str, Any], faces: str | None, language: str) -> dict[str, Any]:
    """Returns a view with its members in the order of the log, and its faces as a client asks for them."""
    view["public"] = {name: in_order(value) for name, value in view["public"].items()}
    view["prompts"] = [{**prompt, "data": in_order(prompt["data"])} for prompt in view["prompts"]]
    if faces == "ids":
        shown = described(registry.get(match.game), "en")["faces"]
        return {**view, "faces": faces_beside(view["faces"], shown)}
    names = face_names(game_of(match), language)
    for face in view["faces"].values():
        face["name"] = names.get(face["face"], face["face"])
    return view


def in_order(value: Any) -> Any:
    """Returns a value with the members of its objects in the order in which the log has them, which is sorted.

    A process that has played a match still has them as the rules made them, and would send other bytes.

    >>> in_order([{"seat": 1, "cards": {"b": 2, "a": 1}}])
    [{'cards': {'a': 1, 'b': 2}, 'seat': 1}]
    """
    if isinstance(value, Mapping):
        return {name: in_order(value[name]) for name in sorted(value)}
    return [in_order(item) for item in value] if isinstance(value, list | tuple) else value


def faces_beside(faces: Mapping[str, Any], shown: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the faces by card with their keys, and with those printed values that differ from what is shown.

    shown: what a client knows of each face already.

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


class View(Resource):
    known = ("at", "as", "faces", "wait")

    @property
    def limit_scopes(self) -> tuple[str, ...]:
        """Returns a stricter limit for tables of the past, which are computed from the log."""
        return ("general", "past") if "at" in self.request.query_params else ("general",)

    @extend_schema(
        operation_id="view", auth=[{}, {"bearer": []}], responses=revalidated(ViewOut, "forbidden"),
        summary="The table as you may see it",
        parameters=[OpenApiParameter("at", int, description="The table after that event of the log."), AS, FACES, WAIT],
    )  # fmt: skip
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Returns the table now or after a past event; `null` is a card whose face you cannot see."""
        at = query_int(request, "at", None, 0, MOST_SEQ)
        viewer_name, wait = query_text(request, "as"), query_int(request, "wait", 0, 0, 30) or 0
        faces = query_choice(request, "faces", ("ids",))
        is_compressed = accepts_gzip(request)

        def render() -> Rendered:
            access = self.access_to_log(request, match_id)
            return named_view(request, access, viewer_name, at, faces, is_compressed=is_compressed)

        return conditional(request, wait, render)


class LegalMoves(Resource):
    scopes = {"POST": READING}
    known = ("limit", "prompt", "wait")
    limit_scopes = ("general", "legal_moves")
    body_limit = MOVE_BODY_LIMIT

    @extend_schema(
        operation_id="legal_moves", responses=revalidated(LegalMovesOut, "not_seated", "stale_prompt"),
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
            request, wait, lambda: legal_moves(request, self.access_to(request, match_id), prompt, limit or 0)
        )

    @extend_schema(
        operation_id="legal_moves_try", request=TryInput, summary="Check a move without playing it",
        responses=responses(
            TriedOut, "not_seated", "stale_prompt", "unsupported_media_type", "payload_too_large"
        ),
    )  # fmt: skip
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Checks a move, possibly with missing arguments, without playing it, and returns what remains to choose.

        With a `card` instead of a verb, returns why that card cannot be used.
        """
        self.player(request)
        body = self.body(TryInput, request)
        if "card" not in body and "verb" not in body:
            raise Malformed(Fault("/verb", "required"))
        if "card" in body and body.keys() & {"verb", "args"}:
            raise Malformed(Fault("/card", "verb_or_card"))
        access = self.access_to(request, match_id)
        decision = _decision_of(access, body.get("prompt"))
        if "card" in body:
            return json_response(_against(request, decision, body["card"]))
        return json_response(_tried(request, decision, Move(body["verb"], body.get("args", {}))))


def _decision_of(access: Access, prompt: int | None) -> Choices:
    """Returns what the caller may do. Raises NotSeated, or StalePrompt for a prompt not open to their seat."""
    decision = Choices(access.match, seated(access), prompt)
    if prompt is not None:
        decision.require_open()
    return decision


def legal_moves(request: Request, access: Access, prompt: int | None, limit: int) -> Rendered:
    """Returns what a seat can choose. It depends on the head of the log, and is rendered once for it.

    Raises NotSeated, or StalePrompt for a prompt that is not open to the seat.
    """
    match, seat = access.match, seated(access)
    key = ("legal-moves", match.pk, bytes(match.head_hash), seat, prompt, limit, language_for(request))
    mark = whole if accepts_gzip(request) else None
    return rendered_once(key, lambda: _legal_moves_now(request, access, prompt, limit), _nothing_cools_down, mark)


def _nothing_cools_down(legal: Mapping[str, Any]) -> bool:
    """Returns whether legal moves stay as they are until the next event: no verb becomes available by itself."""
    return not any("available_at" in template for template in legal["templates"])


def _legal_moves_now(request: Request, access: Access, prompt: int | None, limit: int) -> dict[str, Any]:
    decision = _decision_of(access, prompt)
    return {**decision.head(), **legal_moves_json(decision, language_for(request), limit)}


def _tried(request: Request, decision: Choices, move: Move) -> dict[str, Any]:
    """Returns whether a move is legal as it is, and what remains to choose or why nothing does."""
    rests = [template.left(move.args) for template in decision.moves.of(move.verb)]
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
    """Returns why a card of the caller cannot be used. Raises Malformed if it is no card of theirs that they see."""
    if not decision.owns(card):
        raise Malformed(Fault("/card", "not_an_option"))
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
    """Returns why a legal verb cannot be played yet; empty if it can."""
    if verb not in decision.available_ms:
        return []
    texts = TEXTS[language_for(request)]
    seconds = seconds_until(decision.match, decision.available_ms[verb])
    facts = {"seconds": seconds}
    detail = texts.fault("cools_down", facts)
    return [{"pointer": "/verb", "code": "cools_down", "detail": detail, "params": facts, "reason": None}]


class Wish(NamedTuple):
    """What the reply to a move has beside the move. faces: as for a view; legal: how many moves are listed.

    view: whether it has the view; legal: None: no open prompts.
    """

    view: bool
    faces: str | None
    legal: int | None

    @classmethod
    def of(cls, request: Request) -> Wish:
        """Returns what the query asks for. Raises Malformed."""
        view, legal = query_int(request, "view", 0, 0, 1), query_int(request, "legal", None, 0, MOST_LISTED)
        return cls(view == 1, query_choice(request, "faces", ("ids",)), legal)


class Moves(Resource):
    known_to_post = ("view", "faces", "legal")
    scopes = {"POST": SEATED}
    limit_scopes = ("general", "moves")
    body_limit = MOVE_BODY_LIMIT

    @extend_schema(
        operation_id="move_submit", request=MoveInput, summary="Play a move",
        responses=written(
            PlayedOut, "not_seated", "match_not_running", "match_over", "stale_prompt", "stale_offer",
            "cooling_down", "illegal_move", "precondition_failed",
        ),
        parameters=[
            OpenApiParameter("view", int, enum=[0, 1], description="1: the reply has your view after the move."), FACES,
            OpenApiParameter(
                "legal", int,
                description="0 to 100: the reply has your open prompts after the move, each with that many legal moves."
            ),
        ],
    )  # fmt: skip
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Plays a move that answers a prompt. A sealed answer has no event yet: `seq` is null.

        With `?view=1` and `?legal=` the reply has what a client needs next. A repeated request receives the reply to
        the move again, and beside it the view and the legal moves of now.
        """
        player, wish = self.player(request), Wish.of(request)
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
        return answered(self._with(wish, reply, request, access))

    def _with(self, wish: Wish, reply: Reply, request: Request, access: Access) -> Reply:
        """Returns the reply to a move with the table as the move has left it, or, if it is repeated, as it is now."""
        if not wish.view and wish.legal is None:
            return reply
        after = access._replace(match=reply.match) if reply.match else self.access_to(request, access.match.pk)
        beside: dict[str, Any] = {}
        if wish.view:
            beside["view"] = msgspec.Raw(named_view(request, after, faces=wish.faces).content)
        if wish.legal is not None:
            beside["legal"] = prompts_of(after.match, seated(after), Legal(wish.legal, language_for(request)))
        return reply._replace(body={**reply.body, **beside})


def _precondition(request: Request, access: Access) -> Any:
    """Returns the check that `If-Match` requires: the caller's view must still have that entity tag, in either form."""
    header = request.headers.get("If-Match")
    if header is None:
        return None

    def precondition(match: Match) -> bool:
        current = access._replace(match=match)
        return any(matches(header, named_view(request, current, faces=faces).etag) for faces in (None, "ids"))

    return precondition
