"""Payments of a price, with the two substitutions (rules, 'Le deal').

Goods are counted by rank, cheapest first: `(0, 3, 0, 2, 0, 0)` is three vinegar and two carpets. Each unit of a price
is paid by exactly one of these: a card of that good, one card of any more valuable good, or three identical cards of a
cheaper good. A payment contains no other card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import ge
from typing import NamedTuple

Goods = tuple[int, ...]


class SubstitutionLimits(NamedTuple):
    """The remaining substitutions in a deal.

    higher: by one more valuable card; triples: by three less valuable cards.
    """

    higher: int
    triples: int


NO_LIMIT = 1_000
LIMITS = {
    "unlimited": SubstitutionLimits(NO_LIMIT, NO_LIMIT),
    "one_higher": SubstitutionLimits(1, NO_LIMIT),
    "one_each": SubstitutionLimits(1, 1),
}


def payments(holds: Goods, price: Goods, limits: SubstitutionLimits) -> Iterator[Goods]:
    """Yields each payment of a price with these goods once; payments with most cards of the price's goods come first.

    >>> list(payments((3, 0, 1, 0), (0, 0, 2, 0), LIMITS["unlimited"]))
    [(3, 0, 1, 0)]
    """
    units = [(rank, number) for rank, number in enumerate(price) if number]
    if len(units) < 2:
        yield from _ways(holds, units, limits)
        return
    seen = set()
    for spent in _ways(holds, units, limits):
        if spent not in seen:
            seen.add(spent)
            yield spent


@lru_cache(maxsize=1 << 12)
def can_pay(holds: Goods, price: Goods, limits: SubstitutionLimits) -> bool:
    """Returns whether some of these goods pay the price. This function runs for every tile whenever a seat may buy."""
    return _is_payable(holds, price, limits, exactly=False)


def pays(shown: Goods, price: Goods, limits: SubstitutionLimits) -> bool:
    """Returns whether exactly these goods pay the price: all units are paid, and no card is superfluous."""
    return _is_payable(shown, price, limits, exactly=True)


def reduced(price: Goods) -> tuple[Goods, ...]:
    """Returns the prices at the sales: the price with one unit less, of any good in it (rules, 'Soldes')."""
    return tuple(
        tuple(number - (rank == dropped) for rank, number in enumerate(price))
        for dropped, units in enumerate(price)
        if units
    )


class PaymentState(NamedTuple):
    """The state after the cheaper goods are considered.

    unpaid: the units that need a dearer card. triples: the sets of three cards that need a dearer unit. limits: the
    remaining substitutions, at most as many as there are units.
    """

    unpaid: int
    triples: int
    limits: SubstitutionLimits


def _is_payable(holds: Goods, price: Goods, limits: SubstitutionLimits, exactly: bool) -> bool:
    """Returns whether some of these goods pay a price. exactly: whether all of them together must pay it.

    The function considers each good once, cheapest first, with the set of possible states. There are at most (units +
    1) ** 2 states for each value of the limits, so the time is polynomial in the units of the price.
    """
    if not exactly:
        if all(map(ge, holds, price)):
            return True
        if _lacks_cards(holds, price, limits):
            return False
    units = sum(price)
    parts = {PaymentState(0, 0, SubstitutionLimits(min(limits.higher, units), min(limits.triples, units)))}
    for held, required in zip(holds, price, strict=True):
        parts = {after for part in parts for after in _parts_after(part, held, required, units, exactly)}
    return any(part.unpaid == 0 and not (exactly and part.triples) for part in parts)


def _lacks_cards(holds: Goods, price: Goods, limits: SubstitutionLimits) -> bool:
    """Returns whether the dearest goods of a price need more cards than the seat holds; a quick test.

    Each unit of these goods takes a card of one of these goods, or three identical cards of a cheaper good.
    """
    units = cards = 0
    triples = sum([number // 3 for number in holds])
    for held, required in zip(reversed(holds), reversed(price), strict=True):
        units, cards, triples = units + required, cards + held, triples - held // 3
        if units > cards and units > cards + min(triples, limits.triples):
            return True
    return False


def _parts_after(part: PaymentState, held: int, required: int, units: int, exactly: bool) -> Iterator[PaymentState]:
    """Yields the states after the next good. held, required: the numbers of this good."""
    for higher in range(min(part.unpaid, part.limits.higher, held) + 1):
        for triples in range(min(part.triples, part.limits.triples, required) + 1):
            for exact in range(min(required - triples, held - higher) + 1):
                rest = held - higher - exact
                if exactly and (rest % 3 or part.triples - triples + rest // 3 > units):
                    continue
                waiting = min(part.triples - triples + rest // 3, units)
                left = _left(part.limits, higher, triples, units)
                yield PaymentState(part.unpaid - higher + required - triples - exact, waiting, left)


def _left(limits: SubstitutionLimits, higher: int, triples: int, units: int) -> SubstitutionLimits:
    """Returns the remaining limits; does not decrease a limit that cannot be reached."""
    return SubstitutionLimits(
        limits.higher - higher if limits.higher < units else units,
        limits.triples - triples if limits.triples < units else units,
    )


def _ways(holds: Goods, units: Sequence[tuple[int, int]], limits: SubstitutionLimits) -> Iterator[Goods]:
    """Yields payments, good by good; with several goods, the same payment may be yielded more than once."""
    if not units:
        yield (0,) * len(holds)
        return
    rank, number = units[0]
    for spent, left in _one_good(holds, rank, number, limits):
        rest = tuple(have - gone for have, gone in zip(holds, spent, strict=True))
        for more in _ways(rest, units[1:], left):
            yield tuple(one + other for one, other in zip(spent, more, strict=True))


def _one_good(
    holds: Goods, rank: int, number: int, limits: SubstitutionLimits
) -> Iterator[tuple[Goods, SubstitutionLimits]]:
    """Yields every way to pay a number of units of one good, with the limits that remain."""
    cheaper, dearer = tuple(have // 3 for have in holds[:rank]), holds[rank + 1 :]
    most_higher, most_triples = min(sum(dearer), limits.higher), min(sum(cheaper), limits.triples)
    for exact in range(min(number, holds[rank]), -1, -1):
        for higher in range(min(number - exact, most_higher), -1, -1):
            triples = number - exact - higher
            if triples > most_triples:
                break
            left = SubstitutionLimits(limits.higher - higher, limits.triples - triples)
            for singles in _shared(dearer, higher):
                for threes in _shared(cheaper, triples):
                    yield (*(3 * three for three in threes), exact, *singles), left


def _shared(most: Goods, total: int) -> Iterator[Goods]:
    """Yields every way to take a total of `total` cards from piles of these sizes."""
    if not most:
        if total == 0:
            yield ()
        return
    for number in range(max(0, total - sum(most[1:])), min(most[0], total) + 1):
        for others in _shared(most[1:], total - number):
            yield (number, *others)
