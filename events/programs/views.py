"""Bots that programs play: their accounts and tokens, and the decisions that they lease."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote

import msgspec
from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from events.base.clock import now_ms, rfc3339
from events.base.exceptions import Forbidden, NotFound, StalePrompt
from events.base.scopes import BOT
from events.http.answers import holders, json_response
from events.http.fields import EmptyInput
from events.http.pagination import CursorPages
from events.http.query_params import CURSOR, LIMIT
from events.http.resource import Resource, responses, sent
from events.http.waits import offer
from events.log.access import access_to
from events.matches.table.leases import Lease, decision_topics, decisions_lease, next_decision_ms
from events.matches.views.table import legal_moves, named_view
from events.models import Player
from events.people.bots import bot_line, bot_lines, bots
from events.people.services import token_json
from events.people.shapes import BotOut, TokenOut
from events.programs.services import bot_create, bot_token_create, bot_update
from events.programs.shapes import BotChanges, BotInput, BotList, LeaseInput, LeaseList, NewBotOut

LISTED = 100  # legal moves of a decision, as `GET /matches/{id}/legal-moves` lists them
SECONDS = 30


class Bots(Resource):
    for_persons = frozenset({"POST"})
    known = ("limit", "cursor")

    @extend_schema(
        operation_id="bots", auth=[{}, {"bearer": []}], parameters=[LIMIT, CURSOR],
        responses=responses(BotList), summary="The bots that programs play",
    )  # fmt: skip
    def get(self, request: Request) -> HttpResponse:
        """Lists the accounts of bots with their owners and levels, the newest first."""
        pages = CursorPages()
        lines = bot_lines(pages.paginate_queryset(bots(), request))
        return json_response({"items": lines, "next": pages.get_next_link()})

    @extend_schema(
        operation_id="bot_create", request=BotInput, responses=sent(NewBotOut, "too_many_bots"),
        summary="Create the account of a bot",
    )  # fmt: skip
    def post(self, request: Request) -> HttpResponse:
        """Creates an account for a program of yours, and a token with the scope `bot`, with which the program plays.

        In `POST /matches`, `{"kind": "bot", "player": name}` seats it. It joins no rated matches.
        """
        owner, body = self.player(request), self.body(BotInput, request)
        bot, token = bot_create(
            owner=owner, name=body["name"], level=body["level"], games=body.get("games"),
            is_open=body.get("open", True), password=body.get("password"),
        )  # fmt: skip
        response = json_response({**bot_line(bot), "token": token}, 201)
        response["Location"] = f"/api/v1/players/{quote(bot.player.name)}"
        return response


class BotDetail(Resource):
    for_persons = True

    @extend_schema(
        operation_id="bot_update", request=BotChanges, responses=sent(BotOut, status=200), summary="Change your bot"
    )
    def patch(self, request: Request, name: str) -> HttpResponse:
        """Changes the members that are sent and leaves the others unchanged."""
        owner, changes = self.player(request), self.body(BotChanges, request)
        return json_response(bot_line(bot_update(owner=owner, name=name, changes=changes)))


class BotTokens(Resource):
    for_persons = True

    @extend_schema(
        operation_id="bot_token_create",
        request=EmptyInput,
        responses=sent(TokenOut),
        summary="A token for your bot",
    )
    def post(self, request: Request, name: str) -> HttpResponse:
        """Creates a further token with the scope `bot` for a bot of yours."""
        owner = self.player(request)
        self.body(EmptyInput, request)
        text, token = bot_token_create(owner=owner, name=name)
        return json_response(token_json(text, token), 201)


class BotDecisions(Resource):
    scopes = {"POST": frozenset({BOT})}

    @extend_schema(
        operation_id="bot_decisions", request=LeaseInput, responses=sent(LeaseList, status=200),
        summary="Lease decisions of your bot",
    )  # fmt: skip
    def post(self, request: Request) -> HttpResponse:
        """Leases the decisions that have waited longest, each with the view of its seat and the legal moves.

        `POST /matches/{id}/moves` answers one, with its `lease`. What is not answered in time is handed out again. With
        `wait`, an empty list comes only when the time is up, or with `Retry-After` if you have too many waits.
        """
        player, body = self.player(request), self.body(LeaseInput, request)
        if not player.is_bot:
            raise Forbidden(text="not_a_bot")
        leases = decisions_lease(
            player=player, most=body.get("max", 1), seconds=body.get("seconds", SECONDS), passed=body.get("passed", ())
        )
        items = [item for lease in leases for item in _decision(request, player, lease)]
        if not items and (wait := body.get("wait", 0)):
            _wait(request, player, wait)
        return json_response({"items": items, "next": None})


def _decision(request: Request, player: Player, lease: Lease) -> Iterator[Mapping[str, Any]]:
    """Yields a leased decision with all that a policy needs; nothing if it was answered in the meantime."""
    try:
        access = access_to(lease.match, player)
        moves = legal_moves(request, access, lease.prompt, LISTED)
    except (StalePrompt, NotFound):
        return
    view = named_view(request, access)
    yield {
        "match": str(lease.match), "game": access.match.game, "seat": lease.seat, "prompt": lease.prompt,
        "required": lease.required, "lease": str(lease.token), "lease_until": rfc3339(lease.until_ms),
        "view": msgspec.Raw(view.content), "legal_moves": msgspec.Raw(moves.content),
    }  # fmt: skip


def _wait(request: Request, player: Player, seconds: int) -> None:
    """Permits the server to delay an empty list until something happens, or a decision that has to wait is ready."""
    at_ms = next_decision_ms(player)
    if at_ms is not None:
        seconds = min(seconds, max(1, -((now_ms() - at_ms) // 1000)))
    offer(request.META, seconds, holders(request), decision_topics(player))
