"""The tricks of The Great Dalmuti as plain numbers, for playouts: some twenty times as fast as the rules themselves.

This is a second set of rules, for default options only; `tests/bots/test_dalmuti_tricks.py` compares both move by move.
A hand is a list with the number of cards of each rank, `hand[13]` jesters, `hand[0]` unused.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.great_dalmuti.deck import RANKS
from games.kernel.state import Prompt, Seat, State

JESTERS = 13
PHASES = frozenset({"lead", "follow"})
PLAIN = {"pass_rule": "reenter", "jester_pair": "rank13", "self_raise": False, "auto_pass": False}
HARD_TO_BEAT = {1: 2, 2: 3, 3: 5, 4: 8}
"""The worst rank that rarely loses a trick, by the number of cards; larger sets always count."""
FEW_BURDENS = 2

Hand = list[int]


class Laid(NamedTuple):
    """A set: cards of one rank, and jesters with them. Rank 13: jesters alone."""

    rank: int
    cards: int
    jesters: int = 0

    @property
    def size(self) -> int:
        """How many cards it has."""
        return self.cards + self.jesters


class Tricks:
    """The rest of a hand. turn: the seat to play; top: the set to beat and its owner; finished: the first out first."""

    __slots__ = ("hands", "sizes", "order", "turn", "top", "passed", "finished")

    def __init__(self, state: State, turn: Seat) -> None:
        public = state.public
        self.hands: list[Hand] = []
        for seat in range(state.seats):
            hand = [0] * (JESTERS + 1)
            for card in state.cards("hand", seat):
                hand[RANKS[state.face(card)]] += 1
            self.hands.append(hand)
        self.sizes = [sum(hand) for hand in self.hands]
        self.order: tuple[Seat, ...] = public.order
        self.turn = turn
        self.top: tuple[int, int, Seat] | None = None
        if public.trick:
            best = public.trick[-1]
            self.top = (best["rank"], best["count"], best["seat"])
        self.passed = set(public.passed)
        self.finished: list[Seat] = list(public.finished)

    @property
    def is_over(self) -> bool:
        """Whether all seats but one are out."""
        return len(self.finished) >= len(self.hands) - 1

    def play(self, laid: Laid | None) -> None:
        """Lays a set, or passes, and finds the seat that plays next."""
        seat = self.turn
        if laid is None:
            self.passed.add(seat)
        else:
            hand = self.hands[seat]
            hand[laid.rank] -= laid.cards
            hand[JESTERS] -= laid.jesters
            self.sizes[seat] -= laid.size
            self.top = (laid.rank, laid.size, seat)
            self.passed.clear()
            if not self.sizes[seat]:
                self.finished.append(seat)
        if not self.is_over:
            self._go_on(seat)

    def _go_on(self, seat: Seat) -> None:
        assert self.top is not None, "a leader does not pass"
        following = self._next(seat, lambda other: other not in self.passed and other != self.top[2])
        if following is not None:
            self.turn = following
            return
        winner = self.top[2]
        self.top = None
        self.passed.clear()
        lead = winner if self.sizes[winner] else self._next(winner, lambda other: True)
        assert lead is not None, "two seats hold cards"
        self.turn = lead

    def _next(self, seat: Seat, may: object) -> Seat | None:
        """The first seat clockwise that holds cards and may play."""
        order = self.order
        place = order.index(seat)
        for step in range(1, len(order)):
            other = order[(place + step) % len(order)]
            if self.sizes[other] and may(other):  # type: ignore[operator]
                return other
        return None

    def points(self, seat: Seat) -> int:
        """How many seats still held cards when this one went out."""
        last = len(self.hands) - 1
        return last - self.finished.index(seat) if seat in self.finished else 0


def is_plain(state: State, prompt: Prompt) -> bool:
    """Whether these numbers describe the rest of the hand: tricks under the default rules, nobody resigned."""
    options = state.options
    return (
        prompt.phase in PHASES
        and not state.public.left
        and all(getattr(options, name) == value for name, value in PLAIN.items())
    )


# Rules of thumb


def groups(hand: Hand) -> list[int]:
    """The ranks of a hand, the best first, without jesters."""
    return [rank for rank in range(1, JESTERS) if hand[rank]]


def is_winner(rank: int, cards: int) -> bool:
    """Whether a set rarely loses its trick."""
    return rank <= HARD_TO_BEAT.get(cards, JESTERS)


def burdens(hand: Hand, ranks: Sequence[int]) -> int:
    """How many sets of a hand need somebody else's lead."""
    return sum(not is_winner(rank, hand[rank]) for rank in ranks)


def lead(hand: Hand) -> Laid:
    """The worst set; the winners first once a single burden is left; everything at once if that is possible."""
    ranks = groups(hand)
    if not ranks:
        return Laid(JESTERS, hand[JESTERS])
    if len(ranks) == 1:
        return Laid(ranks[0], hand[ranks[0]], hand[JESTERS])
    rank = ranks[0] if burdens(hand, ranks) <= 1 else ranks[-1]
    return Laid(rank, hand[rank])


def answer(hand: Hand, rank: int, size: int) -> Laid | None:
    """All cards if they answer, else the worst whole set that does; a winner only if few burdens are left."""
    ranks, jesters = groups(hand), hand[JESTERS]
    if len(ranks) == 1 and ranks[0] < rank and hand[ranks[0]] + jesters == size:
        return Laid(ranks[0], hand[ranks[0]], jesters)
    for own in reversed(ranks):
        if own < rank and hand[own] == size:
            if not is_winner(own, size) or burdens(hand, ranks) <= FEW_BURDENS:
                return Laid(own, size)
    return None
