"""Answers: JSON bodies, entity tags, conditional requests."""

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
    """Names the media type; views that stream it write it themselves."""

    media_type = "application/x-ndjson"
    format = "ndjson"
    charset = None

    def render(self, data: Any, *_: Any) -> bytes:
        return encode(data) + b"\n"


class Negotiation(DefaultContentNegotiation):
    """Chooses by `Accept` alone: `?format=` is not a parameter of this API."""

    def get_accept_list(self, request: Request) -> list[str]:
        accepted: list[str] = super().get_accept_list(request)
        return accepted


def json_response(body: Any, status: int = 200) -> HttpResponse:
    """A body as JSON; private to the caller."""
    return _private(HttpResponse(encode(body), content_type="application/json", status=status))


def _private(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "private, no-cache"
    response["Vary"] = "Authorization, Accept-Language, Cookie"
    return response


def etag_of(content: bytes) -> str:
    """A strong entity tag: the hash of the body as it is sent."""
    return f'"{hashlib.sha256(content).hexdigest()[:32]}"'


def matches(header: str, etag: str) -> bool:
    """Whether an entity tag is among those of an `If-Match` or `If-None-Match` header."""
    tags = [tag.strip().removeprefix("W/") for tag in header.split(",")]
    return "*" in tags or etag in tags


def conditional(request: Request, wait: int, render: Callable[[], Any]) -> HttpResponse:
    """The body that `render` makes, with its tag; 304 if the caller has it.

    wait: seconds for which the server may hold a 304 back until there is news (`events.waits`).
    """
    known = request.headers.get("If-None-Match")
    content = encode(render())
    etag = etag_of(content)
    if known is not None and matches(known, etag):
        response = HttpResponse(status=304)
        if wait:
            offer(request.META, wait, holders(request))
    else:
        response = HttpResponse(content, content_type="application/json")
    response["ETag"] = etag
    return _private(response)


def holders(request: Request) -> list[str]:
    """Whose waits a wait counts as: those of the caller's address, and of the player."""
    player = getattr(request.user, "pk", None)
    return [f"address:{address_of(request)}", *([f"player:{player}"] if player is not None else [])]
