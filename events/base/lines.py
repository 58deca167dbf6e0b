"""Lines that players write for others to read: plain text, without marks that nobody sees."""

from __future__ import annotations

import unicodedata

from events.base.exceptions import Fault, Malformed

_JOINERS = "\u200c\u200d"  # they shape letters of some scripts, and emoji


def clean_line(text: str, pointer: str, longest: int) -> str:
    """A text in its normal form, with single spaces. longest: signs, of which the normal form may have more.

    Raises Malformed if it has control characters, line ends, signs without a meaning, or marks of direction.
    """
    kinds = {unicodedata.category(sign) for sign in text if sign not in _JOINERS}
    line = " ".join(unicodedata.normalize("NFC", text).split())
    if any(kind.startswith("C") or kind in ("Zl", "Zp") for kind in kinds) or len(line) > longest:
        raise Malformed(Fault(pointer, "bad_characters"))
    return line
