"""What somebody wrote in an answer: its first line that is neither quoted, a greeting, nor added by a mail program."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html.parser import HTMLParser

LONGEST = 500
MOST_LINES = 2000
MOST_HTML = 65_536
WRAPPED = 4  # lines of an attribution, at most

QUOTED = re.compile(r"[>|»]")
ATTRIBUTED = re.compile(r"(wrote|writes|a écrit|écrivait|écrit)\s*:$", re.IGNORECASE)
ATTRIBUTING = re.compile(r"(on|le|in|dans|am|\d{4}-\d\d|\w+\.? \d|.*<\S+@)", re.IGNORECASE)
CUT = re.compile(
    r"--$|_{10,}$|-{2,}\s*(original message|message d['’]origine|message original|forwarded message|message transféré)"
    r"|begin forwarded message|début du message|\*?(from|de|expéditeur)\*?\s?:\s",
    re.IGNORECASE,
)
ADDED = re.compile(
    r"(sent (from|with)|get outlook|envoyé (depuis|de|à partir|avec)|(télécharger|obtenir) outlook|provenance)\b"
    r"|(hello|hi|hey|dear|bonjour|bonsoir|salut|cher|chère)\b[^.!?\d]{0,30}[,!.]?$",
    re.IGNORECASE,
)
BREAKS = frozenset({"br", "p", "div", "li", "tr", "h1", "h2", "h3", "hr"})
HIDDEN = frozenset({"blockquote", "head", "style", "script", "title", "template"})
VOID = frozenset({"br", "hr", "img", "meta", "link", "input", "col", "wbr"})
QUOTES = re.compile(
    r"gmail_quote|gmail_attr|moz-cite-prefix|yahoo_quoted|protonmail_quote|divRplyFwdMsg|gmail_signature"
)


def first_line(text: str) -> str:
    """The first line that its sender wrote, at most 500 characters; empty if there is none."""
    lines = [_plain(line) for line in text.splitlines()[:MOST_LINES]]
    at = 0
    while at < len(lines):
        line = lines[at]
        if CUT.match(line):
            return ""
        if length := _attribution(lines, at):
            at += length
        elif not line or QUOTED.match(line) or ADDED.match(line):
            at += 1
        else:
            return re.sub(r"(?<=\d)[.)]+$", "", line)[:LONGEST].strip()
    return ""


def _plain(line: str) -> str:
    """A line without what is invisible in it."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in line[: 4 * LONGEST]).split())


def _attribution(lines: Sequence[str], at: int) -> int:
    """How many lines say whom the sender quotes; 0: none."""
    for length in range(1, WRAPPED + 1):
        block = lines[at : at + length]
        if len(block) < length or not block[-1] or QUOTED.match(block[-1]):
            return 0
        if ATTRIBUTED.search(block[-1]):
            return length if ATTRIBUTING.match(block[0]) else 0
    return 0


def text_of_html(html: str) -> str:
    """The text of a page, without what it quotes."""
    reader = _Reader()
    reader.feed(html[:MOST_HTML])
    reader.close()
    return "".join(reader.pieces)


class _Reader(HTMLParser):
    """Collects text outside of quotes. depth: of elements within one that is left out."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self.depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = " ".join(value or "" for name, value in attrs if name in ("class", "id"))
        if tag in BREAKS:
            self.pieces.append("\n")
        if tag not in VOID and (self.depth or tag in HIDDEN or QUOTES.search(named)):
            self.depth += 1

    def handle_endtag(self, tag: str) -> None:
        if tag in BREAKS:
            self.pieces.append("\n")
        if self.depth and tag not in VOID:
            self.depth -= 1

    def handle_data(self, data: str) -> None:
        if not self.depth:
            self.pieces.append(data.replace("\n", " "))
