"""A slot for payments: cards worth at least the debt, without change.

Payments are counted and sampled without listing them. Cards that depend on each other form a bundle; a payment is one
selection from each bundle. Whether a selection completes a payment depends on two facts only: the sum so far, and
whether the smallest card is chosen. So one table over (bundle, sum, holds the smallest) counts all payments.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from games.kernel.deck import CardId
from games.kernel.rng import Draws
from games.kernel.shape import BOOLEAN, INTEGER, array, field, mapping
from games.kernel.slots import Json, Slot, list_reason, stranger
from games.kernel.state import tupled
from games.monopoly_deal.bundle import CardBundle, Needs, SelectionKind, bundles, closed

UNUSED: Mapping[str, Json] = {"freeing": [], "must": [], "short": True, "ordered": False}
"""Members of the slot's JSON that clients may read. They are constant, since this game offers no such choice."""


NEEDS = mapping(array(array(INTEGER)))


class Progress(NamedTuple):
    """The state of a payment so far: its worth, capped, and whether it contains the payment's smallest card."""

    worth: int = 0
    holds_smallest: bool = False


class Payment(Slot):
    """Different cards worth at least `owed`; all cards, if their total worth is less.

    worth: card -> its worth; the list of payments begins with cheap payments made of the last cards. needs: card ->
    alternatives; if the card is paid, one alternative must be paid in full. minimal: whether no card may be
    superfluous: without the smallest card, the others must be worth less than the debt. paid: cards that are already
    chosen and are paid with the answer.

    >>> list(Payment({1: 1, 2: 2, 5: 5}, owed=3)), Payment({1: 1, 2: 2, 5: 5}, owed=3).count()
    ([[5], [2, 5], [1, 5], [1, 2], [1, 2, 5]], 5)
    >>> list(Payment({1: 1, 2: 2, 5: 5}, owed=3, minimal=True))
    [[1, 2], [5]]
    """

    __slots__ = ("worth", "owed", "needs", "minimal", "paid", "_cases")
    kind = "payment"
    shape = {
        "worth": field(
            mapping(INTEGER),
            "The cards that can be paid, each with its worth in millions.",
            {"12": 3, "40": 1, "77": 5},
        ),
        "owed": field(INTEGER, "The least that the cards must be worth together; less only if all are paid.", 4),
        "needs": field(
            NEEDS, "For some cards, lists of cards; one list must be paid in full with the card.", {"12": [[40]]}
        ),
        "minimal": field(BOOLEAN, "Whether the cards without the least of them must be worth too little.", False),
        "freeing": field(array(INTEGER), "Always empty.", []),
        "must": field(array(INTEGER), "Always empty.", []),
        "short": field(BOOLEAN, "Always true: all cards pay a debt that they do not cover.", True),
        "ordered": field(BOOLEAN, "Always false: the order of the cards does not matter.", False),
    }
    optional = {
        "paid": field(
            mapping(INTEGER),
            "The cards that are chosen already and are paid too, with their worth.",
            {"9": 1},
        )
    }
    answer = field(array(INTEGER), "The cards to pay with, in any order.", [12, 40])

    def __init__(
        self,
        worth: Mapping[CardId, int],
        owed: int,
        needs: Needs | None = None,
        *,
        minimal: bool = False,
        paid: Sequence[CardId] = (),
    ) -> None:
        self.worth, self.owed, self.needs, self.minimal = dict(worth), owed, dict(needs or {}), minimal
        self.private, self.paid = False, tuple(paid)
        self._cases: list[Case] | None = None

    @property
    def takes_all(self) -> bool:
        """True if all cards together are worth less than the debt, so that all are paid."""
        return sum(self.worth.values()) < self.owed

    def reason(self, value: Json) -> str | None:
        reason = list_reason(value, self._left(self.worth), range(len(self.worth) + 1))
        return reason or self._unfit([*self.paid, *value])

    def rest(self, value: Json) -> Slot | None:
        """Returns the payments that contain these cards; these cards are left out of them.

        >>> list(Payment({1: 1, 2: 2, 5: 5}, owed=3, minimal=True).rest([1]))
        [[2]]
        """
        if list_reason(value, self._left(self.worth), range(len(self.worth) + 1)) is not None:
            return None
        return Payment(self.worth, self.owed, self.needs, minimal=self.minimal, paid=self._sorted([*self.paid, *value]))

    def _left(self, cards: Iterable[CardId]) -> tuple[CardId, ...]:
        """Returns the cards that are not paid yet."""
        return tuple([card for card in cards if card not in self.paid]) if self.paid else tuple(cards)

    def _unfit(self, cards: Sequence[CardId]) -> str | None:
        worths = [self.worth[card] for card in cards]
        if self.takes_all:
            return None if len(cards) == len(self.worth) else "too_little"
        if sum(worths) < self.owed:
            return "too_little"
        if not closed(cards, self.needs):
            return "needs_another_card"
        is_superfluous = self.minimal and worths and sum(worths) - min(worths) >= self.owed
        return "superfluous_card" if is_superfluous else None

    def __iter__(self) -> Iterator[Json]:
        if self.takes_all:
            yield list(self._left(self.worth))
            return
        for case in self._all_cases():
            for cards in case.listed():
                yield self._sorted(self._left(cards))

    def count(self) -> int:
        return 1 if self.takes_all else sum(case.count() for case in self._all_cases())

    def __bool__(self) -> bool:
        """Returns whether there is a payment; does not count if all cards together are a payment."""
        has_full_payment = not (self.minimal and (self.needs or self.paid)) and sum(self.worth.values()) >= self.owed
        return self.takes_all or has_full_payment or self.count() > 0

    def sample(self, draws: Draws) -> Json:
        return self._sorted(self._left(self.worth if self.takes_all else self._sampled(draws)))

    def _sampled(self, draws: Draws) -> Sequence[CardId]:
        nth = draws.below(self.count())
        for case in self._all_cases():
            if nth < case.count():
                return case.nth(nth)
            nth -= case.count()
        raise AssertionError("the count of payments is the sum of its cases' counts")

    def normal(self, value: Json) -> Json:
        return self._sorted(value)

    def _sorted(self, cards: Sequence[CardId]) -> list[CardId]:
        chosen = set(cards)
        return [card for card in self.worth if card in chosen]

    def facts(self, value: Json) -> dict[str, Json]:
        owed = min(self.owed, sum(self.worth.values()))
        paid = sum(self.worth.get(card, 0) for card in (*self.paid, *value))
        return {"missing": max(owed - paid, 0), **stranger(value, self._left(self.worth))}

    def parts(self) -> Sequence[Json]:
        return self._left(self.worth)

    def with_card(self, card: int, face: str) -> tuple[Collection[Json], Json]:
        return self._left(self.worth), [card]

    def to_json(self) -> dict[str, Json]:
        return {
            "slot": self.kind,
            "worth": {str(card): self.worth[card] for card in self._left(self.worth)},
            "owed": self.owed,
            "needs": {str(card): [list(cards) for cards in needed] for card, needed in self.needs.items()},
            "minimal": self.minimal,
            **UNUSED,
            **({"paid": {str(card): self.worth[card] for card in self.paid}} if self.paid else {}),
        }

    def _all_cases(self) -> list[Case]:
        """Returns disjoint cases that cover all payments: one case or, if minimal, one for each smallest worth."""
        if self._cases is None:
            rows = [CardBundle(cards, self._kind, self.needs, self.paid) for cards in bundles(self.worth, self.needs)]
            if not self.minimal:
                self._cases = [Case(rows, self.owed, None)]
            else:
                smallest = sorted({worth for worth in self.worth.values() if worth > 0})
                self._cases = [Case(rows, self.owed, least) for least in smallest]
                if self.owed <= 0 and not self.paid:
                    self._cases.append(Case([], 0, None))
        return self._cases

    def _kind(self, card: CardId) -> SelectionKind:
        return SelectionKind(1, self.worth[card], self.worth[card])


class Case:
    """The payments with the same smallest card, as a table over bundles.

    smallest: the worth of the smallest card, which must not be superfluous; None: no such condition.
    """

    def __init__(self, rows: Sequence[CardBundle], owed: int, smallest: int | None) -> None:
        self.owed, self.smallest, self.rows = owed, smallest, rows
        self.limit = owed if smallest is None else owed + smallest - 1
        self._kinds = [[kind for kind in row.kinds if self._allows(kind)] for row in rows]
        self._ways: list[dict[Progress, int]] = [{} for _ in range(len(rows) + 1)]

    def _allows(self, kind: SelectionKind) -> bool:
        return self.smallest is None or kind.smallest is None or kind.smallest >= self.smallest

    def count(self) -> int:
        """Returns the number of payments."""
        return self._count(0, Progress())

    def _count(self, row: int, so_far: Progress) -> int:
        """Returns the number of ways to complete a payment with the bundles from this one on."""
        ways = self._ways[row].get(so_far)
        if ways is None:
            if row == len(self.rows):
                ways = self._is_payment(so_far)
            else:
                ways = 0
                numbers = self.rows[row].kinds
                for kind in self._kinds[row]:
                    after = self._after(so_far, kind)
                    if after is not None:
                        ways += numbers[kind] * self._count(row + 1, after)
            self._ways[row][so_far] = ways
        return ways

    def _completable(self, row: int, so_far: Progress) -> dict[SelectionKind, int]:
        """Returns the kinds of selections of a bundle that can be completed, with the number of ways."""
        completable = {}
        for kind in self._kinds[row]:
            after = self._after(so_far, kind)
            if after is not None and (ways := self._count(row + 1, after)):
                completable[kind] = ways
        return completable

    def _is_payment(self, paid: Progress) -> bool:
        return paid.worth >= self.owed and (self.smallest is None or paid.holds_smallest)

    def _after(self, so_far: Progress, selection: SelectionKind) -> Progress | None:
        worth = so_far.worth + selection.worth
        if self.smallest is None:
            return tupled(Progress, (min(worth, self.limit), False))
        if worth > self.limit:
            return None
        return tupled(Progress, (worth, so_far.holds_smallest or selection.smallest == self.smallest))

    def nth(self, nth: int) -> tuple[CardId, ...]:
        """Returns the cards of the payment with that index."""
        cards: tuple[CardId, ...] = ()
        so_far: Progress | None = Progress()
        for row, bundle in enumerate(self.rows):
            assert so_far is not None, "a number below the count leads to a payment"
            chosen, kind, nth = bundle.nth(nth, self._completable(row, so_far))
            cards, so_far = cards + chosen, self._after(so_far, kind)
        return cards

    def listed(self, row: int = 0, so_far: Progress | None = None) -> Iterator[tuple[CardId, ...]]:
        """Yields all payments; payments without cards of the first bundles come first."""
        so_far = so_far or Progress()
        if row == len(self.rows):
            yield ()
            return
        for cards, kind in self.rows[row].listed(self._completable(row, so_far)):
            after = self._after(so_far, kind)
            for others in self.listed(row + 1, after):
                yield cards + others
