"""A second, slow implementation of payments, written from RULES.md and sharing no code with the game.

A card counts as one token, or three of a kind count as one token together. A payment is legal if its tokens match the
units of the price one to one: a single card pays a unit of its own or a cheaper good, three of a kind pay a unit of a
dearer good.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

Goods = tuple[int, ...]
Token = tuple[int, bool]

SUBSTITUTIONS = {"unlimited": (99, 99), "one_higher": (1, 99), "one_each": (1, 1)}


def pays(cards: Goods, cost: Goods, mode: str) -> bool:
    """Returns whether some choice of three-of-a-kind tokens matches the price in this mode."""
    units = [rank for rank, number in enumerate(cost) for _ in range(number)]
    if not len(units) <= sum(cards) <= 3 * len(units):
        return False
    return any(len(tokens) == len(units) and _matched(tokens, units, *SUBSTITUTIONS[mode]) for tokens in _tokens(cards))


def all_payments(holds: Goods, cost: Goods, mode: str) -> set[Goods]:
    """Returns every selection of the cards in hand that pays."""
    return {cards for cards in product(*(range(number + 1) for number in holds)) if pays(cards, cost, mode)}


def _tokens(cards: Goods) -> Iterator[list[Token]]:
    for threes in product(*(range(number // 3 + 1) for number in cards)):
        singles = [(rank, False) for rank, n in enumerate(cards) for _ in range(n - 3 * threes[rank])]
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
