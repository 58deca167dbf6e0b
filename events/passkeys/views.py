"""The views to create and manage passkeys, and to sign in with a passkey."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from events.base.scopes import READING
from events.http.answers import json_response, no_content
from events.http.auth import token_of
from events.http.fields import EmptyInput
from events.http.openapi.headers import LOCATION
from events.http.resource import Resource, responses, sent, written
from events.http.throttles import PASSWORD, network_of, spend
from events.log.idempotency import Reply
from events.passkeys.ceremonies import authentication_options, registration_options
from events.passkeys.serializers import (
    PasskeyInput,
    PasskeyList,
    PasskeyNameInput,
    PasskeyOptionsOut,
    PasskeyOut,
    PasskeySignInInput,
)
from events.passkeys.services import (
    may_add,
    passkey_add,
    passkey_line,
    passkey_remove,
    passkey_rename,
    passkey_sign_in,
)
from events.users.serializers import TokenOut
from events.users.services import token_json


class Passkeys(Resource):
    for_persons = True

    @extend_schema(responses=responses(PasskeyList, "forbidden"), summary="Your passkeys")
    def get(self, request: Request) -> HttpResponse:
        """Lists your passkeys, the newest first."""
        passkeys = self.player(request).passkeys.order_by("-created_at")
        return json_response({"items": [passkey_line(passkey) for passkey in passkeys], "next": None})

    @extend_schema(
        request=PasskeyInput,
        responses=written(PasskeyOut, "too_many_passkeys"),
        summary="Add a passkey",
    )
    def post(self, request: Request) -> HttpResponse:
        """Stores a passkey that your device has created for the options of `POST /me/passkey-options`."""
        player, body = self.player(request), self.body(PasskeyInput, request)
        spend(request, PASSWORD, f"passkeys of {player.pk}")
        name = body.pop("name")

        def add() -> Reply:
            return Reply(201, passkey_line(passkey_add(player=player, token=token_of(request), name=name, answer=body)))

        return self.once(request, add)


class PasskeyDetail(Resource):
    for_persons = True

    @extend_schema(
        request=PasskeyNameInput,
        responses=sent(PasskeyOut, status=200),
        summary="Rename a passkey",
    )
    def patch(self, request: Request, passkey_id: UUID) -> HttpResponse:
        """Renames your passkey."""
        player, name = self.player(request), self.body(PasskeyNameInput, request)["name"]
        return json_response(passkey_line(passkey_rename(player=player, passkey_id=passkey_id, name=name)))

    @extend_schema(responses=responses(None, status=204), summary="Remove a passkey")
    def delete(self, request: Request, passkey_id: UUID) -> HttpResponse:
        """Removes your passkey, so it can no longer be used to sign in. Tokens from earlier sign-ins remain valid.

        Sign in at most ten minutes before.
        """
        passkey_remove(player=self.player(request), token=token_of(request), passkey_id=passkey_id)
        return no_content()


class OwnOptions(Resource):
    for_persons = True

    @extend_schema(
        request=EmptyInput,
        responses=sent(PasskeyOptionsOut),
        summary="Options for a device that adds a passkey",
    )
    def post(self, request: Request) -> HttpResponse:
        """Returns the options with which your device creates a passkey.

        If you have a password or a passkey, sign in at most ten minutes before.
        """
        player = self.player(request)
        self.body(EmptyInput, request)
        spend(request, PASSWORD, f"passkey options of {player.pk}")
        may_add(player, token_of(request))
        return json_response({"public_key": registration_options(player)}, 201)


class PasskeyOptions(Resource):
    scopes = {"POST": READING}
    for_persons = True
    limit_scopes = ("sign_in",)

    @extend_schema(
        auth=[],
        request=EmptyInput,
        responses=sent(PasskeyOptionsOut),
        summary="Options for a device that signs in",
    )
    def post(self, request: Request) -> HttpResponse:
        """Returns the options with which a device signs a player in.

        The options name no player, because the device knows the players of its passkeys.
        """
        self.body(EmptyInput, request)
        return json_response({"public_key": authentication_options()}, 201)


class PasskeyTokens(Resource):
    scopes = {"POST": READING}
    for_persons = True
    limit_scopes = ("sign_in",)

    @extend_schema(
        auth=[],
        request=PasskeySignInInput,
        responses=sent(TokenOut),
        summary="Sign in with a passkey",
        parameters=[LOCATION],
    )
    def post(self, request: Request) -> HttpResponse:
        """Creates a token for the signed answer of a device. Every error gives the same response with status 401."""
        body = self.body(PasskeySignInInput, request)
        spend(request, PASSWORD, f"passkey {body['id']}")
        choice = {"scopes": body.pop("scopes", None), "label": body.pop("label", ""), "network": network_of(request)}
        text, token = passkey_sign_in(answer=body, **choice)
        response = json_response(token_json(text, token), 201)
        response["Location"] = f"/api/v1/tokens/{token.pk}"
        return response
