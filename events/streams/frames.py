"""The frames of streams as bytes: server-sent events, or lines of JSON for clients that cannot read server-sent events.

Server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html. Lines: https://github.com/ndjson.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Frame(NamedTuple):
    """One event of a stream. number: its position in the stream; name: the name of the event; data: JSON without line
    breaks.

    is_resumable: whether a client may resume after the frame. If so, the number is sent as the id of the frame.
    """

    number: int
    name: str
    data: bytes
    is_resumable: bool = True


class Format(NamedTuple):
    """A format of frames. frame: the function that writes a frame as bytes; heartbeat: the bytes that an idle stream
    sends.

    opening: the function that writes the first bytes of a stream, with the reconnection time in milliseconds and the id
    to resume after, if any.
    """

    media_type: str
    frame: Callable[[Frame], bytes]
    opening: Callable[[int, int | None], bytes]
    heartbeat: bytes


def _event(frame: Frame) -> bytes:
    """Returns a server-sent event.

    >>> _event(Frame(7, "event", b'{"seq":7}'))
    b'id: 7\\nevent: event\\ndata: {"seq":7}\\n\\n'
    """
    return b"%sevent: %s\ndata: %s\n\n" % (_id(frame, b"id: %d\n"), frame.name.encode(), frame.data)


def _line(frame: Frame) -> bytes:
    """Returns a line of JSON.

    >>> _line(Frame(7, "event", b'{"seq":7}'))
    b'{"event":"event","id":7,"data":{"seq":7}}\\n'
    """
    return b'{"event":"%s",%s"data":%s}\n' % (frame.name.encode(), _id(frame, b'"id":%d,'), frame.data)


def _id(frame: Frame, form: bytes) -> bytes:
    return form % frame.number if frame.is_resumable else b""


def _opening_event(retry_ms: int, id: int | None) -> bytes:
    return b"retry: %d\n\n" % retry_ms if id is None else b"retry: %d\nid: %d\n\n" % (retry_ms, id)


def _opening_line(retry_ms: int, id: int | None) -> bytes:
    return _line(Frame(id or 0, "open", b'{"retry":%d}' % retry_ms, id is not None))


EVENTS = Format("text/event-stream", _event, _opening_event, b":\n\n")
LINES = Format("application/x-ndjson", _line, _opening_line, _line(Frame(0, "heartbeat", b"{}", False)))
FORMATS = {form.media_type: form for form in (EVENTS, LINES)}
