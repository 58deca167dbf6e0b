"""Responses: JSON bodies, entity tags and conditional requests."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextvars import copy_context
from typing import Any, NamedTuple, TypeVar

import msgspec
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from events.base.caches import LeastRecentlyUsed
from events.http.expensive import limit_sending
from events.http.throttles import address_of

encode = msgspec.json.encode
T = TypeVar("T", bound=HttpResponseBase)


class NDJSONRenderer(BaseRenderer):
    """The declaration of the NDJSON media type for content negotiation. The views write the lines."""

    media_type = "application/x-ndjson"
    format = "ndjson"
    charset = None

    def render(self, data: Any, *_: Any) -> bytes:
        return encode(data) + b"\n"


def json_response(body: Any, status: int = 200) -> HttpResponse:
    """Returns a JSON response that shared caches must not store."""
    return _private(HttpResponse(encode(body), content_type="application/json", status=status))


def _private(response: T) -> T:
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


class Rendered(NamedTuple):
    """The bytes of a body, with their entity tag."""

    content: bytes
    etag: str


class StreamedBody(NamedTuple):
    """A body that is produced while it is sent, with its entity tag. parts: the body's bytes, in parts of any size."""

    parts: Iterator[bytes]
    etag: str


_rendered: LeastRecentlyUsed[Rendered] = LeastRecentlyUsed(512)
CHUNK = 64 * 1024  # the least bytes of a streamed body that are sent together
LARGEST_CACHED = 64 * 1024  # bytes; a larger body is rendered each time


def rendered(body: Any) -> Rendered:
    """Returns the bytes of a body."""
    content = encode(body)
    return Rendered(content, etag_of(content))


def rendered_once(
    key: tuple[Any, ...], render: Callable[[], Any], is_cacheable: Callable[[Any], bool] = lambda _: True
) -> Rendered:
    """Returns a rendered body that depends only on its key, such as the head of a log, the viewer and the language.

    is_cacheable: whether a body depends only on its key. A body that also changes with time is rendered each time.
    """
    cached = _rendered.get(key)
    if cached is None:
        body = render()
        cached = rendered(body)
        if is_cacheable(body) and len(cached.content) <= LARGEST_CACHED:
            _rendered.put(key, cached)
    return cached


def conditional(request: Request, body: Any) -> HttpResponse:
    """Returns a response with a body and its entity tag, or 304 if the caller already has the body."""
    known = body if isinstance(body, Rendered) else rendered(body)
    if is_known(request, known.etag):
        return _tagged(_without_body(304), known.etag)
    response = HttpResponse(known.content, content_type="application/json")
    if isinstance(body, dict) and body.get("next"):
        response["Link"] = f'<{body["next"]}>; rel="next"'
    return _tagged(response, known.etag)


def conditional_stream(request: Request, body: StreamedBody) -> HttpResponse | StreamingHttpResponse:
    """Returns a response with a streamed body and its entity tag, or 304 if the caller already has the body."""
    if is_known(request, body.etag):
        return _tagged(_without_body(304), body.etag)
    response = StreamingHttpResponse(in_context(in_chunks(body.parts)), content_type="application/json")
    limit_sending(response, holders(request))
    return _tagged(response, body.etag)


def is_known(request: Request, etag: str) -> bool:
    """Returns whether `If-None-Match` names an entity tag."""
    tags = request.headers.get("If-None-Match")
    return tags is not None and matches(tags, etag)


def _tagged(response: T, etag: str) -> T:
    response["ETag"] = etag
    return _private(response)


def lines_response(request: Request, lines: Iterator[bytes]) -> StreamingHttpResponse:
    """Returns a streamed response of JSON lines. lines: the bytes of the lines, in parts of any size."""
    response = StreamingHttpResponse(in_context(in_chunks(lines)), content_type=NDJSONRenderer.media_type)
    limit_sending(response, holders(request))
    _private(response)
    return response


def in_context(parts: Iterator[bytes]) -> Iterator[bytes]:
    """Returns the parts, each produced in the present context.

    Without this, the request's context (such as its choice of a replica) would end before the parts are produced.
    """
    context = copy_context()  # copied now, before the first part is requested
    return iter(lambda: context.run(next, parts, None), None)


def in_chunks(parts: Iterable[bytes]) -> Iterator[bytes]:
    """Joins parts of a body into chunks of at least CHUNK bytes."""
    chunk = bytearray()
    for part in parts:
        chunk += part
        if len(chunk) >= CHUNK:
            yield bytes(chunk)
            chunk.clear()
    yield bytes(chunk)


def _without_body(status: int) -> HttpResponse:
    response = HttpResponse(status=status)
    del response["Content-Type"]
    return response


def no_content() -> HttpResponse:
    """Returns a response without a body."""
    return _without_body(204)


def holders(request: Request) -> list[str]:
    """Returns the keys under which a stream is counted: the caller's address and, if signed in, the player."""
    player = getattr(request.user, "pk", None)
    return [f"address:{address_of(request)}", *([f"player:{player}"] if player is not None else [])]
