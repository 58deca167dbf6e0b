"""A printed list of cards: the faces, the number of copies of each face, and their printed attributes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

Face = str
CardId = int


class Printed:
    """One line of a deck's list: a face, its number of copies, and its printed numbers and words.

    >>> Printed("debt_collector", 3, value=3).attributes
    {'value': 3}
    """

    __slots__ = ("face", "count", "attributes")

    def __init__(self, face: Face, count: int, **attributes: Any) -> None:
        self.face = face
        self.count = count
        self.attributes: Mapping[str, Any] = attributes


def counted(faces: Iterable[Face]) -> dict[Face, int]:
    """Counts each face, in the order of first appearance; a `Counter` is several times slower."""
    number: dict[Face, int] = {}
    for face in faces:
        number[face] = number.get(face, 0) + 1
    return number


class Deck:
    """The printed cards of a game, in printed order.

    >>> deck = Deck(Printed("1", 1), Printed("2", 2))
    >>> list(deck.faces()), len(deck)
    (['1', '2', '2'], 3)
    """

    def __init__(self, *lines: Printed) -> None:
        self.lines = lines
        self.attributes: Mapping[Face, Mapping[str, Any]] = {line.face: line.attributes for line in lines}

    def __len__(self) -> int:
        return sum(line.count for line in self.lines)

    def __contains__(self, face: Face) -> bool:
        return face in self.attributes

    def faces(self, without: Iterable[Face] = ()) -> Iterator[Face]:
        """Yields the face of every card in printed order, except the faces in `without`."""
        left_out = frozenset(without)
        for line in self.lines:
            if line.face not in left_out:
                yield from (line.face,) * line.count
