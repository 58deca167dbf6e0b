"""What django-oauth-toolkit leaves open where codes are exchanged for tokens.

It forgets a code that has been used, so that a second use goes unnoticed; it lets a device's code be used again, by any
app, until it expires; and it does not ask whether the player is still active.
"""

from __future__ import annotations

import hashlib
from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from oauth2_provider.models import DeviceGrant, Grant, RefreshToken
from oauth2_provider.oauth2_validators import OAuth2Validator
from oauth2_provider.views import TokenView


def family_of(code: str) -> UUID:
    """The family of all tokens that follow from a code; it outlives the code, so that a second use is recognised."""
    return UUID(bytes=hashlib.sha256(code.encode()).digest()[:16])


class Validator(OAuth2Validator):
    """Ends what a code has given once it comes again (RFC 6749, section 4.1.2)."""

    def validate_code(self, client_id: str, code: str, client: Any, request: Any, *args: Any, **kwargs: Any) -> bool:
        if super().validate_code(client_id, code, client, request, *args, **kwargs):
            return bool(request.user.is_active)
        family = family_of(code)
        is_used = not Grant.objects.filter(code=code).exists()
        if is_used and RefreshToken.objects.filter(token_family=family, application=client).exists():
            RefreshToken.revoke_family(family)
        return False

    def _create_refresh_token(self, request: Any, code: str, access_token: Any, previous: Any) -> RefreshToken:
        created = super()._create_refresh_token(request, code, access_token, previous)
        if previous is None and request.grant_type == "authorization_code":
            created.token_family = family_of(request.code)
            created.save(update_fields=["token_family"])
        return created


class Tokens(TokenView):
    """Exchanges codes for tokens; a device's code once, for its own app and an active player."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        is_of_a_device = request.POST.get("grant_type", "").endswith(":device_code")
        if is_of_a_device and "device_code" not in request.POST:
            return JsonResponse({"error": "invalid_request"}, status=400)
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
