"""The nearest of several names to one that is unknown: what its writer probably meant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

SIMILAR = 0.7  # of the letters of both names: between three letters and three others, one letter is too many
LONGEST, MOST = 64, 200
"""How long a name, and how many, are compared: that takes quadratic time, and the name comes from a stranger."""


def nearest(name: object, names: Iterable[object]) -> str | None:
    """The most similar of some texts; None if none is similar, or the name is no text.

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
    """The nearest name as a parameter of a refusal, `nearest`; none without one."""
    found = nearest(name, names)
    return {} if found is None else {"nearest": found}
