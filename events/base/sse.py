"""Server-sent events as bytes (https://html.spec.whatwg.org/multipage/server-sent-events.html)."""

from __future__ import annotations

from typing import Any

import msgspec

MEDIA_TYPE = "text/event-stream"
HEARTBEAT = b":\n\n"
END = b"\n\n"

_encode = msgspec.json.encode  # writes no line breaks, so the data of an event is one line


def event(name: str, data: Any, id: int | None = None) -> bytes:
    """One event. id: what a client resumes from; None leaves the last id as it is.

    >>> event("bye", {"reason": "life"})
    b'event: bye\\ndata: {"reason":"life"}\\n\\n'
    """
    before = beginning(name, id)
    return before + _encode(data) + END


def beginning(name: str, id: int | None = None) -> bytes:
    """What comes before the data of an event; `END` comes after it."""
    place = b"" if id is None else b"id: %d\n" % id
    return b"%sevent: %s\ndata: " % (place, name.encode())


def opening(retry_ms: int, id: int | None) -> bytes:
    """The first bytes of a stream: when to try again after it breaks, and from where. Clients see no event in it."""
    return b"retry: %d\n\n" % retry_ms if id is None else b"retry: %d\nid: %d\n\n" % (retry_ms, id)
