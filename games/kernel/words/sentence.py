"""Sentences as patterns with named blanks, in any language. The web client has the same function in `words/pattern.js`.

    {seat}                       what fills the blank `seat`
    {doubles|time|times}         the form of a word that agrees with what fills `doubles`
    [, doubled by {doubles}]     left out if one of its blanks is empty

The forms of a word stand in the order singular and plural for a number, and you, one other, several for seats. A form
that is not there is the last one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

BLANK = re.compile(r"\{(\w+)((?:\|[^{}|]*)*)\}")
OPTIONAL = re.compile(r"\[([^\[\]]*)\]")


class Term(NamedTuple):
    """What fills a blank: its text, and the form of the words that agree with it.

    is_none: whether an optional part with it is left out, as for no coins; an empty text always is.
    """

    text: str
    form: int = 0
    is_none: bool = False


class Unfilled(KeyError):
    """A blank of a pattern that nothing fills."""


def filled(pattern: str, terms: Mapping[str, Term]) -> str:
    """A pattern with its blanks filled. Raises Unfilled if a blank outside an optional part has no term.

    >>> filled("{seat} {seat|draw|draws} {n} {n|card|cards}[ for {coins}]", {"seat": Term("Ada", 1), "n": Term("1")})
    'Ada draws 1 card'
    """

    def optional(part: re.Match[str]) -> str:
        filling = (terms.get(name, Term("")) for name in blanks(part[1]))
        return part[1] if all(term.text and not term.is_none for term in filling) else ""

    def blank(match: re.Match[str]) -> str:
        if match[1] not in terms:
            raise Unfilled(match[1])
        term, forms = terms[match[1]], match[2].split("|")[1:]
        return forms[min(term.form, len(forms) - 1)] if forms else term.text

    return begun(BLANK.sub(blank, OPTIONAL.sub(optional, pattern)))


def blanks(pattern: str) -> tuple[str, ...]:
    """The names of a pattern's blanks, each once.

    >>> blanks("{seat} {seat|pay|pays} {owed}M[ to {to}]")
    ('seat', 'owed', 'to')
    """
    return tuple(dict.fromkeys(match[1] for match in BLANK.finditer(pattern)))


def begun(sentence: str) -> str:
    """A sentence with a capital letter, and without spaces around it or a comma at its end."""
    sentence = sentence.strip().rstrip(" ,;")
    return sentence[:1].upper() + sentence[1:]
