"""Confirming an e-mail address, and a way back to an account by e-mail."""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from events.accounts.shapes import AddressInput, LinkInput, RecoveryInput
from events.base.scopes import READING
from events.http import auth
from events.http.answers import no_content
from events.http.fields import EmptyInput
from events.http.resource import Resource, sent
from events.http.throttles import LETTERS, spend, spend_hash
from events.oauth.services import codes_end
from events.people.account_mail import address_confirm, confirmation_request, password_recover, recovery_request


class Confirmation(Resource):
    for_persons = True

    @extend_schema(
        operation_id="confirmation_request", request=EmptyInput, responses=sent(None, status=204),
        summary="Have a link sent to your address",
    )  # fmt: skip
    def post(self, request: Request) -> HttpResponse:
        """Sends a link to your e-mail address again, unless you have confirmed it; a new address gets one by itself."""
        player = self.player(request)
        self.body(EmptyInput, request)
        spend(request, LETTERS, player.email or "")
        confirmation_request(player=player)
        return no_content()


class Confirmations(Resource):
    scopes = {"POST": READING}
    limit_scopes = ("sign_in",)

    @extend_schema(
        operation_id="address_confirm", auth=[], request=LinkInput, responses=sent(None, status=204),
        summary="Confirm an address",
    )  # fmt: skip
    def post(self, request: Request) -> HttpResponse:
        """Confirms the address to which a link was sent. A link works once, for two days; another one is not found."""
        player = address_confirm(token=self.body(LinkInput, request)["token"])
        auth.forget_player(player.pk)
        return no_content()


class Recoveries(Resource):
    scopes = {"POST": READING}
    limit_scopes = ("sign_in",)

    @extend_schema(
        operation_id="recovery_request", auth=[], request=AddressInput, responses=sent(None, status=204),
        summary="Ask for a way back to your account",
    )  # fmt: skip
    def post(self, request: Request) -> HttpResponse:
        """Sends a link for each account that has confirmed this address. The response does not tell if there is one."""
        address = self.body(AddressInput, request)["email"]
        spend(request, LETTERS, address.lower())
        recovery_request(address=address)
        return no_content()


class Passwords(Resource):
    scopes = {"POST": READING}
    limit_scopes = ("sign_in",)

    @extend_schema(
        operation_id="password_recover", auth=[], request=RecoveryInput, responses=sent(None, status=204),
        summary="Set a password by a link",
    )  # fmt: skip
    def post(self, request: Request) -> HttpResponse:
        """Sets a new password, revokes all tokens and removes all passkeys.

        A link works once, for an hour; another one is not found.
        """
        body = self.body(RecoveryInput, request)
        spend_hash(request)
        player = password_recover(token=body["token"], password=body["password"])
        codes_end(player)
        auth.forget_player(player.pk)
        return no_content()
