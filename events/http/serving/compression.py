"""Compresses what everybody may read: the games, and what spectators see.

The length of a compressed body shows how much of it repeats. An attacker who sees the lengths on the network and can
put a text beside a secret in one body can guess the secret piece by piece (BREACH). In this API the attacker may sit at
the same table: what they play or say stands in your view beside your hand. So a response to a caller who has signed in
is never compressed, whatever it holds, unless it is the same for everybody.
"""

from __future__ import annotations

import re
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.middleware.gzip import GZipMiddleware

PUBLIC = re.compile(r"/api/(?:schema$|v1/games(?:/|$)|v1/global-log$)")
CREDENTIALS = ("HTTP_AUTHORIZATION", "HTTP_COOKIE")
LEAST_BYTES = 1024

_gzip = GZipMiddleware(lambda _: None)  # type: ignore[arg-type]


def compress(request: HttpRequest, response: HttpResponse) -> None:
    """Compresses a body that everybody may read, if the client understands it."""
    if is_for_everybody(request, response):
        _gzip.process_response(request, response)


def is_for_everybody(request: HttpRequest, response: Any) -> bool:
    """Whether a response of the API is for everybody, or for nobody in particular, and longer than a kilobyte.

    One that is streamed counts as long, and may be for all who can put words into it (`answers.Streamed`). Only to GET:
    the response to a POST may contain a new token.
    """
    is_short = not response.streaming and len(response.content) <= LEAST_BYTES
    if is_short or request.method not in ("GET", "HEAD"):
        return False
    path = request.path_info
    if not path.startswith("/api/") or "ticket" in request.GET:
        return False
    is_shared = PUBLIC.match(path) is not None or getattr(response, "is_shared", False)
    return is_shared or not any(request.META.get(name) for name in CREDENTIALS)
