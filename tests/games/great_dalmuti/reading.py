"""A second, naive reading of the rules of play, sharing no code with the first: an oracle for tests.

Hands are lists of numbers (0 is a jester); a set is tried card by card over all combinations; the trick is walked
one seat at a time with nothing remembered but who has passed.
"""

from __future__ import annotations

from itertools import combinations

JESTER = 0


def value(cards: tuple[int, ...]) -> int | None:
    """What a set is worth; None if it is none."""
    numbers = [card for card in cards if card != JESTER]
    if not cards:
        return None
    if not numbers:
        return 13
    return numbers[0] if all(number == numbers[0] for number in numbers) else None


def sets(held: list[int], jester_pair: bool = True) -> set[tuple[int, ...]]:
    """Every set that can be picked out of a hand."""
    found = set()
    for size in range(1, len(held) + 1):
        for cards in combinations(sorted(held), size):
            if value(cards) is not None and (jester_pair or cards != (JESTER, JESTER)):
                found.add(cards)
    return found


def better(held: list[int], top: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Every set of a hand that beats another: as many cards, a lower value."""
    worth = value(top) or 0
    return {cards for cards in sets(held) if len(cards) == len(top) and (value(cards) or 0) < worth}


class Walk:
    """One hand, walked by the letter of the rules."""

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
        """What whose turn it is may lay; an empty tuple stands for passing."""
        held = self.hands[self.seat]
        return better(held, self.top) | {()} if self.top else sets(held)

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
        """Moves on by one seat; back at the owner of the best set, all have passed and the owner or the next leads."""
        for _ in self.hands:
            self.seat = (self.seat + 1) % len(self.hands)
            own = self.seat == self.owner
            if self.hands[self.seat] and self.seat not in self.passed and (self.self_raise or not own):
                return
        self.top, self.passed, self.seat = (), [], self.owner
        while not self.hands[self.seat]:
            self.seat = (self.seat + 1) % len(self.hands)
