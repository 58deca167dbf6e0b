"""Passkeys: making and keeping them, and signing in with one."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from events.base.scopes import READING
from events.http.answers import json_response, no_content
from events.http.fields import EmptyInput
from events.http.resource import Resource, responses, sent
from events.http.throttles import PASSWORD, network_of, spend
from events.passkeys.ceremonies import authentication_options, registration_options
from events.passkeys.services import (
    may_add,
    passkey_add,
    passkey_line,
    passkey_remove,
    passkey_rename,
    passkey_sign_in,
)
from events.passkeys.shapes import (
    PasskeyInput,
    PasskeyList,
    PasskeyNameInput,
    PasskeyOptionsOut,
    PasskeyOut,
    PasskeySignInInput,
)
from events.people.services import token_json
from events.people.shapes import TokenOut


class Passkeys(Resource):
    for_persons = True

    @extend_schema(operation_id="passkey_list", responses=responses(PasskeyList, "forbidden"), summary="Your passkeys")
    def get(self, request: Request) -> HttpResponse:
        """Lists your passkeys, the newest first."""
        passkeys = self.player(request).passkeys.order_by("-created_at")
        return json_response({"items": [passkey_line(passkey) for passkey in passkeys], "next": None})

    @extend_schema(
        operation_id="passkey_add", request=PasskeyInput, responses=sent(PasskeyOut, "too_many_passkeys"),
        summary="Add a passkey",
    )  # fmt: skip
    def post(self, request: Request) -> HttpResponse:
        """Stores a passkey that your device has made for the options of `POST /me/passkey-options`."""
        player, body = self.player(request), self.body(PasskeyInput, request)
        spend(request, PASSWORD, f"passkeys of {player.pk}")
        passkey = passkey_add(player=player, token=request.auth, name=body.pop("name"), answer=body)
        return json_response(passkey_line(passkey), 201)


class PasskeyDetail(Resource):
    for_persons = True

    @extend_schema(
        operation_id="passkey_rename", request=PasskeyNameInput, responses=sent(PasskeyOut, status=200),
        summary="Rename a passkey",
    )  # fmt: skip
    def patch(self, request: Request, passkey_id: UUID) -> HttpResponse:
        """Gives a passkey of yours another name."""
        player, name = self.player(request), self.body(PasskeyNameInput, request)["name"]
        return json_response(passkey_line(passkey_rename(player=player, passkey_id=passkey_id, name=name)))

    @extend_schema(operation_id="passkey_remove", responses=responses(None, status=204), summary="Remove a passkey")
    def delete(self, request: Request, passkey_id: UUID) -> HttpResponse:
        """Removes a passkey of yours: it signs nobody in any more. Tokens that it has made stay."""
        passkey_remove(player=self.player(request), passkey_id=passkey_id)
        return no_content()


class OwnOptions(Resource):
    for_persons = True

    @extend_schema(
        operation_id="passkey_add_options", request=EmptyInput, responses=sent(PasskeyOptionsOut),
        summary="What a device is asked for, to add a passkey",
    )  # fmt: skip
    def post(self, request: Request) -> HttpResponse:
        """Returns what your device needs to make a passkey.

        If you have a password or a passkey, sign in at most ten minutes before.
        """
        player = self.player(request)
        self.body(EmptyInput, request)
        spend(request, PASSWORD, f"passkey options of {player.pk}")
        may_add(player, request.auth)
        return json_response({"public_key": registration_options(player)}, 201)


class Options(Resource):
    scopes = {"POST": READING}
    for_persons = True
    limit_scopes = ("sign_in",)

    @extend_schema(
        operation_id="passkey_options", auth=[], request=EmptyInput, responses=sent(PasskeyOptionsOut),
        summary="What a device is asked for, to sign in",
    )  # fmt: skip
    def post(self, request: Request) -> HttpResponse:
        """Returns what any device needs to sign somebody in. It names nobody: a device knows whose passkeys it has."""
        self.body(EmptyInput, request)
        return json_response({"public_key": authentication_options()}, 201)


class Tokens(Resource):
    scopes = {"POST": READING}
    for_persons = True
    limit_scopes = ("sign_in",)

    @extend_schema(
        operation_id="passkey_sign_in", auth=[], request=PasskeySignInInput, responses=sent(TokenOut),
        summary="Sign in with a passkey",
    )  # fmt: skip
    def post(self, request: Request) -> HttpResponse:
        """Creates a token for what a device has signed. Whatever is wrong with it is the same 401."""
        body = self.body(PasskeySignInInput, request)
        spend(request, PASSWORD, f"passkey {body['id']}")
        choice = {"scopes": body.pop("scopes", None), "label": body.pop("label", ""), "network": network_of(request)}
        text, token = passkey_sign_in(answer=body, **choice)
        response = json_response(token_json(text, token), 201)
        response["Location"] = f"/api/v1/tokens/{token.pk}"
        return response
