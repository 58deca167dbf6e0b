"""Names of players: the allowed characters, and the recognition of names that look alike."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from events.base.texts import texts_of

NAME = re.compile(r"[\w .'\-]{2,40}")
LETTERS = {
    "ß": "ss",
    "æ": "ae",
    "œ": "oe",
    "ø": "o",
    "đ": "d",
    "ð": "d",
    "ł": "l",
    "þ": "th",
    "ħ": "h",
    "ŧ": "t",
    "ŋ": "n",
    "ı": "i",
}
_LOOKALIKES = str.maketrans({"0": "o", "1": "l", "|": "l", **LETTERS})


def name_key(name: str) -> str:
    """Returns a key that is equal for similar names.

    It ignores accents, case, punctuation, and the difference of 0 and o or 1 and l.
    """
    return re.sub(r"[\s._'\-]+", "", bare(name)).translate(_LOOKALIKES).replace("i", "l")


@cache
def _reserved() -> frozenset[str]:
    """Returns the keys of the words that sentences use for seats, pronouns and the server, in all languages."""
    lists = texts_of("reserved").values()
    words = [word for each in lists for word in each["words"]]
    words += [f"{word} {number}" for each in lists for word in each["numbered"] for number in range(100)]
    return frozenset(map(name_key, words))


def is_reserved(name: str) -> bool:
    """Returns whether a name looks like the name of a seat, a pronoun or the name of the server."""
    return name_key(name) in _reserved()


def bare(name: str) -> str:
    """Returns the letters of a name without accents and case."""
    letters = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
