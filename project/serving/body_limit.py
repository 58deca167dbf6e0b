"""The reading of request bodies. A body above the API's limit is refused before it reaches the application.

Under ASGI, Django writes a whole body to disk before any view runs, and treats a chunked body, which has no
Content-Length, as empty.
"""

from events.base.asgi import Receive, Scope
from events.base.exceptions import Malformed, PayloadTooLarge


def _headers(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key.lower() == name]


def _has_body(scope: Scope) -> bool:
    return bool(_headers(scope, b"content-length") or _headers(scope, b"transfer-encoding"))


async def read_body(scope: Scope, receive: Receive, limit: int) -> bytes | None:
    """Returns the whole body, empty for a request without a body; None if the client has disconnected.

    Raises PayloadTooLarge or Malformed.
    """
    if not _has_body(scope):
        return b""
    for content_length in _headers(scope, b"content-length"):
        if not (content_length.isascii() and content_length.isdigit()) or len(content_length) > 19:
            raise Malformed()
        if int(content_length) > limit:
            raise PayloadTooLarge()
    body: bytes = b""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if len(body) > limit:
            raise PayloadTooLarge()
        if not message.get("more_body"):
            return body
