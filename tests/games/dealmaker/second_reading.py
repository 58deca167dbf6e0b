"""Paying read a second time, word by word from the dossier of the rules, and as slowly as that is.

A card that is shown is a token by itself, or one of three of a kind that are a token together. A payment is good if
its tokens and the units that are asked for can be matched one to one: a card with a unit of its own good or of a
cheaper one, three of a kind with a unit of a dearer good.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

Goods = tuple[int, ...]
Token = tuple[int, bool]

SUBSTITUTIONS = {"unlimited": (99, 99), "one_higher": (1, 99), "one_each": (1, 1)}


def pays(shown: Goods, asked: Goods, mode: str) -> bool:
    """Whether some choice of threes has a matching within the mode."""
    units = [rank for rank, number in enumerate(asked) for _ in range(number)]
    if not len(units) <= sum(shown) <= 3 * len(units):
        return False
    return any(len(tokens) == len(units) and _matched(tokens, units, *SUBSTITUTIONS[mode]) for tokens in _tokens(shown))


def all_payments(holds: Goods, asked: Goods, mode: str) -> set[Goods]:
    """Every selection of the cards held that pays."""
    return {shown for shown in product(*(range(number + 1) for number in holds)) if pays(shown, asked, mode)}


def _tokens(shown: Goods) -> Iterator[list[Token]]:
    for threes in product(*(range(number // 3 + 1) for number in shown)):
        singles = [(rank, False) for rank, n in enumerate(shown) for _ in range(n - 3 * threes[rank])]
        yield singles + [(rank, True) for rank, n in enumerate(threes) for _ in range(n)]


def _matched(tokens: list[Token], units: list[int], higher: int, triples: int) -> bool:
    if not units:
        return True
    for place, (rank, is_three) in enumerate(tokens):
        rest = tokens[:place] + tokens[place + 1 :]
        if (rank, is_three) in tokens[:place]:
            continue
        if is_three and rank < units[0] and triples and _matched(rest, units[1:], higher, triples - 1):
            return True
        if not is_three and rank == units[0] and _matched(rest, units[1:], higher, triples):
            return True
        if not is_three and rank > units[0] and higher and _matched(rest, units[1:], higher - 1, triples):
            return True
    return False
