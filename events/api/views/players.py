"""Signing up, signing in, and the caller's profile."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth import update_session_auth_hash
from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from events.api import auth, schemas
from events.api.http import json_response
from events.api.inputs import PlayerInput, ProfileInput, SignInInput
from events.api.throttles import PASSWORD, spend
from events.api.translations import language_of
from events.api.views.resource import Resource, responses, written
from events.models import Player, Token
from events.player_names import skeleton
from events.services.players import player_create, profile_update, sign_in, token_revoke


def _time(moment: Any) -> str:
    return str(moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ"))


class Players(Resource):
    limit_scopes = ("sign_up",)

    @extend_schema(
        operation_id="player_create", auth=[], request=PlayerInput, responses=written(schemas.PlayerOut),
        summary="Sign up, with a password or as a guest",
    )  # fmt: skip
    def post(self, request: Request) -> HttpResponse:
        """Creates a player and signs them in. Without a password they are a guest, whose only access is the token."""
        body = self.body(PlayerInput, request)
        player, token = player_create(
            name=body["name"], password=body.get("password"), email=body.get("email"),
            language=language_of(request.headers.get("Accept-Language", "")),
        )  # fmt: skip
        return json_response({"id": str(player.pk), "name": player.name, "token": token}, 201)


class Tokens(Resource):
    @property
    def limit_scopes(self) -> tuple[str, ...]:
        """Returns a stricter limit for signing in."""
        return ("sign_in",) if self.request.method == "POST" else ("general",)

    @extend_schema(operation_id="token_list", responses=responses(schemas.TokenList), summary="Your tokens")
    def get(self, request: Request) -> HttpResponse:
        """Lists your tokens, without their text, which only the response that creates one contains."""
        player = self.player(request)
        tokens = Token.objects.filter(player=player).order_by("-created_at")
        items = [
            {
                "id": str(token.pk), "created_at": _time(token.created_at), "expires_at": _time(token.expires_at),
                "current": request.auth is not None and token.pk == request.auth.pk,
            }
            for token in tokens
        ]  # fmt: skip
        return json_response({"items": items, "next": None})

    @extend_schema(
        operation_id="token_create", auth=[], request=SignInInput, responses=written(schemas.TokenOut),
        summary="Sign in",
    )  # fmt: skip
    def post(self, request: Request) -> HttpResponse:
        """Creates a token for a name and its password."""
        body = self.body(SignInInput, request)
        spend(request, PASSWORD, skeleton(body["name"]))
        text, token = sign_in(name=body["name"], password=body["password"])
        return json_response({"token": text, "expires_at": _time(token.expires_at)}, 201)

    @extend_schema(operation_id="token_revoke_current", responses=responses(None, status=204), summary="Sign out")
    def delete(self, request: Request) -> HttpResponse:
        """Revokes the token of this request."""
        player = self.player(request)
        if request.auth is not None:
            auth.forget(bytes(request.auth.digest))
            token_revoke(player=player, token_id=request.auth.pk)
        return HttpResponse(status=204)


class TokenDetail(Resource):
    @extend_schema(operation_id="token_revoke", responses=responses(None, status=204), summary="Revoke a token")
    def delete(self, request: Request, token_id: UUID) -> HttpResponse:
        """Revokes one of your own tokens."""
        player = self.player(request)
        token = Token.objects.filter(player=player, pk=token_id).first()
        if token is not None:
            auth.forget(bytes(token.digest))
        token_revoke(player=player, token_id=token_id)
        return HttpResponse(status=204)


class Me(Resource):
    @extend_schema(operation_id="me", responses=responses(schemas.Profile), summary="Your profile")
    def get(self, request: Request) -> HttpResponse:
        """Returns your profile, including what only you can see."""
        return json_response(_profile(Player.objects.get(pk=self.player(request).pk)))

    @extend_schema(
        operation_id="me_update", request=ProfileInput, responses=written(schemas.Profile, status=200),
        summary="Change your profile",
    )  # fmt: skip
    def patch(self, request: Request) -> HttpResponse:
        """Changes the members that are sent and leaves the others unchanged.

        A new `password` requires the current one in `current_password`, unless you are a guest, who has none; it
        revokes all your other tokens.
        """
        player, changes = self.player(request), self.body(ProfileInput, request)
        if "password" in changes:
            spend(request, PASSWORD, player.name_key)
        player = profile_update(player=player, token=request.auth, changes=changes)
        if "password" in changes:
            auth.forget_player(player.pk)
            if request.auth is None:  # signed in by a session, which remains valid
                update_session_auth_hash(request, player)
        return json_response(_profile(player))


def _profile(player: Player) -> dict[str, Any]:
    return {
        "id": str(player.pk), "name": player.name, "email": player.email, "language": player.language,
        "guest": not player.has_usable_password(), "notifications": player.notifications,
        "created_at": _time(player.created_at),
    }  # fmt: skip
