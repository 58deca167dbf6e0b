"""A second, naive implementation of the rules of play that shares no code with the game: an oracle for tests.

Hands are lists of numbers (0 is a jester). Sets are found by trying all combinations of cards, and a trick goes seat by
seat, remembering only who has passed.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

JESTER = 0


def value(cards: tuple[int, ...]) -> int | None:
    """Returns the value of a set; None if the cards are not a set."""
    numbers = [card for card in cards if card != JESTER]
    if not cards:
        return None
    if not numbers:
        return 13
    return numbers[0] if all(number == numbers[0] for number in numbers) else None


def sets(hand: list[int], jester_pair: bool = True) -> set[tuple[int, ...]]:
    """Returns every set in a hand."""
    return {cards for cards in _sets(tuple(sorted(hand))) if jester_pair or cards != (JESTER, JESTER)}


@lru_cache(maxsize=64)
def _sets(hand: tuple[int, ...]) -> frozenset[tuple[int, ...]]:
    sizes = range(1, len(hand) + 1)
    return frozenset(cards for size in sizes for cards in combinations(hand, size) if value(cards) is not None)


def better(hand: list[int], top: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Returns every set of a hand that beats another: as many cards, a lower value."""
    worth = value(top) or 0
    return {cards for cards in sets(hand) if len(cards) == len(top) and (value(cards) or 0) < worth}


class Walk:
    """One hand, played by the letter of the rules."""

    def __init__(self, hands: list[list[int]], reenter: bool, self_raise: bool) -> None:
        self.hands, self.reenter, self.self_raise = hands, reenter, self_raise
        self.seat, self.owner = 0, -1
        self.top: tuple[int, ...] = ()
        self.passed: list[int] = []
        self.out: list[int] = []

    @property
    def is_over(self) -> bool:
        return len(self.out) >= len(self.hands) - 1

    def choices(self) -> set[tuple[int, ...]]:
        """Returns the sets that the seat to move may lay; an empty tuple is a pass."""
        hand = self.hands[self.seat]
        return better(hand, self.top) | {()} if self.top else sets(hand)

    def choose(self, cards: tuple[int, ...]) -> None:
        if cards:
            for card in cards:
                self.hands[self.seat].remove(card)
            self.top, self.owner = cards, self.seat
            if self.reenter:
                self.passed = []
            if not self.hands[self.seat]:
                self.out.append(self.seat)
        else:
            self.passed.append(self.seat)
        if not self.is_over:
            self._next()

    def _next(self) -> None:
        """Passes the turn; once all have passed, the owner of the best set leads, or the next seat with cards."""
        for _ in self.hands:
            self.seat = (self.seat + 1) % len(self.hands)
            own = self.seat == self.owner
            if self.hands[self.seat] and self.seat not in self.passed and (self.self_raise or not own):
                return
        self.top, self.passed, self.seat = (), [], self.owner
        while not self.hands[self.seat]:
            self.seat = (self.seat + 1) % len(self.hands)
