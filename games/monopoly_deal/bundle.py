"""Bundles, i.e. cards of a payment that depend on each other: counts the selections that may be paid.

There may be millions of selections, for example if a hotel stands on one of several sets of a colour, so they are not
listed. They are counted by kind, card by card. The count depends on the earlier cards only through the open needs of
the chosen cards.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from games.kernel.deck import CardId

Needs = Mapping[CardId, Sequence[Sequence[CardId]]]


class SelectionKind(NamedTuple):
    """The relevant facts about some cards: their number, their worth, and the smallest worth (None: no cards)."""

    size: int = 0
    worth: int = 0
    smallest: int | None = None

    def joined(self, other: SelectionKind) -> SelectionKind:
        """Returns the kind of these cards and others together."""
        if not self.size or not other.size:
            return self if self.size else other
        smallest = min((worth for worth in (self.smallest, other.smallest) if worth is not None), default=None)
        return SelectionKind(self.size + other.size, self.worth + other.worth, smallest)


NOTHING = SelectionKind()


class Need(NamedTuple):
    """The open need of a card of a bundle: one of several sets of later cards. Sets are bits, places are indices.

    chosen: whether the card with the need is paid.
    """

    place: int
    chosen: bool
    sets: frozenset[int]


Needed = tuple[Need, ...]


class CardBundle:
    """Cards that depend on each other, with their payable selections: ordered by number of cards, then by position.

    kinds: the kinds of selections, with the number of selections of each kind. paid: the cards that every selection
    contains.
    """

    def __init__(
        self,
        cards: Sequence[CardId],
        kind_of: Callable[[CardId], SelectionKind],
        needs: Needs,
        paid: Collection[CardId] = (),
    ) -> None:
        self.cards, self._paid = tuple(cards), frozenset(paid)
        self._each = [kind_of(card) for card in cards]
        bit = {card: 1 << place for place, card in enumerate(cards)}
        self._needed = tuple(
            Need(place, False, frozenset(_union(bit[other] for other in needed) for needed in needs[card]))
            for place, card in enumerate(cards)
            if card in needs
        )
        self._known: list[dict[Needed, dict[SelectionKind, int]]] = [{} for _ in cards]
        self.kinds = self._kinds(0, self._needed)

    def _kinds(self, place: int, needed: Needed | None) -> dict[SelectionKind, int]:
        """Returns the kinds of selections, from this card on, that satisfy the needs."""
        if needed is None:
            return {}
        if place == len(self.cards):
            return {NOTHING: 1}
        known = self._known[place].get(needed)
        if known is None:
            known = dict(self._kinds(place + 1, self._spared(needed, place)))
            for kind, number in self._kinds(place + 1, after(needed, place, True)).items():
                kind = self._each[place].joined(kind)
                known[kind] = known.get(kind, 0) + number
            self._known[place][needed] = known
        return known

    def nth(self, nth: int, ways: Mapping[SelectionKind, int]) -> tuple[tuple[CardId, ...], SelectionKind, int]:
        """Returns the selection with an index, its kind, and the index within the selection.

        ways: each kind's multiplicity.
        """
        if len(self.cards) == 1:  # most bundles consist of one card
            for kind in self.kinds:
                if nth < ways.get(kind, 0):
                    return self.cards * kind.size, kind, nth
                nth -= ways.get(kind, 0)
        left = 0
        while nth >= (number := self._ways(0, self._needed, left, NOTHING, ways)):
            left, nth = left + 1, nth - number
        cards, kind, needed = [], NOTHING, self._needed
        for place, card in enumerate(self.cards):
            taken, joined = after(needed, place, True), kind.joined(self._each[place])
            number = self._ways(place + 1, taken, left - 1, joined, ways)
            if taken is not None and nth < number:
                cards.append(card)
                kind, needed, left = joined, taken, left - 1
            else:
                spared = self._spared(needed, place)
                assert spared is not None, "a number below the count leads to a selection"
                needed, nth = spared, nth - number
        return tuple(cards), kind, nth

    def _ways(
        self, place: int, needed: Needed | None, left: int, chosen: SelectionKind, ways: Mapping[SelectionKind, int]
    ) -> int:
        """Returns the number of ways to add `left` cards, from this card on."""
        kinds = self._kinds(place, needed).items()
        return sum(number * ways.get(chosen.joined(kind), 0) for kind, number in kinds if kind.size == left)

    def listed(self, allowed: Collection[SelectionKind]) -> Iterator[tuple[tuple[CardId, ...], SelectionKind]]:
        """Yields the selections of these kinds."""
        if len(self.cards) == 1:
            for kind in self.kinds:
                if kind in allowed:
                    yield self.cards * kind.size, kind
            return
        for size in range(len(self.cards) + 1):
            yield from self._listed(0, self._needed, size, NOTHING, allowed)

    def _listed(
        self, place: int, needed: Needed | None, left: int, chosen: SelectionKind, allowed: Collection[SelectionKind]
    ) -> Iterator[tuple[tuple[CardId, ...], SelectionKind]]:
        kinds = self._kinds(place, needed)
        if needed is None or not any(kind.size == left and chosen.joined(kind) in allowed for kind in kinds):
            return
        if place == len(self.cards):
            yield (), chosen
            return
        with_it = chosen.joined(self._each[place])
        for cards, kind in self._listed(place + 1, after(needed, place, True), left - 1, with_it, allowed):
            yield (self.cards[place], *cards), kind
        yield from self._listed(place + 1, self._spared(needed, place), left, chosen, allowed)

    def _spared(self, needed: Needed, place: int) -> Needed | None:
        """Returns the needs if a card is not paid; None if it must be paid."""
        return None if self.cards[place] in self._paid else after(needed, place, False)


def after(needed: Needed, place: int, taken: bool) -> Needed | None:
    """Returns the remaining needs after a card is taken or not; None if a need can no longer be met."""
    left, bit = [], 1 << place
    for need in needed:
        if need.place == place and not taken:
            continue
        chosen = need.chosen or need.place == place
        sets = need.sets
        if any(one & bit for one in sets):
            sets = frozenset([one & ~bit for one in sets] if taken else [one for one in sets if not one & bit])
        if chosen and not sets:
            return None
        if 0 not in sets:
            left.append(Need(need.place, chosen, sets))
    return tuple(left)


def _union(bits: Iterable[int]) -> int:
    union = 0
    for bit in bits:
        union |= bit
    return union


def closed(cards: Sequence[CardId], needs: Needs) -> bool:
    """Returns whether these cards include the cards that each of them needs."""
    return all(
        any(all(other in cards for other in needed) for needed in needs[card]) for card in cards if card in needs
    )


def bundles(worth: Mapping[CardId, int], needs: Needs) -> list[list[CardId]]:
    """Returns the cards in groups; cards that depend on each other, even indirectly, are in the same group."""
    together = {card: {card} for card in worth}
    for card, alternatives in needs.items():
        bundle = together[card].union(*(together[other] for needed in alternatives for other in needed))
        together.update(dict.fromkeys(bundle, bundle))
    places = {card: place for place, card in enumerate(worth)}
    distinct = {min(map(places.__getitem__, bundle)): bundle for bundle in together.values()}
    return [sorted(distinct[first], key=places.__getitem__) for first in sorted(distinct)]
