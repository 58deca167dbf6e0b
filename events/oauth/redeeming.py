"""Corrections of django-oauth-toolkit in the exchange of codes for tokens.

The toolkit deletes a used code, so it does not detect a second use. With two concurrent uses, a database
constraint fails, or the tokens of the first use remain valid. Until it expires, any app can use the code of a device
repeatedly. The toolkit also issues tokens to inactive players. This module prevents all of these.
"""

from __future__ import annotations

import hashlib
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from oauth2_provider.models import DeviceGrant, Grant, RefreshToken
from oauth2_provider.oauth2_validators import OAuth2Validator
from oauth2_provider.views.base import TokenView


def family_of(code: str) -> UUID:
    """Returns the id of the family of all tokens issued for a code.

    The id is a digest of the code, so a second use is recognised after the code has been deleted.
    """
    return UUID(bytes=hashlib.sha256(code.encode()).digest()[:16])


class Validator(OAuth2Validator):
    """The validator that revokes all tokens of a code on its second use (RFC 6749, section 4.1.2).

    It ignores the apps of suspended players.
    """

    def _load_application(self, client_id: str, request: Any) -> Any:
        app = super()._load_application(client_id, request)
        if app is not None and app.user is not None and not app.user.is_active:
            request.client = app = None
        return app

    def validate_code(self, client_id: str, code: str, client: Any, request: Any, *args: Any, **kwargs: Any) -> bool:
        if super().validate_code(client_id, code, client, request, *args, **kwargs):
            return bool(request.user.is_active)
        family = family_of(code)
        is_used = not Grant.objects.filter(code=code).exists()
        if is_used and RefreshToken.objects.filter(token_family=family, application=client).exists():
            RefreshToken.revoke_family(family)
        return False

    def _create_refresh_token(self, request: Any, code: str, access_token: Any, previous: Any) -> RefreshToken:
        created: RefreshToken = super()._create_refresh_token(request, code, access_token, previous)
        if previous is None and request.grant_type == "authorization_code":
            created.token_family = family_of(request.code)
            created.save(update_fields=["token_family"])
        return created


def _family_in(request: HttpRequest) -> UUID | None:
    """Returns the family of the code or the refresh token in a request; None for an unknown refresh token."""
    if request.POST.get("grant_type") == "authorization_code":
        return family_of(request.POST.get("code", ""))
    checksum = hashlib.sha256(request.POST.get("refresh_token", "").encode()).hexdigest()
    found: UUID | None = (
        RefreshToken.objects.filter(token_checksum=checksum).values_list("token_family", flat=True).first()
    )
    return found


def _wait_for(family: UUID) -> None:
    """Waits for other requests of a family to finish, so that the second use of a secret sees the first use."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [str(family)])


class TokenExchange(TokenView):
    """The view that exchanges codes for tokens. A device code works once, for its own app and an active player."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        is_of_a_device = request.POST.get("grant_type", "").endswith(":device_code")
        if is_of_a_device and "device_code" not in request.POST:
            return JsonResponse({"error": "invalid_request"}, status=400)
        with transaction.atomic():
            if family := _family_in(request):
                _wait_for(family)
            response: HttpResponse = super().post(request, *args, **kwargs)
        return response

    def device_flow_token_response(
        self, request: HttpRequest, device_code: str, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        own = DeviceGrant.objects.filter(device_code=device_code, client_id=request.POST.get("client_id", ""))
        with transaction.atomic():
            grant = own.select_for_update().first()
            if grant is None:
                return JsonResponse({"error": "invalid_grant"}, status=400)
            if grant.expires <= timezone.now():
                return JsonResponse({"error": "expired_token"}, status=400)
            if grant.user is not None and not grant.user.is_active:
                return JsonResponse({"error": "access_denied"}, status=400)
            response: HttpResponse = super().device_flow_token_response(request, device_code, *args, **kwargs)
            if response.status_code == 200:
                grant.delete()
        return response
