"""Names of players: which characters are allowed, and which names look alike."""

from __future__ import annotations

import re
import unicodedata

NAME = re.compile(r"[\w .'\-]{2,40}")
LETTERS = {
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "þ": "th", "ħ": "h", "ŧ": "t", "ŋ": "n",
    "ı": "i",
}  # fmt: skip
_LOOKALIKES = str.maketrans({"0": "o", "1": "l", "|": "l", **LETTERS})


def name_key(name: str) -> str:
    """What names that look alike have in common: no accents, no case, no difference of 0 and o or 1 and l."""
    return re.sub(r"[\s._'\-]+", "", bare(name)).translate(_LOOKALIKES).replace("i", "l")


def bare(name: str) -> str:
    """The letters of a name without accents and case."""
    letters = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
