"""What surrounds every request of the API: whether it is let in at all, and the headers that all responses have.

Hosts, HTTPS, other origins, sessions and compression are Django's and django-cors-headers' own rules: their middleware
is called here for what it does to a request and to a response.
"""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any, cast

from corsheaders.middleware import CorsMiddleware
from django.conf import settings
from django.core.signals import setting_changed
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware
from django.middleware.security import SecurityMiddleware
from django.utils.cache import patch_vary_headers

from events.http.request import Request, sessions
from events.http.serving.compression import compress

POLICY = "default-src 'none'; frame-ancestors 'none'"
"""A response of the API is no document: it may load nothing, and nobody may frame it."""

_csrf = CsrfViewMiddleware(lambda _: None)  # type: ignore[arg-type]
_origins = CorsMiddleware(lambda _: HttpResponse())


def turned_away(request: Request) -> HttpResponse | None:
    """Returns the response to a request that no view sees: a redirect to HTTPS, or the answer to a browser's preflight.

    Raises DisallowedHost.
    """
    refusal: Any = _security().process_request(request)
    if refusal is None and request.method == "OPTIONS":
        refusal = _origins.check_preflight(request)
    if refusal is None:
        request.get_host()
    return cast("HttpResponse | None", refusal)


def keep_session(request: Request, response: HttpResponse) -> None:
    """Stores what the request has changed in its session, if it has opened one. Raises SessionInterrupted."""
    if "session" in vars(request):
        _csrf.process_response(request, response)
        sessions.process_response(request, response)


def complete(request: Request, response: HttpResponse) -> None:
    """Adds the headers that depend on the request. One that has no body has no length either (RFC 9110, 8.6)."""
    compress(request, response)
    headers = response.headers
    patch_vary_headers(response, ("Accept-Language", *(("Cookie",) if request.asks_for_session else ()), "origin"))
    if "HTTP_ORIGIN" in request.META:
        _origins.add_response_headers(request, response)
    headers["X-Request-Id"] = request.request_id
    if response.status_code in (204, 304):
        del headers["Content-Length"]
    elif not response.streaming:
        headers["Content-Length"] = str(len(response.content))


@cache
def constant_headers(is_secure: bool) -> list[tuple[bytes, bytes]]:
    """The headers that are the same in every response, as ASGI sends them. is_secure: whether it came by HTTPS."""
    response = HttpResponse(headers={"X-Frame-Options": settings.X_FRAME_OPTIONS, "Content-Security-Policy": POLICY})
    del response.headers["Content-Type"]
    _security().process_response(cast(HttpRequest, SimpleNamespace(is_secure=lambda: is_secure)), response)
    return encoded(response)


def encoded(response: HttpResponse) -> list[tuple[bytes, bytes]]:
    """Returns the headers of a response as ASGI sends them."""
    pairs = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in response.items()]
    cookies = response.cookies.values() if response.cookies else ()
    return pairs + [(b"set-cookie", cookie.OutputString().encode("latin-1")) for cookie in cookies]


@cache
def _security() -> SecurityMiddleware:
    return SecurityMiddleware(lambda _: None)  # type: ignore[arg-type]


def _forget(**_: Any) -> None:
    _security.cache_clear()
    constant_headers.cache_clear()


setting_changed.connect(_forget)
