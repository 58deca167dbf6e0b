"""A parser for `Authentication-Results` (RFC 8601) that follows the grammar and raises `Unparsable` for any other text.

A parser that skips text that it cannot parse may take text of the sender, such as a quoted local part, for results of
the server. This parser does not recover from errors: a value ends where the grammar ends it, and one unexpected
character rejects the header.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

FOLD = re.compile(r"\r?\n(?=[ \t])")
BLANK = re.compile(r"[ \t]+")
QUOTED = re.compile(r'"((?:[^"\\\r\n]|\\[^\r\n])*)"')
WORD = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?")
DOTTED = re.compile(r"[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*")
PLAIN = re.compile(r'[^\s;()"\\<>]+')
DOMAIN = re.compile(
    r"[a-z0-9_](?:[a-z0-9_-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+", re.IGNORECASE | re.ASCII
)
LOCAL = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]*")
DEEPEST = 20


class Unparsable(ValueError):
    """A header that the grammar does not allow."""


class Value(NamedTuple):
    """The value of a property. text: the value without quotes; is_quoted: whether it begins with a quoted string.

    domain: the domain of an address whose local part is a quoted string.
    """

    text: str
    is_quoted: bool = False
    domain: str = ""


class MethodResult(NamedTuple):
    """The result of one check by the server. properties: the properties by their full names in lower case, such as
    `header.d`.
    """

    method: str
    outcome: str
    properties: Mapping[str, Value]


class Verdict(NamedTuple):
    """A header: the name of the server that wrote it, and the results of its checks."""

    server: str
    results: tuple[MethodResult, ...]


def server_of(header: str) -> str:
    """Returns the name of the server that wrote a header, in lower case; empty if the header does not begin with a
    name.
    """
    reader = _HeaderReader(header)
    try:
        return reader.server()
    except Unparsable:
        return ""


def parse(header: str) -> Verdict:
    """Returns the server and the results in a header. Raises Unparsable."""
    reader = _HeaderReader(header)
    server = reader.server()
    if (version := reader.word()) not in ("", "1"):
        raise Unparsable(f"expected version 1, got {version!r}")
    results: list[MethodResult] = []
    while reader.takes(";"):
        if (result := reader.result()) is not None:
            results.append(result)
    reader.end()
    return Verdict(server, tuple(results))


def domain_of(value: Value) -> str:
    """Returns the domain of a value that is a domain or an address, in lower case; empty for other values."""
    if value.is_quoted:
        domain = value.domain
    else:
        local, _, domain = value.text.rpartition("@")
        if not LOCAL.fullmatch(local):
            return ""
    return domain.lower() if DOMAIN.fullmatch(domain) else ""


class _HeaderReader:
    """A reader that parses a header from left to right. Blanks and comments may stand between any two tokens."""

    def __init__(self, header: str) -> None:
        self._text, self._at = FOLD.sub("", header), 0
        self._skip()

    def server(self) -> str:
        return (self._quoted() or self._take(PLAIN, "the name of a server")).lower()

    def result(self) -> MethodResult | None:
        """Returns the next result; None for `none`, and for an empty result at the end."""
        if self._at == len(self._text):
            return None
        method = self._take(WORD, "a method").lower()
        if method == "none" and not self._is_at("=", "/"):
            return None
        if self.takes("/") and self._take(WORD, "the version of a method") != "1":
            raise Unparsable("expected version 1 of a method")
        self._expect("=")
        outcome = self._take(WORD, "an outcome").lower()
        properties: dict[str, Value] = {}
        while not self._is_at(";", ""):
            name = self._take(DOTTED, "a property").lower()
            if name != "reason" and name.count(".") != 1:
                raise Unparsable(f"expected a property, got {name!r}")
            self._expect("=")
            if name in properties:
                raise Unparsable(f"expected {name} once")
            properties[name] = self._value()
        return MethodResult(method, outcome, properties)

    def _value(self) -> Value:
        begin = self._at
        if (match := QUOTED.match(self._text, begin)) is None:
            return Value(self._take(PLAIN, "a value"))
        text = re.sub(r"\\(.)", r"\1", match[1])
        self._at = match.end()
        if not self._text.startswith("@", self._at):
            self._expect_gap()
            return Value(text, is_quoted=True)
        self._at += 1
        return Value(text, is_quoted=True, domain=self._take(PLAIN, "a domain"))

    def word(self) -> str:
        """Returns the next word, if there is one."""
        return self._take(WORD, "a word") if WORD.match(self._text, self._at) else ""

    def takes(self, sign: str) -> bool:
        """Reads `sign` if it comes next; returns whether it did."""
        if not self._text.startswith(sign, self._at):
            return False
        self._at += len(sign)
        self._skip()
        return True

    def end(self) -> None:
        if self._at != len(self._text):
            raise Unparsable(f"expected the end at {self._text[self._at :][:20]!r}")

    def _quoted(self) -> str:
        match = QUOTED.match(self._text, self._at)
        if match is None:
            return ""
        self._at = match.end()
        self._expect_gap()
        return re.sub(r"\\(.)", r"\1", match[1])

    def _take(self, pattern: re.Pattern[str], what: str) -> str:
        match = pattern.match(self._text, self._at)
        if match is None:
            raise Unparsable(f"expected {what} at {self._text[self._at :][:20]!r}")
        self._at = match.end()
        self._skip()
        return match[0]

    def _expect(self, sign: str) -> None:
        if not self.takes(sign):
            raise Unparsable(f"expected {sign!r} at {self._text[self._at :][:20]!r}")

    def _expect_gap(self) -> None:
        """Requires a gap after a quoted string."""
        if self._text[self._at : self._at + 1] not in (" ", "\t", "(", ";", ""):
            raise Unparsable("expected a blank after a quoted string")
        self._skip()

    def _is_at(self, *signs: str) -> bool:
        """Returns whether one of the signs comes next; an empty sign stands for the end."""
        return self._text[self._at : self._at + 1] in signs

    def _skip(self) -> None:
        """Skips blanks and comments; comments may be nested."""
        while True:
            if match := BLANK.match(self._text, self._at):
                self._at = match.end()
            elif self._is_at("("):
                self._skip_comment()
            else:
                return

    def _skip_comment(self) -> None:
        depth = 0
        while self._at < len(self._text):
            sign = self._text[self._at]
            self._at += 2 if sign == "\\" else 1
            depth += {"(": 1, ")": -1}.get(sign, 0)
            if depth > DEEPEST:
                break
            if depth == 0:
                return
        raise Unparsable("expected the end of a comment")
