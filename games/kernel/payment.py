"""A slot for paying: cards worth at least what is owed, without change.

Payments are counted and sampled without listing them. Cards that depend on each other are kept together in bundles;
a payment is one selection from each bundle. What is still to come depends only on the sum so far and on a few marks, so
that one table over (bundle, sum, marks) counts them all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from math import factorial
from typing import NamedTuple

from games.kernel.bundle import Bundle, Kind, Needs, bundles, closed
from games.kernel.deck import CardId
from games.kernel.rng import Draws, shuffled
from games.kernel.shape import BOOLEAN, INTEGER, array, mapping
from games.kernel.slots import Json, Slot, list_reason

OBLIGED, FREEING, SMALLEST = 1, 2, 4


class Progress(NamedTuple):
    """What matters of the bundles passed: their worth (capped), their number of cards (if it matters), their marks."""

    worth: int = 0
    size: int = 0
    marks: int = 0


class Payment(Slot):
    """Different cards worth at least `owed`; where all together are worth less, all of them (or, with `short` false,
    there is no payment).

    worth: card -> its worth; `list` gives cheap payments from the last cards first.
    needs: card -> alternatives, of which one must be paid in full where the card is paid.
    minimal: none may be superfluous: without the smallest card the rest must be worth less than is owed; a card of
    `freeing` among the paid lifts this. must: at least one of these is paid. ordered: the order is chosen too.

    >>> list(Payment({1: 1, 2: 2, 5: 5}, owed=3)), Payment({1: 1, 2: 2, 5: 5}, owed=3).count()
    ([[5], [2, 5], [1, 5], [1, 2], [1, 2, 5]], 5)
    >>> list(Payment({1: 1, 2: 2, 5: 5}, owed=3, minimal=True))
    [[1, 2], [5]]
    """

    __slots__ = ("worth", "owed", "needs", "minimal", "freeing", "must", "short", "is_ordered", "_cases")
    kind = "payment"
    shape = {
        "worth": mapping(INTEGER), "owed": INTEGER, "needs": mapping(array(array(INTEGER))), "minimal": BOOLEAN,
        "freeing": array(INTEGER), "must": array(INTEGER), "short": BOOLEAN, "ordered": BOOLEAN,
    }  # fmt: skip

    def __init__(
        self,
        worth: Mapping[CardId, int],
        owed: int,
        needs: Needs | None = None,
        *,
        minimal: bool = False,
        freeing: Sequence[CardId] = (),
        must: Sequence[CardId] = (),
        short: bool = True,
        ordered: bool = False,
        private: bool = False,
    ) -> None:
        self.worth, self.owed, self.needs = dict(worth), owed, dict(needs or {})
        self.minimal, self.freeing, self.must = minimal, tuple(freeing), tuple(must)
        self.short, self.is_ordered, self.private = short, ordered, private
        self._cases: list[Case] | None = None

    @property
    def ordered(self) -> bool:  # type: ignore[override]
        """Whether the order of the cards is part of the payment."""
        return self.is_ordered

    @property
    def takes_all(self) -> bool:
        """Whether all cards together are worth less than is owed, so that all are given."""
        return self.short and sum(self.worth.values()) < self.owed

    def reason(self, value: Json) -> str | None:
        return list_reason(value, tuple(self.worth), range(len(self.worth) + 1)) or self._unfit(value)

    def _unfit(self, cards: Sequence[CardId]) -> str | None:
        worths = [self.worth[card] for card in cards]
        if self.takes_all:
            return None if len(cards) == len(self.worth) else "too_little"
        if sum(worths) < self.owed:
            return "too_little"
        if not closed(cards, self.needs):
            return "needs_another_card"
        if self.must and not any(card in cards for card in self.must):
            return "lacks_a_card"
        is_free = not self.minimal or any(card in cards for card in self.freeing)
        return None if is_free or not worths or sum(worths) - min(worths) < self.owed else "superfluous_card"

    def __iter__(self) -> Iterator[Json]:
        for cards in self._sets():
            yield from map(list, permutations(cards)) if self.is_ordered else [list(cards)]

    def _sets(self) -> Iterator[tuple[CardId, ...]]:
        if self.takes_all:
            yield tuple(self.worth)
            return
        for case in self._all_cases():
            yield from (self._sorted(cards) for cards in case.listed())

    def count(self) -> int:
        if self.takes_all:
            return factorial(len(self.worth)) if self.is_ordered else 1
        return sum(case.count() for case in self._all_cases())

    def __bool__(self) -> bool:
        is_plain = not self.must and not (self.minimal and self.needs)
        return self.takes_all or (is_plain and sum(self.worth.values()) >= self.owed) or self.count() > 0

    def sample(self, draws: Draws) -> Json:
        cards = tuple(self.worth) if self.takes_all else self._sorted(self._drawn(draws))
        return list(shuffled(cards, draws) if self.is_ordered else cards)

    def _drawn(self, draws: Draws) -> Sequence[CardId]:
        nth = draws.below(self.count())
        for case in self._all_cases():
            if nth < case.count():
                return case.nth(nth)
            nth -= case.count()
        raise AssertionError("the count of payments is the sum of its cases' counts")

    def normal(self, value: Json) -> Json:
        return value if self.is_ordered else list(self._sorted(value))

    def _sorted(self, cards: Sequence[CardId]) -> tuple[CardId, ...]:
        chosen = set(cards)
        return tuple(card for card in self.worth if card in chosen)

    def to_json(self) -> dict[str, Json]:
        return {
            "slot": self.kind,
            "worth": {str(card): worth for card, worth in self.worth.items()},
            "owed": self.owed,
            "needs": {str(card): [list(cards) for cards in needed] for card, needed in self.needs.items()},
            "minimal": self.minimal,
            "freeing": list(self.freeing),
            "must": list(self.must),
            "short": self.short,
            "ordered": self.is_ordered,
        }

    def _all_cases(self) -> list[Case]:
        """Disjoint cases whose payments together are all: one, or if minimal, one for each smallest worth."""
        if self._cases is None:
            rows = [Bundle(cards, self._kind, self.needs) for cards in bundles(self.worth, self.needs)]
            obliged = OBLIGED if self.must else 0
            if not self.minimal:
                self._cases = [Case(rows, self.owed, None, obliged, self.is_ordered)]
            else:
                smallest = sorted({worth for worth in self.worth.values() if worth > 0})
                self._cases = [Case(rows, self.owed, least, obliged, self.is_ordered) for least in smallest]
                if self.freeing:
                    self._cases.append(Case(rows, self.owed, None, obliged | FREEING, self.is_ordered))
                if self.owed <= 0 and not self.must:
                    self._cases.append(Case([], 0, None, 0, self.is_ordered))
        return self._cases

    def _kind(self, card: CardId) -> Kind:
        worth = self.worth[card]
        return Kind(1, worth, OBLIGED * (card in self.must) | FREEING * (card in self.freeing), worth)


class Case:
    """The payments of one kind, as a table over bundles.

    smallest: the worth of the smallest card, which must not be superfluous; None: any cards.
    marks: those that a payment must have.
    """

    def __init__(self, rows: Sequence[Bundle], owed: int, smallest: int | None, marks: int, ordered: bool) -> None:
        self.owed, self.ordered = owed, ordered
        self.marks = marks if smallest is None else marks | SMALLEST
        self.limit = owed if smallest is None else owed + smallest - 1
        self.capped = smallest is None
        self.rows = rows
        self._seen = [
            {kind: kind for kind in row.kinds} if smallest is None else minimal(row, smallest) for row in rows
        ]
        self._steps = [
            [(seen, row.kinds[kind]) for kind, seen in kinds.items()]
            for row, kinds in zip(rows, self._seen, strict=True)
        ]
        self._ways: list[dict[Progress, int]] = [{} for _ in range(len(rows) + 1)]

    def count(self) -> int:
        """How many payments there are."""
        return self._count(0, Progress())

    def _count(self, row: int, so_far: Progress) -> int:
        """In how many ways the bundles from this one on complete a payment."""
        known = self._ways[row].get(so_far)
        if known is None:
            if row == len(self.rows):
                known = self._final(so_far)
            else:
                known = 0
                for seen, number in self._steps[row]:
                    step = self._after(so_far, seen)
                    if step is not None:
                        known += number * self._count(row + 1, step)
            self._ways[row][so_far] = known
        return known

    def _onward(self, row: int, so_far: Progress) -> dict[Kind, int]:
        """The kinds of selections from a bundle that can be completed to payments, and in how many ways."""
        onward = {}
        for kind, seen in self._seen[row].items():
            step = self._after(so_far, seen)
            if step is not None and (ways := self._count(row + 1, step)):
                onward[kind] = ways
        return onward

    def _final(self, paid: Progress) -> int:
        is_payment = paid.worth >= self.owed and paid.marks & self.marks == self.marks
        return factorial(paid.size) if is_payment else 0

    def _after(self, so_far: Progress, selection: Kind) -> Progress | None:
        worth = so_far.worth + selection.worth
        if worth > self.limit:
            if not self.capped:
                return None
            worth = self.limit
        size = so_far.size + selection.size if self.ordered else 0
        return Progress(worth, size, (so_far.marks | selection.marks) & self.marks)

    def nth(self, nth: int) -> tuple[CardId, ...]:
        """The cards of the payment of that number."""
        cards: tuple[CardId, ...] = ()
        so_far: Progress | None = Progress()
        for row, bundle in enumerate(self.rows):
            assert so_far is not None, "a number below the count leads to a payment"
            chosen, kind, nth = bundle.nth(nth, self._onward(row, so_far))
            cards, so_far = cards + chosen, self._after(so_far, self._seen[row][kind])
        return cards

    def listed(self, row: int = 0, so_far: Progress | None = None) -> Iterator[tuple[CardId, ...]]:
        """All payments, those first that spare the first bundles."""
        so_far = so_far or Progress()
        if row == len(self.rows):
            yield ()
            return
        for cards, kind in self.rows[row].listed(self._onward(row, so_far)):
            step = self._after(so_far, self._seen[row][kind])
            yield from (cards + others for others in self.listed(row + 1, step))


def minimal(bundle: Bundle, smallest: int) -> dict[Kind, Kind]:
    """The kinds whose smallest card is worth at least so much, and each with a mark if it holds such a card."""
    return {
        kind: kind._replace(marks=kind.marks | SMALLEST * (kind.smallest == smallest))
        for kind in bundle.kinds
        if (kind.smallest is None or kind.smallest >= smallest) and not kind.marks & FREEING
    }
