"""Refuses request bodies above the API's limit before the application reads them.

Under ASGI, Django writes a whole body to disk before any view runs, and treats a chunked body, which has no
Content-Length, as empty. This wrapper reads a body up to the limit and passes it on with its length.
"""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from events.base.exceptions import Malformed, PayloadTooLarge, Problem
from events.http.parsers import BODY_LIMIT
from events.http.problems import MEDIA_TYPE, problem_body
from events.http.translations import language_of

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


def with_body_limit(application: Application, limit: int = BODY_LIMIT) -> Application:
    """Wraps an ASGI application; a longer body is answered with 413 and does not reach it."""

    async def limited(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not _has_body(scope):
            return await application(scope, receive, send)
        try:
            body = await _read(scope, receive, limit)
        except Problem as problem:
            return await _refuse(problem, scope, send)
        if body is None:
            return None
        return await application(_with_length(scope, len(body)), replaying(body, receive), send)

    return limited


def _headers(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key.lower() == name]


def _has_body(scope: Scope) -> bool:
    return bool(_headers(scope, b"content-length") or _headers(scope, b"transfer-encoding"))


async def _read(scope: Scope, receive: Receive, limit: int) -> bytes | None:
    """Returns the whole body; None if the client disconnected. Raises PayloadTooLarge or Malformed."""
    for content_length in _headers(scope, b"content-length"):
        if not (content_length.isascii() and content_length.isdigit()) or len(content_length) > 19:
            raise Malformed()
        if int(content_length) > limit:
            raise PayloadTooLarge()
    body = b""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if len(body) > limit:
            raise PayloadTooLarge()
        if not message.get("more_body"):
            return body


def _with_length(scope: Scope, length: int) -> Scope:
    others = [pair for pair in scope["headers"] if pair[0].lower() not in (b"content-length", b"transfer-encoding")]
    return {**scope, "headers": [*others, (b"content-length", str(length).encode())]}


def replaying(body: bytes, receive: Receive) -> Receive:
    """Returns a `receive` that delivers the body once, and then the messages of the server."""
    pending: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return pending.pop() if pending else await receive()

    return replay


async def _refuse(problem: Problem, scope: Scope, send: Send) -> None:
    language = language_of(", ".join(_headers(scope, b"accept-language")))
    body = problem_body(problem, language, scope["path"], None)
    headers = [
        (b"content-type", MEDIA_TYPE.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"content-language", language.encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
