"""The extraction of the text of an answer: its first line that is not quoted, not a greeting, and not added by a mail
program.

Mail programs introduce a quotation in dozens of languages, so the introduction is recognised by its position: a few
lines that end with a colon, before a quotation. A similar line elsewhere is not taken as the answer either; then the
question is sent again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html.parser import HTMLParser

LONGEST = 500
MOST_LINES = 2000
MOST_HTML = 65_536
WRAPPED = 4  # the greatest number of lines of an attribution

QUOTED = re.compile(r"[>|»]")
COLONS = (":", "：")
ATTRIBUTING = re.compile(r".*(\d{4}|\d[:.h]\d\d|@|<)")
"""The first of several lines that name the quoted person. It contains a date, a time or an address."""
CUT = re.compile(r"--$|_{10,}$|-{2,}\s*\w.*\w\s*-{2,}$|begin forwarded message|début du message", re.IGNORECASE)
HEADER = re.compile(r"\*?[^\W\d_][^:：<@]{0,24}\*?\s?[:：]\*?\s*\S")
HEADERS = 3  # the lines that begin a message quoted without quote signs: its sender, its date, its subject
ADDED = re.compile(
    r"(sent (from|with)|get outlook|envoyé (depuis|de|à partir|avec)|(télécharger|obtenir) outlook|provenance"
    r"|gesendet (von|mit)|enviado (desde|con)|inviato da|verzonden (vanaf|met)|נשלח)\b|.*から送信$"
    r"|(hello|hi|hey|dear|bonjour|bonsoir|salut|cher|chère)\b[^.!?\d]{0,30}[,!.]?$|[^\d]{1,40}[,，、]$",
    re.IGNORECASE,
)
BREAKS = frozenset({"br", "p", "div", "li", "tr", "h1", "h2", "h3", "hr"})
HIDDEN = frozenset({"blockquote", "head", "style", "script", "title", "template"})
VOID = frozenset({"br", "hr", "img", "meta", "link", "input", "col", "wbr"})
QUOTES = re.compile(
    r"gmail_quote|gmail_attr|moz-cite-prefix|yahoo_quoted|protonmail_quote|divRplyFwdMsg|gmail_signature"
)


def first_line(text: str) -> str:
    """Returns the first line that the sender wrote, at most 500 characters; empty if there is none."""
    lines = [_plain(line) for line in text.splitlines()[:MOST_LINES]]
    at = 0
    while at < len(lines):
        line = lines[at]
        if CUT.match(line) or _headers(lines, at):
            return ""
        if length := _attribution(lines, at):
            at += length
        elif not line or QUOTED.match(line) or ADDED.match(line):
            at += 1
        else:
            return "" if "@" in line or line.endswith(COLONS) else line[:LONGEST].strip()
    return ""


def _headers(lines: Sequence[str], at: int) -> bool:
    """Returns whether a quoted message without quote signs begins here."""
    block = lines[at : at + HEADERS]
    return len(block) == HEADERS and all(map(HEADER.match, block))


def _plain(line: str) -> str:
    """Returns a line with invisible characters and repeated blanks replaced by single blanks."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in line[: 4 * LONGEST]).split())


def _attribution(lines: Sequence[str], at: int) -> int:
    """Returns the number of lines that introduce a quotation here; 0: none. They end with a colon, before a
    quotation.
    """
    for length in range(1, WRAPPED + 1):
        block = lines[at : at + length]
        if len(block) < length or not block[-1] or QUOTED.match(block[-1]):
            return 0
        if block[-1].endswith(COLONS):
            following = next(filter(None, lines[at + length :]), "")
            is_attribution = QUOTED.match(following) and (length == 1 or ATTRIBUTING.match(block[0]))
            return length if is_attribution else 0
    return 0


def text_of_html(html: str) -> str:
    """Returns the text of an HTML page, without its quotations."""
    reader = _QuoteReader()
    reader.feed(html[:MOST_HTML])
    reader.close()
    return "".join(reader.pieces)


class _QuoteReader(HTMLParser):
    """A parser that collects the text outside of quotations.

    hidden: the open elements from the first hidden element. As in a browser, closing an element closes the elements
    within it.
    """

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self.hidden: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = " ".join(value or "" for name, value in attrs if name in ("class", "id"))
        if tag in BREAKS:
            self.pieces.append("\n")
        if tag not in VOID and (self.hidden or tag in HIDDEN or QUOTES.search(named)):
            self.hidden.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in BREAKS:
            self.pieces.append("\n")
        if tag in self.hidden:
            while self.hidden.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.pieces.append(data.replace("\n", " "))
