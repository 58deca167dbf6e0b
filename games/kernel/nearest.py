"""Finds the name that the sender of an unknown name probably meant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

SIMILAR = 0.7  # of the letters of both names: with three letters each, one wrong letter is too many
LONGEST, MOST = 64, 200
"""The longest name, and the most names, to compare: the comparison takes quadratic time, and strangers send names."""


def nearest(name: object, names: Iterable[object]) -> str | None:
    """Returns the most similar of some texts; None if no text is similar, or the name is not a text.

    >>> nearest("gam", ["game", "seats"]), nearest("chess", ["game", "seats"])
    ('game', None)
    """
    if not isinstance(name, str) or len(name) > LONGEST:
        return None
    known = [each for each in names if isinstance(each, str) and each != name][:MOST]
    by_case = {each.casefold(): each for each in reversed(known)}
    close = get_close_matches(name.casefold(), by_case, n=1, cutoff=SIMILAR)
    return by_case[close[0]] if close else None


def meant(name: object, names: Iterable[object]) -> Mapping[str, str]:
    """Returns the nearest name as a parameter `nearest` of a refusal; an empty mapping if no name is near."""
    found = nearest(name, names)
    return {} if found is None else {"nearest": found}
