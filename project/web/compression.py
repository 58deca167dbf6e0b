"""Compresses what everybody may read on the way out: the client's files, the games, and what spectators see.

The length of a compressed body shows how much of it repeats. An attacker who sees the lengths on the network and can
put a text beside a secret in one body can guess the secret piece by piece (BREACH). In this API the attacker may sit at
the same table: what they play or say stands in your view beside your hand. So a response to a caller who has signed in
is never compressed, whatever it holds, unless it is the same for everybody.
"""

import re

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

PUBLIC = re.compile(r"/api/(?:schema$|v1/games(?:/|$)|v1/global-log$)")
CREDENTIALS = ("HTTP_AUTHORIZATION", "HTTP_COOKIE")
LEAST_BYTES = 1024


class Compression(GZipMiddleware):
    """Gzip for static files, and for bodies of the API that hold no secret and more than a kilobyte."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        is_compressed = is_static(request) or (holds_no_secret(request) and _is_large(response))
        return super().process_response(request, response) if is_compressed else response


def is_static(request: HttpRequest) -> bool:
    """Whether the path is that of a static file."""
    return request.path_info.startswith(f"/{settings.STATIC_URL.strip('/')}/")


def holds_no_secret(request: HttpRequest) -> bool:
    """Whether the response to a request for the API is for everybody, or for nobody in particular.

    Only GET: the response to a POST may contain a new token.
    """
    path = request.path_info
    if request.method not in ("GET", "HEAD") or not path.startswith("/api/") or "ticket" in request.GET:
        return False
    return PUBLIC.match(path) is not None or not any(request.META.get(name) for name in CREDENTIALS)


def _is_large(response: HttpResponseBase) -> bool:
    return not response.streaming and len(response.content) > LEAST_BYTES  # type: ignore[attr-defined]
