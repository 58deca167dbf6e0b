"""The policy `greedy` of The Great Dalmuti on plain numbers, for playouts: the same choices in tricks, much faster.

A hand is a list of counts by rank, as in `dalmuti_tricks`. The costs are those of `bots.policies.greedy.great_dalmuti`;
`tests/bots/test_dalmuti_tricks.py` compares both. What a set leaves is computed as a change of the sum over all groups.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bots.policies.greedy.great_dalmuti import (
    JESTER_WORTH,
    LEAD_WORTH,
    OUT,
    RUN_OUT,
    SPLIT_COST,
    SURE,
    WINNER_WORTH,
    ways_to_form,
)
from bots.search.dalmuti_tricks import JESTERS, Hand, Laid, Tricks
from games.kernel.state import Seat

WORST = JESTERS - 1
MOST = 12
LAID_ON_OTHERS = [[0.6 * (WORST - rank) / WORST / max(number, 1) for rank in range(JESTERS + 1)]
                  for number in range(WORST + 3)]  # fmt: skip


def played_on(tricks: Tricks, seat: Seat) -> int:
    """Plays until a seat's points of the hand are known, and returns them."""
    while seat not in tricks.finished and not tricks.is_over:
        top = None if tricks.top is None else tricks.top[:2]
        tricks.play(choice(tricks.hands, tricks.sizes, tricks.turn, top))
    return tricks.points(seat)


def choice(hands: Sequence[Hand], sizes: Sequence[int], seat: Seat, top: tuple[int, int] | None) -> Laid | None:
    """The set that leaves the best hand, or a pass. top: rank and size of the set to beat, None for a lead."""
    outlook = Outlook(hands, sizes, seat)
    sets = leads(hands[seat]) if top is None else answers(hands[seat], *top)
    best, least = None, (0.0, 0)
    for laid in sets:
        cost = (outlook.after(laid), -laid.rank)
        if best is None or cost < least:
            best, least = laid, cost
    return best if top is None or (best is not None and least[0] < outlook.follows) else None


def leads(hand: Hand) -> Iterator[Laid]:
    """The sets that use all cards of a rank, with jesters or without, and jesters alone."""
    for rank in range(1, JESTERS):
        if hand[rank]:
            for jesters in range(hand[JESTERS] + 1):
                yield Laid(rank, hand[rank], jesters)
    for number in range(1, hand[JESTERS] + 1):
        yield Laid(JESTERS, number)


def answers(hand: Hand, rank: int, size: int) -> Iterator[Laid]:
    """The sets of a size that are better than a rank."""
    for own in range(1, min(rank, JESTERS)):
        for jesters in range(max(0, size - hand[own]), min(hand[JESTERS], size - 1) + 1):
            yield Laid(own, size - jesters, jesters)


class Outlook:
    """What a seat may expect of its sets, from all cards that it does not hold and the sizes of the other hands.

    follows: the cost of its hand without the lead; weak, groups: how many of its groups may lose their trick, and all.
    """

    def __init__(self, hands: Sequence[Hand], sizes: Sequence[int], seat: Seat) -> None:
        self._hand = hand = hands[seat]
        others = [other for place, other in enumerate(hands) if place != seat]
        self._unseen = [sum(column) for column in zip(*others, strict=True)]
        self._sizes = [size for place, size in enumerate(sizes) if place != seat]
        self._powers: list[list[float] | None] = [None] * (MOST + 3)
        held = [(rank, hand[rank]) for rank in range(1, JESTERS) if hand[rank]]
        self._groups = len(held)
        self._weak = sum([self.power(*group) < SURE for group in held])
        self.follows = sum([self.burden(*group) for group in held]) - JESTER_WORTH * hand[JESTERS]
        if not held:
            self.follows = OUT + hand[JESTERS]

    def power(self, rank: int, number: int) -> float:
        """How likely a set is to win its trick."""
        powers = self._powers[number]
        if powers is None:
            powers = self._powers[number] = self._powers_of(number)
        return powers[rank]

    def _powers_of(self, number: int) -> list[float]:
        rivals = sum([size >= number for size in self._sizes])
        if not rivals:
            return [1.0] * (JESTERS + 1)
        powers, better, jesters, scale = [1.0], 0, self._unseen[JESTERS], float(rivals ** (number - 1))
        for unseen in self._unseen[1:]:
            powers.append(1.0 / (1.0 + better / scale))
            if unseen + jesters >= number and unseen:
                better += ways_to_form(unseen, jesters, number)
        return powers

    def burden(self, rank: int, number: int) -> float:
        """The cost of holding a group; negative for one that wins."""
        power = self.power(rank, number)
        return (1.0 - power) * (1.0 - LAID_ON_OTHERS[number][rank]) - WINNER_WORTH * power

    def after(self, laid: Laid) -> float:
        """The expected cost of the hand after laying a set, which may win the trick."""
        rank, cards, jesters = laid
        power, split = self.power(rank, cards + jesters), 0.0
        groups, weak, follows = self._groups, self._weak, self.follows
        kept = self._hand[JESTERS] - jesters
        if rank == JESTERS:
            kept -= cards
            follows += JESTER_WORTH * cards
        else:
            own = self._hand[rank]
            left = own - cards
            follows += JESTER_WORTH * jesters - self.burden(rank, own)
            weak -= self.power(rank, own) < SURE
            groups -= 1
            if left:
                split, groups = SPLIT_COST, groups + 1
                follows += self.burden(rank, left)
                weak += self.power(rank, left) < SURE
        if not groups:
            return split + OUT + kept
        led = RUN_OUT + 0.1 * groups if weak <= 1 else follows - LEAD_WORTH
        return split + power * led + (1.0 - power) * follows
