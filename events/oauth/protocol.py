"""OAuth 2.1 for pages and devices: django-oauth-toolkit, with the consent of a player who is signed in to the API.

The toolkit checks the request of an app and issues codes and tokens. It receives no cookie: the player consents by a
request to the API, so another page cannot consent by clickjacking.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe
from oauth2_provider.exceptions import OAuthToolkitError
from oauth2_provider.models import (
    Application,
    DeviceCodeResponse,
    DeviceGrant,
    DeviceRequest,
    create_device_grant,
)
from oauth2_provider.views.base import RevokeTokenView
from oauth2_provider.views.device import DeviceAuthorizationView
from oauth2_provider.views.mixins import OAuthLibMixin

from events.base.exceptions import Forbidden, NotFound
from events.base.scopes import OF_PEOPLE, READ
from events.http.throttles import APPS, limited
from events.oauth.errors import BadAuthorization
from events.oauth.redeeming import TokenExchange
from events.users.models import Player

METADATA = ".well-known/oauth-authorization-server"
AUTHORIZE, DEVICE, TOKEN, REVOKE, DEVICE_CODE = "authorize", "device", "oauth/token", "oauth/revoke", "oauth/device"
CHALLENGE = re.compile(r"[A-Za-z0-9._~-]{43,128}")
NUL = "\0"  # PostgreSQL accepts no text with this character
REQUEST_PARAMETERS = (
    "client_id",
    "redirect_uri",
    "response_type",
    "scope",
    "state",
    "code_challenge",
    "code_challenge_method",
)


class _Consent(OAuthLibMixin):
    """The toolkit's server for authorization codes. It is a class, because the toolkit keeps one server per class."""


class ConsentRequest(NamedTuple):
    """The valid request of an app to a player."""

    app: Application
    scopes: tuple[str, ...]
    credentials: dict[str, Any]
    request: HttpRequest


def consent_request(request: HttpRequest, player: Player, query: Mapping[str, str]) -> ConsentRequest:
    """Checks and returns the request of an app. Raises BadAuthorization with a reason, or Forbidden for a bot."""
    if player.is_bot:
        raise Forbidden()
    if query.get("code_challenge_method") != "S256" or not CHALLENGE.fullmatch(query.get("code_challenge", "")):
        raise BadAuthorization(params={"error": "invalid_request", "reason": "PKCE with S256 is required."})
    if any(NUL in query[name] for name in REQUEST_PARAMETERS if name in query):
        raise BadAuthorization(params={"error": "invalid_request", "reason": "A parameter has a byte of zero."})
    own = _own_request(request, player, query)
    try:
        scopes, credentials = _Consent().validate_authorization_request(own)
    except OAuthToolkitError as error:
        raise _refused(error) from None
    app = Application.objects.select_related("user").get(client_id=credentials["client_id"])
    return ConsentRequest(app, tuple(scope for scope in OF_PEOPLE if scope in scopes), credentials, own)


def _own_request(request: HttpRequest, player: Player, query: Mapping[str, str]) -> HttpRequest:
    own = HttpRequest()
    own.method, own.path, own.user = "GET", f"/{AUTHORIZE}", player
    kept = ("SERVER_NAME", "SERVER_PORT", "HTTP_HOST")
    own.META = {name: request.META[name] for name in kept if name in request.META}
    own._get_scheme = lambda: request.scheme  # type: ignore[attr-defined]
    own.META["QUERY_STRING"] = urlencode({name: query[name] for name in REQUEST_PARAMETERS if name in query})
    return own


def decided(what: ConsentRequest, *, is_allowed: bool) -> str:
    """Returns the address that the browser is redirected to, with a code or a refusal. Raises BadAuthorization."""
    try:
        address, _, _, _ = _Consent().create_authorization_response(
            what.request, " ".join(what.scopes), what.credentials, is_allowed
        )
    except OAuthToolkitError as error:
        if is_allowed:
            raise _refused(error) from None
        separator = "&" if urlsplit(what.credentials["redirect_uri"]).query else "?"
        issuer = urlencode({"iss": what.request.build_absolute_uri("/").rstrip("/")})
        return f"{what.credentials['redirect_uri']}{separator}{error.oauthlib_error.urlencoded}&{issuer}"
    return str(address)


def _refused(error: OAuthToolkitError) -> BadAuthorization:
    reason = error.oauthlib_error
    return BadAuthorization(params={"error": reason.error, "reason": reason.description or reason.error})


def device_request(player: Player, user_code: str) -> tuple[DeviceGrant, Application, tuple[str, ...]]:
    """Returns the pending request of the device that shows a code. Raises NotFound, or Forbidden for a bot."""
    if player.is_bot:
        raise Forbidden()
    code = user_code.upper().replace("-", "").replace(" ", "").replace(NUL, "")
    waiting = DeviceGrant.objects.filter(
        user_code=code, status=DeviceGrant.AUTHORIZATION_PENDING, expires__gt=timezone.now()
    )
    grant = waiting.first()
    app = Application.objects.select_related("user").filter(client_id=grant.client_id).first() if grant else None
    if grant is None or app is None:
        raise NotFound()
    wanted = grant.scope.split() or [READ]
    return grant, app, tuple(scope for scope in OF_PEOPLE if scope in wanted)


def device_decide(player: Player, user_code: str, *, is_allowed: bool) -> None:
    """Saves a player's decision about a device. Raises NotFound, also after an earlier decision."""
    grant, _, scopes = device_request(player, user_code)
    changes = {
        "user": player,
        "scope": " ".join(scopes),
        "status": DeviceGrant.AUTHORIZED if is_allowed else DeviceGrant.DENIED,
    }
    pending = DeviceGrant.objects.filter(pk=grant.pk, status=DeviceGrant.AUTHORIZATION_PENDING)
    if not pending.update(**changes):
        raise NotFound()


# The endpoints of apps


def _of_apps(view: Any) -> Any:
    """Returns a view for requests of apps, with a rate limit by address.

    The view refuses invalid forms (RFC 6749, 3.2 and 5.2).
    """

    @limited(APPS)
    @csrf_exempt
    @never_cache
    @require_POST
    def checked(request: HttpRequest) -> HttpResponse:
        if request.headers.get("Authorization", "").lower().startswith("basic"):
            return _no_secrets()
        if not _is_form(request):
            return JsonResponse({"error": "invalid_request"}, status=400)
        response: HttpResponse = view(request)
        return response

    return checked


def _no_secrets() -> HttpResponse:
    """Refuses an app that authenticates by a secret, because apps have no secrets (RFC 6749, 5.2)."""
    response = JsonResponse({"error": "invalid_client"}, status=401)
    response["WWW-Authenticate"] = 'Basic realm="comptoir"'
    return response


def _is_form(request: HttpRequest) -> bool:
    """Returns whether each field of a request occurs once, without characters that the database cannot store."""
    fields = request.POST.lists()
    return all(len(values) == 1 and NUL not in name + values[0] for name, values in fields)


class _Devices(DeviceAuthorizationView):
    """The view that issues the codes of a device, and the address of the page where the player types the user code."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        scopes = request.POST.get("scope", "").split() or [READ]
        if not set(scopes) <= set(OF_PEOPLE):
            return JsonResponse({"error": "invalid_scope"}, status=400)
        devices = Application.objects.filter(authorization_grant_type=Application.GRANT_DEVICE_CODE)
        if not devices.filter(client_id=request.POST.get("client_id", "")).exists():
            return JsonResponse({"error": "unauthorized_client"}, status=400)
        _, codes, status = self.create_device_authorization_response(request)
        if status != 200:
            return HttpResponse(codes, status=status, content_type="application/json")
        page = request.build_absolute_uri(f"/{DEVICE}")
        given = {name: codes[name] for name in ("user_code", "device_code", "expires_in", "interval")} | {
            "verification_uri": page,
            "verification_uri_complete": f"{page}?user_code={codes['user_code']}",
        }
        wanted = DeviceRequest(client_id=request.POST["client_id"], scope=" ".join(scopes))
        create_device_grant(wanted, DeviceCodeResponse(**given))
        return JsonResponse(given)


token = _of_apps(TokenExchange.as_view())
revoke = _of_apps(RevokeTokenView.as_view())
device_code = _of_apps(_Devices.as_view())


@require_safe
def metadata(request: HttpRequest) -> HttpResponse:
    """Returns the addresses of the protocol (RFC 8414)."""
    at = request.build_absolute_uri
    return JsonResponse(
        {
            "issuer": at("/").rstrip("/"),
            "authorization_endpoint": at(f"/{AUTHORIZE}"),
            "token_endpoint": at(f"/{TOKEN}"),
            "revocation_endpoint": at(f"/{REVOKE}"),
            "device_authorization_endpoint": at(f"/{DEVICE_CODE}"),
            "response_types_supported": ["code"],
            "grant_types_supported": [
                "authorization_code",
                "refresh_token",
                "urn:ietf:params:oauth:grant-type:device_code",
            ],
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": ["none"],
            "revocation_endpoint_auth_methods_supported": ["none"],
            "authorization_response_iss_parameter_supported": True,
            "scopes_supported": list(OF_PEOPLE),
            "service_documentation": at("/api/docs"),
        }
    )
