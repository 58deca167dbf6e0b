"""Lower bounds on the cards in places that a seat cannot see, kept by counting.

A bound says that at least so many cards of one face lie in a group of places together. If a card leaves one unseen
place for another, nobody may know whether it was the known one, but it still lies in one of the two: the bound passes
to the two together, and comes back to one of them as soon as the other has no room for it. A group is a set of bits,
one for each place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping

from games.kernel.deck import Face

Group = int
MOST_GROUPS = 24
"""Groups kept of each face; beyond that the largest are dropped, which loses knowledge and never adds any."""


class Bounds:
    """Lower bounds over groups of places. `size`: how many cards lie in each place, by its bit."""

    __slots__ = ("_bits", "size", "_least")

    def __init__(self) -> None:
        self._bits: dict[Hashable, Group] = {}
        self.size: dict[Group, int] = {}
        self._least: dict[Face, dict[Group, int]] = {}

    def arrive(self, place: Hashable, faces: Mapping[Face, int]) -> None:
        """Cards of these faces, each so many, come to a place."""
        bit = self._bit(place)
        for face, number in faces.items():
            here = self._at_least(bit, face)
            least = self._least.get(face, {})
            raised = {group: low + number if group & bit else low for group, low in least.items()}
            self._least[face] = self._pruned({**raised, bit: here + number})
        self.size[bit] += sum(faces.values())

    def leave(self, place: Hashable, face: Face) -> None:
        """A card of that face is seen to leave a place."""
        bit = self._bit(place)
        self.size[bit] -= 1
        if least := self._least.get(face):
            lowered = {group: low - 1 if group & bit else low for group, low in least.items()}
            self._least[face] = self._pruned(lowered)

    def show(self, place: Hashable, faces: Mapping[Face, int]) -> None:
        """Cards of these faces, each so many, are seen in a place."""
        bit = self._bit(place)
        for face, number in faces.items():
            if number > self._at_least(bit, face):
                self._least[face] = self._pruned({**self._least.get(face, {}), bit: number})

    def grow(self, place: Hashable, number: int) -> None:
        """So many cards that were never seen come to a place."""
        self.size[self._bit(place)] += number

    def move(self, number: int, src: Hashable, dst: Hashable) -> None:
        """So many cards, nobody knows which, go from one place to another."""
        start, end = self._bit(src), self._bit(dst)
        if start == end or not number:
            return
        passed: dict[Face, dict[Group, int]] = {}
        for face in self._least:
            rooms = {bit: self._at_most(bit, face) for bit in (start, end)}
            passed[face] = _passed(self._least[face], start, end, number, rooms, self.size)
        self.size[start] -= number
        self.size[end] += number
        self._least = {face: self._pruned(least) for face, least in passed.items()}

    def known(self, place: Hashable) -> Counter[Face]:
        """At least how many cards of each face lie in a place."""
        bit = self._bit(place)
        rooms: dict[Group, tuple[int, dict[Face, int]]] = {}
        found = {face: self._best(bit, face, rooms) for face in self._least}
        return Counter({face: number for face, number in found.items() if number > 0})

    def _best(self, bit: Group, face: Face, rooms: dict[Group, tuple[int, dict[Face, int]]]) -> int:
        """The bound on one place: that of a group, less what the rest of the group has room for."""
        best = 0
        for group, low in self._least[face].items():
            if group & bit and low > best:
                rest = group & ~bit
                if rest not in rooms:
                    least = {other: self._at_least(rest, other) for other in self._least} if rest else {}
                    rooms[rest] = (self._room(rest) - sum(least.values()), least)
                spare, least = rooms[rest]
                best = max(best, low - spare - least.get(face, 0))
        return best

    def _at_least(self, group: Group, face: Face) -> int:
        least = self._least.get(face, {})
        return max((0, *(low - self._room(other & ~group) for other, low in least.items() if other & group)))

    def _at_most(self, group: Group, face: Face) -> int:
        """How many cards of a face have room in a group beside the others that are known to be there."""
        return self._room(group) - sum(self._at_least(group, other) for other in self._least if other != face)

    def _room(self, group: Group) -> int:
        if group in self.size:
            return self.size[group]
        return sum(number for bit, number in self.size.items() if bit & group)

    def _bit(self, place: Hashable) -> Group:
        bit = self._bits.get(place)
        if bit is None:
            bit = self._bits[place] = 1 << len(self._bits)
            self.size[bit] = 0
        return bit

    def _pruned(self, least: Mapping[Group, int]) -> dict[Group, int]:
        """Bounds without those that follow from another one."""
        by_size = sorted(((g, low) for g, low in least.items() if low > 0), key=lambda item: item[0].bit_count())
        kept: dict[Group, int] = {}
        for group, low in by_size:
            if not any(other & group == other and more >= low for other, more in kept.items()):
                kept[group] = low
        return dict(list(kept.items())[:MOST_GROUPS])


def _passed(
    least: Mapping[Group, int],
    start: Group,
    end: Group,
    number: int,
    rooms: Mapping[Group, int],
    size: Mapping[Group, int],
) -> dict[Group, int]:
    """The bounds of one face after a move of unknown cards; rooms: how many of the face both places may hold before."""
    before = dict(least)
    for bit, room in rooms.items():  # what must lie outside a place follows only as long as its room is known
        for group, low in tuple(before.items()):
            if group & bit:
                _raise(before, group & ~bit, low - room)
    leaving = [(group, low) for group, low in before.items() if group & start and not group & end]
    staying = [(group, low) for group, low in before.items() if group & end and not group & start]
    for group, low in leaving:
        for other, more in staying:
            shared = sum(count for bit, count in size.items() if bit & group & other)
            _raise(before, group | other, low + more - shared)
    for group, low in leaving:
        before[group] = low - number
        _raise(before, group | end, low)
    return before


def _raise(least: dict[Group, int], group: Group, low: int) -> None:
    if group and low > least.get(group, 0):
        least[group] = low
