"""Sentences as patterns with named blanks, in any language. The web client has the same code in `words/pattern.js`.

    {seat}                       the text that fills the blank `seat`
    {doubles|time|times}         the form of a word that agrees with the value of `doubles`
    {target||, from *}           a form that contains the value of `target`; here not said to `you`
    [, doubled by {doubles}]     left out if one of its blanks is empty

The forms of a word have a fixed order: singular and plural for a number; you, one other seat, several, several with you
for seats. The last form replaces missing ones. Two words agree without forms: `de {seat}` and `que {seat}` (and `de *`
and `que *` in a form) lose their vowel before another vowel (d’Ada), and `{seat}’s` becomes `your` if the text
addresses the seat.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import NamedTuple

ELIDED = re.compile(r"\b([Dd]|[Qq]u)e (?=\{(\w+)\})")
ELIDED_IN_FORM = re.compile(r"\b([Dd]|[Qq]u)e (?=\*)")
OWNED = re.compile(r"\{(\w+)\}’s")
VOWEL = re.compile(r"[aeiouœæh]|y[^aeiou]", re.IGNORECASE)
BLANK = re.compile(r"\{(\w+)((?:\|[^{}|]*)*)\}")
NUMBERED = re.compile(r"\d+ ([^\W\d]+)")
OPTIONAL = re.compile(r"\[([^\[\]]*)\]")


class Term(NamedTuple):
    """A text for a blank, and the form of the words that agree with it.

    is_none: whether an optional part with the term is left out, as for no coins; an empty text is always left out.
    """

    text: str
    form: int = 0
    is_none: bool = False


class Unfilled(KeyError):
    """Error for a blank of a pattern that has no term."""


def filled(pattern: str, terms: Mapping[str, Term]) -> str:
    """Fills a pattern's blanks. Raises Unfilled if a blank outside an optional part has no term.

    >>> filled("{seat} {seat|draw|draws} {n} {n|card|cards}[ for {coins}]", {"seat": Term("Ada", 1), "n": Term("1")})
    'Ada draws 1 card'
    """

    def elided(match: re.Match[str]) -> str:
        term = terms.get(match[2])
        return f"{match[1]}’" if term is not None and begins_with_vowel(term.text) else match[0]

    def owned(match: re.Match[str]) -> str:
        term = terms.get(match[1])
        return f"{{{match[1]}|your}}" if term is not None and term.text == "you" else match[0]

    def optional(part: re.Match[str]) -> str:
        filling = (terms.get(name, Term("")) for name in blanks(part[1]))
        return part[1] if all(term.text and not term.is_none for term in filling) else ""

    def blank(match: re.Match[str]) -> str:
        if match[1] not in terms:
            raise Unfilled(match[1])
        term, forms = terms[match[1]], match[2].split("|")[1:]
        if not forms:
            return term.text
        form = forms[min(term.form, len(forms) - 1)]
        return (ELIDED_IN_FORM.sub(r"\1’", form) if begins_with_vowel(term.text) else form).replace("*", term.text)

    said = OWNED.sub(owned, ELIDED.sub(elided, OPTIONAL.sub(optional, pattern)))
    return begun(BLANK.sub(blank, said))


def begins_with_vowel(text: str) -> bool:
    """Returns whether a French word before a text loses its vowel; names with H count, since most of them are elided.

    >>> [begins_with_vowel(name) for name in ("Éléonore", "Yves", "Yann", "Zoé", "11")]
    [True, True, False, False, False]
    """
    return VOWEL.match("".join(sign for sign in unicodedata.normalize("NFD", text[:2]) if sign.isalnum())) is not None


def blanks(pattern: str) -> tuple[str, ...]:
    """Returns the names of a pattern's blanks, each once.

    >>> blanks("{seat} {seat|pay|pays} {owed}M[ to {to}]")
    ('seat', 'owed', 'to')
    """
    return tuple(dict.fromkeys(match[1] for match in BLANK.finditer(pattern)))


def begun(sentence: str) -> str:
    """Returns a sentence with a capital letter, without surrounding spaces or a final comma."""
    sentence = sentence.strip().rstrip(" ,;")
    return sentence[:1].upper() + sentence[1:]


def stopped(sentence: str) -> str:
    """Returns a sentence with a full stop."""
    return sentence if not sentence or sentence.endswith((".", "!", "?", "…")) else f"{sentence}."


def inside(title: str) -> str:
    """Returns a word's title for use within a sentence; a proper name keeps its capital.

    >>> inside("Face up"), inside("Greater Dalmuti")
    ('face up', 'Greater Dalmuti')
    """
    return title if any(letter.isupper() for letter in title[1:]) else title[:1].lower() + title[1:]


def unnumbered(title: str) -> str:
    """Returns the name of a good without the number that precedes it on its card.

    >>> unnumbered("3 Tea"), unnumbered("12"), unnumbered("2 diamonds: 5 points")
    ('Tea', '12', '2 diamonds: 5 points')
    """
    numbered = NUMBERED.fullmatch(title)
    return numbered[1] if numbered else title
