"""The sets that a hand can lay: cards of one rank, with any number of jesters (rules, 'Le jeu')."""

from __future__ import annotations

from collections.abc import Iterator

from games.great_dalmuti.deck import JESTER, RANKS
from games.kernel.deck import Face
from games.kernel.slots import Counts

WORST_FIRST = tuple(sorted((face for face in RANKS if face != JESTER), key=RANKS.__getitem__, reverse=True))


def leads(held: dict[Face, int], jester_pair: bool) -> Iterator[Counts]:
    """The sets that may be led: any size, one slot for each rank, the worst first; jesters alone come last."""
    jesters = held.get(JESTER, 0)
    for face in WORST_FIRST:
        if number := held.get(face, 0):
            yield numbered(face, (1, number), (0, jesters), range(1, number + jesters + 1))
    if jesters:
        most = jesters if jester_pair else 1
        yield Counts({JESTER: (1, most)}, range(1, most + 1))


def answers(held: dict[Face, int], rank: int, count: int) -> Iterator[Counts]:
    """The sets of `count` cards that are strictly better than a rank; jesters alone are never better."""
    jesters = held.get(JESTER, 0)
    for face in WORST_FIRST:
        number = held.get(face, 0)
        if number and RANKS[face] < rank and number + jesters >= count:
            cards = (max(1, count - jesters), min(number, count))
            yield numbered(face, cards, (count - cards[1], count - cards[0]), range(count, count + 1))


def numbered(face: Face, cards: tuple[int, int], jesters: tuple[int, int], total: range) -> Counts:
    """Sets of one rank: bounds of its cards and of the jesters, and the possible totals."""
    return Counts({face: cards, JESTER: jesters} if jesters[1] else {face: cards}, total)
