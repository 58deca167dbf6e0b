"""Responses: JSON bodies, entity tags and conditional requests."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec
from django.http import HttpResponse
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from events.api.throttles import address_of
from events.waits import offer

encode = msgspec.json.encode


class NDJSONRenderer(BaseRenderer):
    """Declares the media type for content negotiation; the views write the lines themselves."""

    media_type = "application/x-ndjson"
    format = "ndjson"
    charset = None

    def render(self, data: Any, *_: Any) -> bytes:
        return encode(data) + b"\n"


class Negotiation(DefaultContentNegotiation):
    """Chooses the media type by `Accept` alone: `?format=` is not a parameter of this API."""

    def get_accept_list(self, request: Request) -> list[str]:
        accepted: list[str] = super().get_accept_list(request)
        return accepted


def json_response(body: Any, status: int = 200) -> HttpResponse:
    """Returns a JSON response that shared caches must not store."""
    return _private(HttpResponse(encode(body), content_type="application/json", status=status))


def _private(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "private, no-cache"
    response["Vary"] = "Authorization, Accept-Language, Cookie"
    return response


def etag_of(content: bytes) -> str:
    """Returns a strong entity tag: a hash of the body as it is sent."""
    return f'"{hashlib.sha256(content).hexdigest()[:32]}"'


def matches(header: str, etag: str) -> bool:
    """Returns whether an `If-Match` or `If-None-Match` header lists an entity tag."""
    tags = [tag.strip().removeprefix("W/") for tag in header.split(",")]
    return "*" in tags or etag in tags


def conditional(request: Request, wait: int, render: Callable[[], Any]) -> HttpResponse:
    """Returns the body that `render` makes, with its entity tag; 304 if the caller already has it.

    wait: for how many seconds the server may hold back a 304 until something changes (`events.waits`).
    """
    cached_tags = request.headers.get("If-None-Match")
    content = encode(render())
    etag = etag_of(content)
    if cached_tags is not None and matches(cached_tags, etag):
        response = HttpResponse(status=304)
        if wait:
            offer(request.META, wait, holders(request))
    else:
        response = HttpResponse(content, content_type="application/json")
    response["ETag"] = etag
    return _private(response)


def holders(request: Request) -> list[str]:
    """Returns the keys under which a wait is counted: the caller's address and, if signed in, the player."""
    player = getattr(request.user, "pk", None)
    return [f"address:{address_of(request)}", *([f"player:{player}"] if player is not None else [])]
