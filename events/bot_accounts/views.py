"""The views of bots that programs play: their accounts and tokens, and the decisions that they lease."""

from __future__ import annotations

from urllib.parse import quote
from uuid import uuid4

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from events.base.exceptions import Forbidden
from events.base.scopes import BOT
from events.bot_accounts.leases import LeaseSource, decisions
from events.bot_accounts.serializers import BotChanges, BotInput, BotList, LeaseInput, LeaseList, NewBotOut
from events.bot_accounts.services import bot_create, bot_token_create, bot_update
from events.http.answers import holders, json_response
from events.http.auth import BearerAuthentication, language_for
from events.http.fields import EmptyInput
from events.http.openapi.headers import LOCATION
from events.http.openapi.security import WITH_OR_WITHOUT_TOKEN
from events.http.pagination import CursorPages
from events.http.query_params import CURSOR, LIMIT, query_int
from events.http.resource import Resource, responses, sent
from events.matches.table.leases import decisions_lease, matches_ended
from events.streams.streams import Opening
from events.streams.views import Stream, format_for, listener_of, stream_response, streamed
from events.users.bots import bot_line, bot_lines, bots
from events.users.models import Player
from events.users.serializers import BotOut, TokenOut
from events.users.services import token_json

SECONDS = 30  # the default length of a lease


class Bots(Resource):
    for_persons = frozenset({"POST"})
    known = ("limit", "cursor")

    @extend_schema(
        auth=WITH_OR_WITHOUT_TOKEN,
        parameters=[LIMIT, CURSOR],
        responses=responses(BotList),
        summary="The accounts of bots",
    )
    def get(self, request: Request) -> HttpResponse:
        """Lists the accounts of bots with their owners and levels, the newest first."""
        pages = CursorPages()
        lines = bot_lines(pages.rows_of(bots(), request))
        return json_response({"items": lines, "next": pages.get_next_link()})

    @extend_schema(
        request=BotInput,
        responses=sent(NewBotOut, "too_many_bots"),
        summary="Create the account of a bot",
        parameters=[LOCATION],
    )
    def post(self, request: Request) -> HttpResponse:
        """Creates an account for your program, and a token with the scope `bot`, with which the program plays.

        In `POST /matches`, `{"kind": "bot", "player": name}` seats the bot. It can join no rated matches.
        """
        owner, body = self.player(request), self.body(BotInput, request)
        bot, token = bot_create(
            owner=owner,
            name=body["name"],
            level=body["level"],
            games=body.get("games"),
            is_open=body.get("open", True),
            password=body.get("password"),
        )
        response = json_response({**bot_line(bot), "token": token}, 201)
        response["Location"] = f"/api/v1/players/{quote(bot.player.name)}"
        return response


class BotDetail(Resource):
    for_persons = True

    @extend_schema(request=BotChanges, responses=sent(BotOut, status=200), summary="Change your bot")
    def patch(self, request: Request, name: str) -> HttpResponse:
        """Changes the members that are sent and leaves the others unchanged."""
        owner, changes = self.player(request), self.body(BotChanges, request)
        return json_response(bot_line(bot_update(owner=owner, name=name, changes=changes)))


class BotTokens(Resource):
    for_persons = True

    @extend_schema(
        request=EmptyInput,
        responses=sent(TokenOut),
        summary="Create a token for your bot",
    )
    def post(self, request: Request, name: str) -> HttpResponse:
        """Creates another token with the scope `bot` for one of your bots."""
        owner = self.player(request)
        self.body(EmptyInput, request)
        text, token = bot_token_create(owner=owner, name=name)
        return json_response(token_json(text, token), 201)


class BotDecisions(Resource):
    scopes = {"POST": frozenset({BOT})}

    @extend_schema(
        request=LeaseInput,
        responses=sent(LeaseList, status=200),
        summary="Lease decisions of your bot",
    )
    def post(self, request: Request) -> HttpResponse:
        """Leases the decisions that have waited longest, each with the view of its seat and the legal moves.

        `POST /matches/{id}/moves` answers a decision, with its `lease`. When a lease expires, the decision can be
        leased again.
        """
        player, body = self.player(request), self.body(LeaseInput, request)
        _require_bot(player)
        leases = decisions_lease(
            player=player,
            most=body.get("max", 1),
            seconds=body.get("seconds", SECONDS),
            passed=body.get("passed", ()),
        )
        items = decisions(player, leases, language_for(request))
        return json_response({"items": items, "ended": matches_ended(player, body.get("playing", ())), "next": None})


class BotDecisionStream(Stream):
    authentication_classes = (BearerAuthentication,)
    scopes = {"GET": frozenset({BOT})}
    known = ("max", "seconds")

    @extend_schema(
        parameters=[
            OpenApiParameter("max", int, description="The maximum number of your leases, 1 to 16; by default 1."),
            OpenApiParameter("seconds", int, description="The length of a lease in seconds, 5 to 120; by default 30."),
        ],
        summary="Stream decisions of your bot as they become ready",
        responses=streamed("`decision`: leased to the reader of this stream.", {"decision": "LeaseOut"}),
    )
    def get(self, request: Request) -> HttpResponse:
        """Leases decisions as `POST /bots/decisions` does, and sends each decision when it is ready.

        Another decision is sent when you have answered or passed one, or its lease has expired. The stream has no ids:
        a lease that you did not receive expires, and then the decision can be leased again.
        """
        _require_bot(self.player(request))
        most, seconds = query_int(request, "max", 1, 1, 16), query_int(request, "seconds", SECONDS, 5, 120)
        source = LeaseSource(most or 1, seconds or SECONDS, language_for(request))
        topic, counted = f"leases:{uuid4()}", tuple(holders(request))
        return stream_response(request, Opening(topic, source, listener_of(request), -1, counted, format_for(request)))


def _require_bot(player: Player) -> None:
    """Raises Forbidden unless the player is a bot."""
    if not player.is_bot:
        raise Forbidden(text="not_a_bot")
