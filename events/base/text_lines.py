"""Texts written by players: plain text. Invisible characters and changes of the direction of writing are refused."""

from __future__ import annotations

import re
import unicodedata

from events.base.exceptions import FieldError, Malformed

_JOINERS = "\u200c\u200d"  # joiners shape letters of some scripts, and emoji
_BLANK = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u034f")  # invisible letters and marks
_LINES = re.compile(r"\n{3,}")


def clean_line(text: str, pointer: str) -> str:
    """Returns a text in its normal form, with single spaces.

    Raises Malformed for control characters, line ends, characters without a meaning, or direction marks.
    """
    _require_visible(text, pointer)
    return " ".join(unicodedata.normalize("NFC", text).split())


def clean_text(text: str, pointer: str) -> str:
    """Returns a text of several lines in its normal form, with at most one empty line at a time. Raises Malformed."""
    text = text.replace("\r\n", "\n")
    _require_visible(text.replace("\n", " "), pointer)
    lines = [" ".join(line.split()) for line in unicodedata.normalize("NFC", text).split("\n")]
    return _LINES.sub("\n\n", "\n".join(lines)).strip("\n")


def _require_visible(text: str, pointer: str) -> None:
    """Raises Malformed for invisible characters, and for a text without a visible character."""
    signs = [sign for sign in text if sign not in _JOINERS]
    kinds = {unicodedata.category(sign) for sign in signs}
    is_hidden = any(kind.startswith("C") or kind in ("Zl", "Zp") for kind in kinds) or not _BLANK.isdisjoint(signs)
    if is_hidden or (text.strip() and not any(kind[0] in "LNPS" for kind in kinds)):
        raise Malformed(FieldError(pointer, "bad_characters"))
