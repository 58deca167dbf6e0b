"""Compression of bytes of two origins in one gzip stream, so that neither shows in the length of the other.

What one viewer may read is mostly what everybody reads; the rest is their own: their hand, and what follows from it. A
compressor that sees both writes less where they repeat each other. Then somebody who plays or says what they like, and
sees how long another's responses are, can find out piece by piece what is in that hand (CRIME and BREACH).

Here two compressors write one stream in turns. Each sees its own bytes and, in the places of the others, bytes that no
text has, so that distances are right and nothing is ever repeated from the other's. A decompressor sees one ordinary
stream. Its length is a sum: what everybody's bytes need, plus what one's own need (docs/integrity.md).
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

Spans = Sequence[tuple[int, int]]
"""Where a text has what only its reader may read: begin and end of each part, in order."""

QUICK, THOROUGH = 4, 6  # a view in half the time and 3 % longer; lists that hardly change in a third of the bytes
HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"  # gzip (RFC 1952), without a name and a time
LAST = b"\x03\x00"  # an empty last block
NO_TEXT = b"\xff" * 32_768  # UTF-8 never has this byte
LEAST_OWN = 256  # bytes of a part of one's own that are compressed; fewer are stored as they are, which takes less time
PUNCTUATION = b'{}[],:"'

_encode = msgspec.json.encode


class Woven:
    """A gzip stream whose parts can be sent as they come.

    window: how far each compressor looks back, as a power of 2; level, memory: as zlib takes them.
    Of a compressor that is not needed nothing is made: the stream of a spectator has one.
    """

    def __init__(self, window: int = 15, level: int = QUICK, memory: int = 8) -> None:
        self._parameters = window, level, memory
        self._contexts: dict[bool, _Context] = {}
        self._head, self._checksum, self._size = HEADER, 0, 0

    def add(self, content: bytes, own: Spans = ()) -> bytes:
        """Returns the next part of the stream, from which a client can read all of `content`."""
        written, at = [self._head], 0
        for begin, end in own:
            is_short = end - begin < LEAST_OWN
            written.append(self._compressed(content[at:begin], False))
            written.append(self._stored(content[begin:end]) if is_short else self._compressed(content[begin:end], True))
            at = end
        written.append(self._compressed(content[at:], False))
        self._head, self._checksum = b"", zlib.crc32(content, self._checksum)
        return b"".join(written)

    def end(self) -> bytes:
        """Returns the end of the stream."""
        return LAST + struct.pack("<II", self._checksum, self._size & 0xFFFF_FFFF)

    def _compressed(self, content: bytes, is_own: bool) -> bytes:
        if not content:
            return b""
        if is_own not in self._contexts:
            self._contexts[is_own] = _Context(*self._parameters, passed=self._size)
        self._pass(len(content), is_own)
        return self._contexts[is_own].part(content)

    def _stored(self, content: bytes) -> bytes:
        self._pass(len(content), None)
        return struct.pack("<BHH", 0, len(content), len(content) ^ 0xFFFF) + content

    def _pass(self, length: int, seen_by: bool | None) -> None:
        """Notes the length of what only one of the compressors sees, or none."""
        self._size += length
        for whose, context in self._contexts.items():
            if whose is not seen_by:
                context.skip(length)


class _Context:
    """A compressor that sees the bytes of one origin. passed: how many bytes of others came before."""

    def __init__(self, window: int, level: int, memory: int, passed: int) -> None:
        self._compressor = zlib.compressobj(level, zlib.DEFLATED, -window, memory)
        self._reach, self._skipped = 1 << window, 0
        self.skip(passed)

    def skip(self, length: int) -> None:
        """Notes bytes of others. Further away than a window it does not matter how many there are."""
        self._skipped = min(self._skipped + length, self._reach)

    def part(self, content: bytes) -> bytes:
        """Returns whole blocks, up to a whole byte, with these bytes."""
        if self._skipped:
            self._blocks(NO_TEXT[: self._skipped])
        self._skipped = 0
        return self._blocks(content)

    def _blocks(self, content: bytes) -> bytes:
        return self._compressor.compress(content) + self._compressor.flush(zlib.Z_SYNC_FLUSH)


class Text(NamedTuple):
    """A text in parts. is_shared: whether all who can put words into it may read all of it."""

    parts: Iterable[bytes]
    is_shared: bool


def apart(texts: Iterable[Text]) -> Iterator[bytes]:
    """Yields texts as one gzip stream: each is compressed by itself if it is shared, and else stored as it is."""
    head, checksum, size = HEADER, 0, 0
    for parts, is_shared in texts:
        compressor = zlib.compressobj(QUICK if is_shared else zlib.Z_NO_COMPRESSION, zlib.DEFLATED, -zlib.MAX_WBITS)
        for part in parts:
            checksum, size = zlib.crc32(part, checksum), size + len(part)
            yield head + compressor.compress(part)
            head = b""
        yield compressor.flush(zlib.Z_FULL_FLUSH)
    yield head + LAST + struct.pack("<II", checksum, size & 0xFFFF_FFFF)


def woven(content: bytes, own: Spans) -> bytes:
    """Returns a text as one gzip stream."""
    stream = Woven()
    return stream.add(content, own) + stream.end()


def marked(value: Any, everybodys: Any) -> tuple[bytes, Spans]:
    """Returns a value as JSON, and where it is not what everybody sees in its place.

    >>> marked({"hand": [7, None], "turn": 1}, {"hand": [None, None], "turn": 1})
    (b'{"hand":[7,null],"turn":1}', [(9, 10)])
    """
    marking = _Marking()
    marking.value(value, everybodys)
    return b"".join(marking.parts), marking.spans


class _Marking:
    """The parts of a value as JSON. Punctuation between two parts of one's own goes with them: a part costs bytes."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []
        self.spans: list[tuple[int, int]] = []
        self._size, self._is_close = 0, False

    def value(self, value: Any, everybodys: Any) -> None:
        """Appends a value."""
        if value == everybodys:
            self._public(_encode(value))
        elif isinstance(value, dict) and isinstance(everybodys, dict) and value:
            self._members(value, everybodys)
        elif isinstance(value, list) and isinstance(everybodys, list) and len(value) == len(everybodys) and value:
            for place, item in enumerate(value):
                self._public(b"," if place else b"[")
                self.value(item, everybodys[place])
            self._public(b"]")
        else:
            self._own(_encode(value))

    def _members(self, value: dict[str, Any], everybodys: dict[str, Any]) -> None:
        separator = b"{"
        for name, member in value.items():
            self._public(separator)
            separator = b","
            if name in everybodys:
                self._public(_encode(str(name)) + b":")
                self.value(member, everybodys[name])
            else:
                self._own(_encode(str(name)) + b":" + _encode(member))
        self._public(b"}")

    def _public(self, content: bytes) -> None:
        self._is_close = self._is_close and not content.strip(PUNCTUATION)
        self._append(content)

    def _own(self, content: bytes) -> None:
        begin = self.spans.pop()[0] if self._is_close else self._size
        self._append(content)
        self.spans.append((begin, self._size))
        self._is_close = True

    def _append(self, content: bytes) -> None:
        self.parts.append(content)
        self._size += len(content)
