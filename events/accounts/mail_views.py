"""The views to confirm an e-mail address, and to reset a password by e-mail."""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from events.accounts.serializers.sign_in import AddressInput, LinkInput, RecoveryInput
from events.base.scopes import READING
from events.http import auth
from events.http.answers import no_content
from events.http.fields import EmptyInput
from events.http.resource import Resource, sent
from events.http.throttles import LETTERS, spend, spend_hash
from events.log.idempotency import Reply
from events.oauth.services import codes_end
from events.users.account_mail import account_take_back, address_confirm, confirmation_request, recovery_request


class EmailConfirmations(Resource):
    for_persons = True

    @extend_schema(
        request=EmptyInput,
        responses=sent(None, "idempotency_key_reused", status=204),
        summary="Send the confirmation link again",
    )
    def post(self, request: Request) -> HttpResponse:
        """Sends the confirmation link to your e-mail address again, unless the address is confirmed.

        A new address receives a link automatically.
        """
        player = self.player(request)
        self.body(EmptyInput, request)
        spend(request, LETTERS, player.email or "")

        def send() -> Reply:
            confirmation_request(player=player)
            return Reply(204, {})

        self.once(request, send)
        return no_content()


class EmailConfirm(Resource):
    scopes = {"POST": READING}
    limit_scopes = ("sign_in",)

    @extend_schema(
        auth=[],
        request=LinkInput,
        responses=sent(None, status=204),
        summary="Confirm an address",
    )
    def post(self, request: Request) -> HttpResponse:
        """Confirms the address to which a link was sent. A link works once, within two days."""
        player = address_confirm(token=self.body(LinkInput, request)["token"])
        auth.forget_player(player.pk)
        return no_content()


class PasswordResets(Resource):
    scopes = {"POST": READING}
    limit_scopes = ("sign_in",)

    @extend_schema(
        auth=[],
        request=AddressInput,
        responses=sent(None, status=204),
        summary="Request a password reset",
    )
    def post(self, request: Request) -> HttpResponse:
        """Sends a link for each account that has confirmed this address.

        The response does not reveal whether such an account exists.
        """
        address = self.body(AddressInput, request)["email"]
        spend(request, LETTERS, address.lower())
        recovery_request(address=address)
        return no_content()


class PasswordResetConfirm(Resource):
    scopes = {"POST": READING}
    limit_scopes = ("sign_in",)

    @extend_schema(
        auth=[],
        request=RecoveryInput,
        responses=sent(None, status=204),
        summary="Set a password with the token of a link",
    )
    def post(self, request: Request) -> HttpResponse:
        """Sets a new password, revokes all tokens, removes all passkeys and renews the address of your calendar.

        An e-mail then lists what else can act for you. A link works once, within an hour. A link to a former address
        works within a week.
        """
        body = self.body(RecoveryInput, request)
        spend_hash(request)
        player = account_take_back(token=body["token"], password=body["password"])
        codes_end(player)
        auth.forget_player(player.pk)
        return no_content()
