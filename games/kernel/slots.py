"""Slots: the values that one argument of a move may have.

A slot can test, list, count and sample its values; no other code does that. `reason` returns a stable code for a value
that is not in the slot.

private: whether the chosen value is hidden from other seats. ordered: whether a list's order matters.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from math import comb, perm
from typing import Any, ClassVar

from games.kernel.deck import counted
from games.kernel.nearest import meant
from games.kernel.rng import Draws, shuffled
from games.kernel.shape import BOUNDS, INTEGER, SCALAR, STRING, Schema, Shape, array, field, mapping

Json = Any
Scalar = int | str | bool
SCALAR_TYPES = frozenset((int, str, bool))
LONGEST_NAME = 64


class Slot(ABC):
    """A set of values for one argument; `shape` describes its JSON, except the kind.

    optional: the members that only some slots of the kind have. answer: the schema of a value; its example fits the
    slot that consists of the members' examples.
    """

    __slots__ = ("private",)
    kind: ClassVar[str]
    shape: ClassVar[Shape]
    optional: ClassVar[Shape] = {}
    answer: ClassVar[Schema]
    ordered: ClassVar[bool] = False
    private: bool

    @abstractmethod
    def reason(self, value: Json) -> str | None:
        """Returns the code of the reason why a value does not fit; None if it fits."""

    @abstractmethod
    def __iter__(self) -> Iterator[Json]:
        """Yields all values, in a stable order."""

    @abstractmethod
    def count(self) -> int:
        """Returns the number of values."""

    @abstractmethod
    def sample(self, draws: Draws) -> Json:
        """Returns a uniformly random value; the slot must not be empty."""

    @abstractmethod
    def to_json(self) -> dict[str, Json]:
        """Returns the slot in the form that clients read."""

    def facts(self, value: Json) -> dict[str, Json]:
        """Returns parameters of the sentence about a well-typed value that does not fit."""
        return {}

    def normal(self, value: Json) -> Json:
        """Returns the normal form of a value; equivalent values have the same normal form."""
        return value

    def rest(self, value: Json) -> Slot | None:
        """Returns the slot of the values that complete a partial value; None if no value of the slot has this part.

        A partial value and a value of the returned slot together form a value of this slot. By default values have no
        parts.
        """
        return None

    def parts(self) -> Sequence[Json]:
        """Returns the parts from which values are assembled, each as often as it may be chosen.

        Empty by default: the value is chosen whole. A slot with many values has parts.
        """
        return ()

    def assembled(self, parts: Sequence[Json]) -> Json:
        """Returns the value with these parts; it may lie outside the slot."""
        return counted(parts) if self.answer["type"] == "object" else list(parts)

    def with_card(self, card: int, face: str) -> tuple[Collection[Json], Json]:
        """Returns the cards or faces that the slot offers, and the value with one card alone; empty by default."""
        return (), None

    def __contains__(self, value: Json) -> bool:
        return self.reason(value) is None

    def __bool__(self) -> bool:
        return self.count() > 0

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.to_json()!r})"


def same(one: Json, other: Json) -> bool:
    """Returns whether two values are equal in JSON: `true` is not 1."""
    return one == other and type(one) is type(other)


def is_whole(value: Json) -> bool:
    """Returns whether a value is an integer (`true` is not)."""
    return type(value) is int


class OneOf(Slot):
    """One of several cards, seats, colours or words.

    >>> 3 in OneOf([3, 5]), True in OneOf([1]), OneOf([3, 5]).count()
    (True, False, 2)
    """

    __slots__ = ("options",)
    kind = "one_of"
    shape = {"options": field(array(SCALAR), "The values to choose from.", [17, 23])}
    optional = {"withdraws": field(array(INTEGER), "The numbers of your own offers that this choice withdraws.", [1])}
    answer = field(SCALAR, "One of `options`.", 23)

    def __init__(self, options: Sequence[Scalar], private: bool = False) -> None:
        self.options = tuple(options)
        self.private = private

    def reason(self, value: Json) -> str | None:
        kind = type(value)
        if kind not in SCALAR_TYPES:
            return "wrong_type"
        for option in self.options:
            if option == value and type(option) is kind:
                return None
        return "not_an_option"

    def __iter__(self) -> Iterator[Json]:
        return iter(self.options)

    def __bool__(self) -> bool:
        return bool(self.options)

    def count(self) -> int:
        return len(self.options)

    def sample(self, draws: Draws) -> Json:
        return self.options[draws.below(len(self.options))]

    def facts(self, value: Json) -> dict[str, Json]:
        return stranger([value], self.options)

    def with_card(self, card: int, face: str) -> tuple[Collection[Json], Json]:
        return self.options, face if isinstance(self.options[0], str) else card

    def to_json(self) -> dict[str, Json]:
        return {"slot": self.kind, "options": list(self.options)}


OF = field(array(SCALAR), "The values to choose from, each at most once.", [17, 23, 40])
SIZE = field(BOUNDS, "The smallest and the largest number of values.", [1, 2])


class Several(Slot):
    """Several different cards.

    `size` is the range of their number, limited to the cards that exist. Subclasses define the order.
    """

    __slots__ = ("of", "size")

    def __init__(self, of: Sequence[Scalar], size: range, private: bool = False) -> None:
        self.of = tuple(of)
        self.size = range(max(size.start, 0), min(size.stop, len(self.of) + 1))
        self.private = private

    @abstractmethod
    def arranged(self, size: int) -> Iterator[tuple[Scalar, ...]]:
        """Yields the choices of one size."""

    @abstractmethod
    def ways(self, size: int) -> int:
        """Returns the number of choices of one size."""

    def reason(self, value: Json) -> str | None:
        return list_reason(value, self.of, self.size)

    def rest(self, value: Json) -> Slot | None:
        if list_reason(value, self.of, range(self.size.stop)) is not None:
            return None
        others = [option for option in self.of if option not in value]
        size = range(self.size.start - len(value), self.size.stop - len(value))
        return type(self)(others, size, self.private)

    def __iter__(self) -> Iterator[Json]:
        for size in self.size:
            for chosen in self.arranged(size):
                yield list(chosen)

    def __bool__(self) -> bool:
        """Returns whether there is a choice, without counting the choices."""
        return len(self.size) > 0

    def count(self) -> int:
        return sum([self.ways(size) for size in self.size])

    def sample(self, draws: Draws) -> Json:
        nth = draws.below(self.count())
        for size in self.size:
            if nth < self.ways(size):
                return self.normal(list(shuffled(self.of, draws)[:size]))
            nth -= self.ways(size)
        raise AssertionError("the count is the sum of the sizes' counts")

    def facts(self, value: Json) -> dict[str, Json]:
        return {**limits(self.size), "number": len(value), **stranger(value, self.of)}

    def parts(self) -> Sequence[Json]:
        return self.of

    def with_card(self, card: int, face: str) -> tuple[Collection[Json], Json]:
        return self.of, [face if self.of and isinstance(self.of[0], str) else card]

    def to_json(self) -> dict[str, Json]:
        return {"slot": self.kind, "of": list(self.of), "size": bounds(self.size)}


class Subset(Several):
    """Several different cards without order; `size` is the range of their number.

    >>> list(Subset([4, 7, 9], range(2, 3)))
    [[4, 7], [4, 9], [7, 9]]
    """

    __slots__ = ()
    kind = "subset"
    shape = {"of": OF, "size": SIZE}
    answer = field(array(SCALAR), "Different members of `of`, in any order.", [17, 40])

    def arranged(self, size: int) -> Iterator[tuple[Scalar, ...]]:
        return combinations(self.of, size)

    def ways(self, size: int) -> int:
        return comb(len(self.of), size)

    def normal(self, value: Json) -> Json:
        return sorted(value, key=self.of.index)


class Ordered(Several):
    """Several different cards in an order that matters; `size` is the range of their number, by default all cards."""

    __slots__ = ()
    kind = "sequence"
    shape = {"of": OF, "size": SIZE}
    answer = field(array(SCALAR), "Different members of `of`, in the order that you choose.", [40, 17])
    ordered = True

    def __init__(self, of: Sequence[Scalar], size: range | None = None, private: bool = False) -> None:
        super().__init__(of, range(len(of), len(of) + 1) if size is None else size, private)

    def arranged(self, size: int) -> Iterator[tuple[Scalar, ...]]:
        return permutations(self.of, size)

    def ways(self, size: int) -> int:
        return perm(len(self.of), size)


class Counts(Slot):
    """A number of cards of each face; equal cards are interchangeable.

    of: face -> (minimum, maximum); total: the range of the sum. A value omits faces without cards.

    >>> list(Counts({"7": (1, 2), "jester": (0, 1)}, range(2, 3)))
    [{'7': 1, 'jester': 1}, {'7': 2}]
    """

    __slots__ = ("of", "total", "_is_empty", "_ways")
    kind = "counts"
    shape = {
        "of": field(
            mapping(BOUNDS), "For each face, the smallest and the largest number.", {"7": [1, 2], "jester": [0, 1]}
        ),
        "total": field(BOUNDS, "The smallest and the largest sum of all numbers.", [2, 2]),
    }
    answer = field(
        mapping(INTEGER), "The number of each face; leave out faces of which you choose none.", {"7": 1, "jester": 1}
    )

    def __init__(self, of: Mapping[str, tuple[int, int]], total: range, private: bool = False) -> None:
        self.of = dict(of)
        fewest = most = 0
        is_possible = True
        for low, high in self.of.values():
            fewest += low
            most += high
            is_possible = is_possible and low <= high
        self.total = range(max(total.start, fewest), min(total.stop, most + 1))
        self._is_empty = not (is_possible and len(self.total))
        self.private = private
        self._ways: list[list[int]] | None = None

    def reason(self, value: Json) -> str | None:
        if not isinstance(value, dict) or not all(is_whole(number) for number in value.values()):
            return "wrong_type"
        if not all(face in self.of for face in value):
            return "not_an_option"
        if not all(low <= value.get(face, 0) <= high for face, (low, high) in self.of.items()):
            return "wrong_count"
        return None if sum(value.values()) in self.total else "wrong_total"

    def rest(self, value: Json) -> Slot | None:
        """Returns the counts that complete a partial value.

        >>> Counts({"7": (1, 2), "jester": (0, 1)}, range(2, 3)).rest({"7": 1})
        Counts({'slot': 'counts', 'of': {'7': [0, 1], 'jester': [0, 1]}, 'total': [1, 1]})
        """
        if not isinstance(value, dict) or not all(is_whole(number) and number >= 0 for number in value.values()):
            return None
        if not all(face in self.of and number <= self.of[face][1] for face, number in value.items()):
            return None
        chosen = {face: value.get(face, 0) for face in self.of}
        left = {face: (max(low - chosen[face], 0), high - chosen[face]) for face, (low, high) in self.of.items()}
        number = sum(chosen.values())
        return Counts(left, range(self.total.start - number, self.total.stop - number), self.private)

    def __iter__(self) -> Iterator[Json]:
        for total in self.total:
            yield from self._listed(list(self.of), total)

    def _listed(self, faces: list[str], total: int) -> Iterator[dict[str, int]]:
        if not faces:
            if total == 0:
                yield {}
            return
        low, high = self.of[faces[0]]
        for number in range(low, min(high, total) + 1):
            for others in self._listed(faces[1:], total - number):
                yield {faces[0]: number, **others} if number else others

    def _table(self) -> list[list[int]]:
        """Returns a table: row i has, for each total, the number of ways to reach it by the faces from the i-th on."""
        if self._ways is None:
            most = max(self.total.stop - 1, 0)
            rows = [[1] + [0] * most]
            for low, high in reversed(self.of.values()):
                after = rows[-1]
                rows.append([sum([after[t - k] for k in range(low, min(high, t) + 1)]) for t in range(most + 1)])
            self._ways = rows[::-1]
        return self._ways

    def __bool__(self) -> bool:
        """Returns whether there is a value, without counting: every total between minimum and maximum is possible."""
        return not self._is_empty

    def count(self) -> int:
        if len(self.of) == 1:
            return len(self.total)
        first = self._table()[0]
        return sum([first[total] for total in self.total])

    def sample(self, draws: Draws) -> Json:
        if len(self.of) == 1:
            number = self.total[draws.below(len(self.total))]
            return dict.fromkeys(self.of, number) if number else {}
        ways = self._table()
        nth = draws.below(self.count())
        total = self.total.start
        while nth >= ways[0][total]:
            nth -= ways[0][total]
            total += 1
        chosen: dict[str, int] = {}
        for i, (face, (low, high)) in enumerate(self.of.items()):
            for number in range(low, min(high, total) + 1):
                if nth < ways[i + 1][total - number]:
                    break
                nth -= ways[i + 1][total - number]
            if number:
                chosen[face] = number
            total -= number
        return chosen

    def normal(self, value: Json) -> Json:
        return {face: value[face] for face in self.of if value.get(face)}

    def facts(self, value: Json) -> dict[str, Json]:
        return {**limits(self.total), "number": sum(value.values()), **stranger(value, tuple(self.of))}

    def parts(self) -> Sequence[Json]:
        """Returns each face as often as it may be chosen.

        >>> Counts({"7": (1, 2), "jester": (0, 1)}, range(2, 3)).parts()
        ('7', '7', 'jester')
        """
        return tuple([face for face, (_, high) in self.of.items() for _ in range(high)])

    def with_card(self, card: int, face: str) -> tuple[Collection[Json], Json]:
        return self.of, {face: 1}

    def to_json(self) -> dict[str, Json]:
        return {
            "slot": self.kind,
            "of": {face: list(low_high) for face, low_high in self.of.items()},
            "total": bounds(self.total),
        }


class Integer(Slot):
    """A whole number from `low` to `high`."""

    __slots__ = ("low", "high")
    kind = "integer"
    shape = {
        "low": field(INTEGER, "The smallest number.", 1),
        "high": field(INTEGER, "The largest number.", 6),
    }
    answer = field(INTEGER, "A whole number from `low` to `high`.", 3)

    def __init__(self, low: int, high: int, private: bool = False) -> None:
        self.low, self.high, self.private = low, high, private

    def reason(self, value: Json) -> str | None:
        if not is_whole(value):
            return "wrong_type"
        return None if self.low <= value <= self.high else "out_of_range"

    def __iter__(self) -> Iterator[Json]:
        return iter(range(self.low, self.high + 1))

    def count(self) -> int:
        return max(self.high - self.low + 1, 0)

    def sample(self, draws: Draws) -> Json:
        return self.low + draws.below(self.count())

    def facts(self, value: Json) -> dict[str, Json]:
        return {"number": value, **limits(range(self.low, self.high + 1))}

    def to_json(self) -> dict[str, Json]:
        return {"slot": self.kind, "low": self.low, "high": self.high}


class Text(Slot):
    """Free text of a player, up to `longest` characters; iteration yields only the empty text."""

    __slots__ = ("longest",)
    kind = "text"
    shape = {"longest": field(INTEGER, "The largest number of characters.", 200)}
    answer = field(STRING, "A text.", "Sail home before dark")

    def __init__(self, longest: int, private: bool = False) -> None:
        self.longest, self.private = longest, private

    def reason(self, value: Json) -> str | None:
        if not isinstance(value, str):
            return "wrong_type"
        return None if len(value) <= self.longest else "too_long"

    def __iter__(self) -> Iterator[Json]:
        yield ""

    def count(self) -> int:
        """Returns one: all texts count as the same move."""
        return 1

    def sample(self, draws: Draws) -> Json:
        return ""

    def facts(self, value: Json) -> dict[str, Json]:
        return {"longest": self.longest, "number": len(value)}

    def to_json(self) -> dict[str, Json]:
        return {"slot": self.kind, "longest": self.longest}


def list_reason(value: Json, of: Sequence[Scalar], size: range) -> str | None:
    """Returns why a value is not a list, of an allowed size, of different members of `of`; None if it is."""
    if not isinstance(value, (list, tuple)) or not SCALAR_TYPES.issuperset(map(type, value)):
        return "wrong_type"
    typed_options = {(type(option), option) for option in of}
    if not all((type(item), item) in typed_options for item in value):
        return "not_an_option"
    if len(set(value)) != len(value):
        return "twice_the_same"
    return None if len(value) in size else "wrong_size"


def bounds(values: range) -> list[int]:
    """Returns a range as its first and last number."""
    return [values.start, values.stop - 1]


def limits(values: range) -> dict[str, Json]:
    """Returns a range in the form that sentences use; without `high` if it equals `low`."""
    low, high = bounds(values)
    return {"low": low} if high == low else {"low": low, "high": high}


def stranger(values: Iterable[Json], options: Sequence[Scalar]) -> dict[str, Json]:
    """Returns the first value that is not among the options, with the nearest option, if the value can be named."""
    unknown = next((value for value in values if not any(same(value, option) for option in options)), None)
    if unknown is None or (isinstance(unknown, str) and len(unknown) > LONGEST_NAME):
        return {}
    return {"value": unknown, **meant(unknown, options)}
