"""Texts that players write for others to read: one line, without marks that nobody sees."""

from __future__ import annotations

import unicodedata

from events.base.exceptions import Fault, Malformed

_JOINERS = "\u200c\u200d"  # they shape letters of some scripts, and emoji


def clean_line(text: str, pointer: str) -> str:
    """A text in its normal form. Raises Malformed if it has control characters, line ends, or marks that turn the
    direction of what follows.
    """
    if any(unicodedata.category(sign)[0] == "C" and sign not in _JOINERS for sign in text):
        raise Malformed(Fault(pointer, "bad_characters"))
    if any(unicodedata.category(sign) in ("Zl", "Zp") for sign in text):
        raise Malformed(Fault(pointer, "bad_characters"))
    return " ".join(unicodedata.normalize("NFC", text).split())


def clean_about(text: str) -> str:
    """The description of a club. Raises Malformed."""
    return clean_line(text, "/about")
