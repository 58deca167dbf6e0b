"""Responses: JSON bodies, entity tags and conditional requests."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from contextvars import copy_context
from typing import Any, NamedTuple

import msgspec
from django.http import HttpResponse, StreamingHttpResponse
from django.utils.cache import patch_vary_headers
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from events.base.caches import LeastRecentlyUsed
from events.base.woven import Spans, Text, apart, woven
from events.http.throttles import address_of
from events.http.waits import offer

encode = msgspec.json.encode
Mark = Callable[[Any], tuple[bytes, Spans]]
"""Returns a body as bytes, and where it has what only the caller may read; the rest is what everybody reads there."""

_GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))")
LEAST_COMPRESSED = 512  # bytes


class NDJSONRenderer(BaseRenderer):
    """Declares the media type for content negotiation; the views write the lines themselves."""

    media_type = "application/x-ndjson"
    format = "ndjson"
    charset = None

    def render(self, data: Any, *_: Any) -> bytes:
        return encode(data) + b"\n"


def json_response(body: Any, status: int = 200) -> HttpResponse:
    """Returns a JSON response that shared caches must not store."""
    return _private(HttpResponse(encode(body), content_type="application/json", status=status))


def _private(response: Any) -> Any:
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
    """The bytes of a body, with their entity tag. is_cacheable: whether they stay the same until the next event.

    compressed: the same as gzip, for a client that reads it, where what may not be compressed together is kept apart.
    """

    content: bytes
    etag: str
    is_cacheable: bool = False
    compressed: bytes | None = None


class Streamed(NamedTuple):
    """A body that is made while it is sent, with its entity tag. parts: its bytes, of any size.

    is_shared: whether all who can put words into it may read all of it, so that it may be compressed for anybody.
    """

    parts: Iterator[bytes]
    etag: str
    is_shared: bool = False


_rendered: LeastRecentlyUsed[Rendered] = LeastRecentlyUsed(512)
CHUNK = 64 * 1024  # bytes of a streamed body that are sent together
LARGEST_CACHED = 64 * 1024  # bytes; a larger body is rendered each time


def accepts_gzip(request: Any) -> bool:
    """Returns whether the client of a request reads gzip."""
    return _GZIP.search(request.META.get("HTTP_ACCEPT_ENCODING", "")) is not None


def rendered(body: Any, mark: Mark | None = None) -> Rendered:
    """Returns the bytes of a body. mark: compresses them, too."""
    content, own = (encode(body), ()) if mark is None else mark(body)
    is_compressed = mark is not None and len(content) >= LEAST_COMPRESSED
    return Rendered(content, etag_of(content), compressed=woven(content, own) if is_compressed else None)


def whole(body: Any) -> tuple[bytes, Spans]:
    """Marks a body of which every part follows from what only the caller may read."""
    content = encode(body)
    return content, [(0, len(content))]


def shared(body: Any) -> tuple[bytes, Spans]:
    """Marks a body that has nothing which only the caller may read."""
    return encode(body), ()


def rendered_once(
    key: tuple[Any, ...],
    render: Callable[[], Any],
    is_cacheable: Callable[[Any], bool] = lambda _: True,
    mark: Mark | None = None,
) -> Rendered:
    """Returns the bytes of a body that depends on its key alone: the head of a log, the viewer, the language.

    is_cacheable: whether that holds for a body; one that changes with time is rendered each time. mark: for a client
    that reads gzip.
    """
    cached = _rendered.get(key)
    if cached is None or (mark is not None and not _is_compressed(cached)):
        body = render()
        cached = rendered(body, mark)
        if is_cacheable(body) and len(cached.content) <= LARGEST_CACHED:
            cached = cached._replace(is_cacheable=True)
            _rendered.put(key, cached)
    return cached if mark is not None else cached._replace(compressed=None)


def _is_compressed(body: Rendered) -> bool:
    return body.compressed is not None or len(body.content) < LEAST_COMPRESSED


def conditional(
    request: Request,
    wait: int,
    render: Callable[[], Any],
    topics: Callable[[Any], Iterable[str]] = lambda _: (),
    mark: Mark | None = None,
) -> HttpResponse:
    """Returns the body that `render` makes or has rendered, with its entity tag; 304 if the caller already has it.

    wait: for how many seconds the server may hold back a 304 until something changes (`events.http.waits`).
    topics: whose changes may change a body that belongs to more than one match. mark: compresses a body that is not
    rendered yet.
    """
    cached_tags = request.headers.get("If-None-Match")
    body = render()
    if isinstance(body, Streamed):
        content, etag, compressed = None, body.etag, None
    else:
        known = body if isinstance(body, Rendered) else rendered(body, mark if accepts_gzip(request) else None)
        content, etag, request.is_cacheable, compressed = known
    if cached_tags is not None and matches(cached_tags, etag):
        response = _without_body(304)
        if wait:
            offer(request.META, wait, holders(request), topics(body), getattr(request, "changes_ms", None))
    elif isinstance(body, Streamed):
        response = StreamingHttpResponse(in_context(in_chunks(body.parts)), content_type="application/json")
        response.is_shared = body.is_shared  # type: ignore[attr-defined]
    else:
        response = HttpResponse(compressed or content, content_type="application/json")
        if isinstance(body, dict) and body.get("next"):
            response["Link"] = f'<{body["next"]}>; rel="next"'
    if compressed is not None:
        etag = f"W/{etag}"  # the same text in other bytes
        if response.content:
            response["Content-Encoding"] = "gzip"
    response["ETag"] = etag
    _private(response)
    patch_vary_headers(response, ("Accept-Encoding",))
    return response


def lines_response(request: Any, lines: Iterable[Text]) -> StreamingHttpResponse:
    """Returns lines of JSON that are made while they are sent, as gzip for a client that reads it.

    Each line is compressed by itself, and only if it has no secret (`events.base.woven.apart`).
    """
    is_compressed = accepts_gzip(request)
    parts = apart(lines) if is_compressed else (part for line in lines for part in line.parts)
    response = StreamingHttpResponse(in_context(in_chunks(parts)), content_type=NDJSONRenderer.media_type)
    if is_compressed:
        response["Content-Encoding"] = "gzip"
    _private(response)
    patch_vary_headers(response, ("Accept-Encoding",))
    return response


def in_context(parts: Iterator[bytes]) -> Iterator[bytes]:
    """The same parts, made in the present context, such as where the request reads, although that ends before them."""
    context = copy_context()  # now, not when the first part is asked for
    return iter(lambda: context.run(next, parts, None), None)  # type: ignore[arg-type]


def in_chunks(parts: Iterable[bytes]) -> Iterator[bytes]:
    """Joins parts of a body until they are worth sending."""
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
    """Returns the keys under which a wait is counted: the caller's address and, if signed in, the player."""
    player = getattr(request.user, "pk", None)
    return [f"address:{address_of(request)}", *([f"player:{player}"] if player is not None else [])]
