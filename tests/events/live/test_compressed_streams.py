"""A stream that is compressed says the same as one that is not, at the same time."""

from __future__ import annotations

import http.client
import re
import zlib
from collections.abc import Iterator

import pytest

from tests.events.calls import Caller, first_move, open_match, somebody
from tests.streaming import SECONDS, Server

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as server:
        yield server


class Compressed:
    """A client of a stream that reads gzip."""

    def __init__(self, port: int, path: str, token: str | None) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, SECONDS)
        headers = {"Accept": "text/event-stream", "Accept-Encoding": "gzip, deflate"}
        self._connection.request(
            "GET", f"/api/v1{path}", headers=headers | ({"Authorization": f"Bearer {token}"} if token else {})
        )
        self._response = self._connection.getresponse()
        assert self._response.headers["Content-Encoding"] == "gzip"
        self._inflate = zlib.decompressobj(31)
        self.content, self.received = b"", 0

    def until(self, end: bytes) -> bytes:
        """Everything up to some words, as soon as they have come."""
        while end not in self.content or not self.content.endswith(b"\n\n"):
            part = self._response.read1(1 << 16)
            assert part, "expected more, got the end of the stream"
            self.received += len(part)
            self.content += self._inflate.decompress(part)
        return self.content

    def is_whole(self) -> bool:
        """Whether the stream ends as a gzip stream does, with the right checksum and length."""
        while part := self._response.read1(1 << 16):
            self.content += self._inflate.decompress(part)
        return self._inflate.eof

    def close(self) -> None:
        self._connection.close()


def play(callers: list[Caller], match: str) -> int:
    """Plays a move of whoever can; returns its row."""
    caller, move = next((each, move) for each in callers if (move := first_move(each, match)) is not None)
    return int(caller.post(f"/matches/{match}/moves", move).json()["seq"])


def test_a_compressed_stream_has_the_events_of_the_other_as_they_come(server: Server) -> None:
    callers = [somebody("Short") for _ in range(2)]
    match = open_match(callers[0], callers[1:], "monopoly_deal")
    path = f"/matches/{match}/stream?after=2&legal=9"
    for caller in (*callers, Caller()):
        short, long = Compressed(server.port, path, caller.token), server.stream(path, caller.token)
        for _ in range(6):
            seq = play(callers, match)
            short.until(b"id: %d\n" % seq)
            long.until(lambda event, seq=seq: event.id == seq)
            callers[0].post(f"/matches/{match}/messages", {"text": "Well played"})

        rows = re.compile(rb"id: \d+\nevent: event\ndata: .*\n\n")
        seen = [row for row in rows.findall(long.content) if row in short.content]
        assert seen == rows.findall(long.content)
        assert short.received < len(short.content) / 2
        short.close()
        long.close()


def test_a_stream_that_ends_with_a_word_is_whole(server: Server) -> None:
    ada = somebody("Ada")
    match = open_match(ada, [somebody()], "monopoly_deal")
    stream = Compressed(server.port, f"/matches/{match}/stream", ada.token)
    stream.until(b"event: event")

    server.stop()

    assert stream.is_whole()
    assert stream.content.endswith(b'event: bye\ndata: {"reason":"shutdown"}\n\n')
    stream.close()
