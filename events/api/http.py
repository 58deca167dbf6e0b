"""Answers: JSON bodies, entity tags, conditional requests, and waiting for a change."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from typing import Any

import msgspec
from django.db import connection
from django.http import HttpResponse
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

LONGEST_WAIT = 30
LOOK_EVERY_SECONDS = 0.2

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
    """The body that `render` makes, with its tag; 304 if the caller has it; with `wait`, once it has changed.

    No database connection is held between two looks.
    """
    known = request.headers.get("If-None-Match")
    until = time.monotonic() + min(wait, LONGEST_WAIT)
    while True:
        content = encode(render())
        etag = etag_of(content)
        if known is None or not matches(known, etag):
            response = HttpResponse(content, content_type="application/json")
            break
        if time.monotonic() >= until:
            response = HttpResponse(status=304)
            break
        connection.close()
        time.sleep(LOOK_EVERY_SECONDS)
    response["ETag"] = etag
    return _private(response)
