"""Lower bounds on the cards in places that a seat cannot see, computed by counting.

A bound is the minimum number of cards of one face in a group of places, counted together. When an unseen card moves
between two unseen places, a known card may lie in either of them. Its bound then applies to both places together. It
applies to one place again when the other has no room for the card. A group is a bit set with one bit for each place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any

from games.kernel.deck import Face
from games.kernel.state import Json

Group = int
Kind = tuple[list[Face], Mapping[Group, int]]
"""Faces with the same bounds, and these bounds."""
MOST_GROUPS = 24
"""The maximum number of groups stored for each face.

Beyond this number, the largest groups are dropped, which only loses knowledge.
"""


class Bounds:
    """Lower bounds over groups of places. `size`: the number of cards in each place, by the place's bit."""

    __slots__ = ("_bits", "size", "_least")

    def __init__(self) -> None:
        self._bits: dict[Hashable, Group] = {}
        self.size: dict[Group, int] = {}
        self._least: dict[Face, dict[Group, int]] = {}

    def copied(self) -> Bounds:
        """Returns a copy. The bounds of a face are replaced but never modified, so the copy shares them."""
        copy = Bounds()
        copy._bits, copy.size, copy._least = self._bits.copy(), self.size.copy(), self._least.copy()
        return copy

    def to_json(self, place_json: Callable[[Any], Json]) -> list[Json]:
        """Returns the bounds as the server stores them, in the order of the mappings.

        Groups are hexadecimal strings.
        """
        return [
            [[place_json(place), f"{bit:x}"] for place, bit in self._bits.items()],
            [[f"{bit:x}", size] for bit, size in self.size.items()],
            [[face, [[f"{group:x}", low] for group, low in least.items()]] for face, least in self._least.items()],
        ]

    @classmethod
    def from_json(cls, value: Sequence[Json], place_from: Callable[[Json], Hashable]) -> Bounds:
        """Reads bounds from JSON."""
        bounds, (bits, sizes, leasts) = cls(), value
        bounds._bits = {place_from(place): int(bit, 16) for place, bit in bits}
        bounds.size = {int(bit, 16): size for bit, size in sizes}
        bounds._least = {face: {int(group, 16): low for group, low in least} for face, least in leasts}
        return bounds

    def arrive(self, place: Hashable, faces: Mapping[Face, int]) -> None:
        """Records that cards arrived at a place, by face."""
        bit = self._bit(place)
        for face, number in faces.items():
            least = self._least.get(face, {})
            here = self._at_least(bit, least)
            raised = {group: low + number if group & bit else low for group, low in least.items()}
            self._least[face] = self._pruned({**raised, bit: here + number})
        self.size[bit] += sum(faces.values())

    def leave(self, place: Hashable, face: Face) -> None:
        """Records that a card of that face was seen to leave a place."""
        bit = self._bit(place)
        self.size[bit] -= 1
        if least := self._least.get(face):
            lowered = {group: low - 1 if group & bit else low for group, low in least.items()}
            self._least[face] = self._pruned(lowered)
        self._forget_if_empty(place)

    def show(self, place: Hashable, faces: Mapping[Face, int]) -> None:
        """Records that cards were seen in a place, by face."""
        bit = self._bit(place)
        for face, number in faces.items():
            if number > self._at_least(bit, self._least.get(face, {})):
                self._least[face] = self._pruned({**self._least.get(face, {}), bit: number})

    def grow(self, place: Hashable, number: int) -> None:
        """Records that unseen cards arrived at a place."""
        self.size[self._bit(place)] += number

    def move(self, number: int, src: Hashable, dst: Hashable) -> None:
        """Records that unknown cards moved from one place to another."""
        start, end = self._bit(src), self._bit(dst)
        if start == end or not number:
            return
        kinds = self._kinds()
        spare_start, least_start = self._spare(start, kinds)
        spare_end, least_end = self._spare(end, kinds)
        for (faces, least), there_start, there_end in zip(kinds, least_start, least_end, strict=True):
            rooms = {start: spare_start + there_start, end: spare_end + there_end}
            passed = self._pruned(_passed(least, start, end, number, rooms, self.size))
            self._least.update(dict.fromkeys(faces, passed))
        self.size[start] -= number
        self.size[end] += number
        self._forget_if_empty(src)

    def known(self, places: Iterable[Hashable]) -> dict[Hashable, Counter[Face]]:
        """Returns the minimum number of cards of each face in each of some places."""
        kinds = self._kinds()
        rests: dict[Group, tuple[int, list[int]]] = {}
        most = [max(least.values()) for _, least in kinds]
        total = sum(number * len(faces) for number, (faces, _) in zip(most, kinds, strict=True))
        known: dict[Hashable, Counter[Face]] = {}
        for place in places:
            if bit := self._bits.get(place):
                known[place] = Counter()
                for number, (faces, _) in enumerate(kinds):
                    if best := self._best(bit, number, kinds, total - most[number], rests):
                        known[place].update(dict.fromkeys(faces, best))
        return known

    def _kinds(self) -> list[Kind]:
        """Returns the faces that have bounds, those with the same bounds together."""
        kinds: dict[tuple[tuple[Group, int], ...], list[Face]] = {}
        for face, least in self._least.items():
            if least:
                kinds.setdefault(tuple(least.items()), []).append(face)
        return [(faces, self._least[faces[0]]) for faces in kinds.values()]

    def _best(
        self,
        bit: Group,
        number: int,
        kinds: Sequence[Kind],
        others: int,
        rests: dict[Group, tuple[int, list[int]]],
    ) -> int:
        """Returns the bound on one place: the bound of a group, minus the room in the rest of the group.

        number: the index of the face's kind in `kinds`. others: the sum of the other faces' largest bounds. If the
        rest has room for these and for the cards of the bound, the bound says nothing about the place.
        """
        best = 0
        for group, low in kinds[number][1].items():
            if group & bit and low > best:
                rest = group & ~bit
                if low - self._room(rest) + others <= best:
                    continue
                if rest not in rests:
                    rests[rest] = self._spare(rest, kinds)
                spare, there = rests[rest]
                best = max(best, low - spare - there[number])
        return best

    def _spare(self, group: Group, kinds: Sequence[Kind]) -> tuple[int, list[int]]:
        """Returns the number of unknown cards in a group, and the number of known cards of a face of each kind."""
        there = [self._at_least(group, least) if group else 0 for _, least in kinds]
        return self._room(group) - sum(n * len(faces) for n, (faces, _) in zip(there, kinds, strict=True)), there

    def _at_least(self, group: Group, least: Mapping[Group, int]) -> int:
        best = 0
        for other, low in least.items():
            if other & group and low > best:
                rest = other & ~group
                best = max(best, low - self._room(rest) if rest else low)
        return best

    def _room(self, group: Group) -> int:
        if group in self.size:
            return self.size[group]
        room = 0
        while group:
            bit = group & -group
            room += self.size[bit]
            group ^= bit
        return room

    def _forget_if_empty(self, place: Hashable) -> None:
        """Removes an empty place from all groups; cards that arrive later make it a new place."""
        bit = self._bits[place]
        if self.size[bit]:
            return
        del self._bits[place], self.size[bit]
        for face, least in self._least.items():
            if any(group & bit for group in least):
                merged: dict[Group, int] = {}
                for group, low in least.items():
                    _raise(merged, group & ~bit, low)
                self._least[face] = self._pruned(merged)

    def _bit(self, place: Hashable) -> Group:
        bit = self._bits.get(place)
        if bit is None:
            bit = 1
            while bit in self.size:
                bit <<= 1
            self._bits[place] = bit
            self.size[bit] = 0
        return bit

    def _pruned(self, least: Mapping[Group, int]) -> dict[Group, int]:
        """Returns bounds without the bounds that follow from others."""
        if len(least) == 1:
            return {group: low for group, low in least.items() if low > 0}
        by_size = sorted(((g, low) for g, low in least.items() if low > 0), key=lambda item: item[0].bit_count())
        pruned: dict[Group, int] = {}
        for group, low in by_size:
            if not any(other & group == other and more >= low for other, more in pruned.items()):
                pruned[group] = low
        return dict(list(pruned.items())[:MOST_GROUPS])


def _passed(
    least: Mapping[Group, int],
    start: Group,
    end: Group,
    number: int,
    rooms: Mapping[Group, int],
    size: Mapping[Group, int],
) -> dict[Group, int]:
    """Returns the bounds of one face after a move of unknown cards. rooms: the room for this face in each place."""
    before = dict(least)
    for bit, room in rooms.items():  # bounds outside a place hold only while the place's room is known
        for group, low in tuple(before.items()):
            if group & bit:
                _raise(before, group & ~bit, low - room)
    leaving = [(group, low) for group, low in before.items() if group & start and not group & end]
    staying = [(group, low) for group, low in before.items() if group & end and not group & start]
    for group, low in leaving:
        for other, more in staying:
            shared = sum(count for bit, count in size.items() if bit & group & other) if group & other else 0
            _raise(before, group | other, low + more - shared)
    for group, low in leaving:
        before[group] = low - number
        _raise(before, group | end, low)
    return before


def _raise(least: dict[Group, int], group: Group, low: int) -> None:
    if group and low > least.get(group, 0):
        least[group] = low
