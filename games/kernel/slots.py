"""The values that one argument of a move may have.

A slot is a set of values that can test, list, count and sample its members; nothing else in the program does any of
that again. `reason` returns why a value is not a member, as a stable code.

private: whether the chosen value is hidden from other seats. ordered: whether a list's order matters.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations
from math import comb, perm
from typing import Any, ClassVar

from games.kernel.rng import Draws, shuffled
from games.kernel.shape import BOUNDS, INTEGER, SCALAR, Shape, array, mapping

Json = Any
Scalar = int | str | bool
SCALAR_TYPES = frozenset((int, str, bool))


class Slot(ABC):
    """A set of values for one argument; `shape` is what its JSON looks like, beside the kind.

    optional: members that only some slots of the kind have.
    """

    __slots__ = ("private",)
    kind: ClassVar[str]
    shape: ClassVar[Shape]
    optional: ClassVar[Shape] = {}
    ordered: ClassVar[bool] = False
    private: bool

    @abstractmethod
    def reason(self, value: Json) -> str | None:
        """Why a value does not fit, as a code; None if it does."""

    @abstractmethod
    def __iter__(self) -> Iterator[Json]:
        """All values, in a stable order."""

    @abstractmethod
    def count(self) -> int:
        """How many values there are."""

    @abstractmethod
    def sample(self, draws: Draws) -> Json:
        """One of the values, each as likely; only where there is one."""

    @abstractmethod
    def to_json(self) -> dict[str, Json]:
        """The slot as a client reads it."""

    def normal(self, value: Json) -> Json:
        """The normal form of a value: equivalent values become the same."""
        return value

    def __contains__(self, value: Json) -> bool:
        return self.reason(value) is None

    def __bool__(self) -> bool:
        return self.count() > 0

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.to_json()!r})"


def same(one: Json, other: Json) -> bool:
    """Equality as JSON has it: `true` is not 1."""
    return one == other and type(one) is type(other)


def is_whole(value: Json) -> bool:
    """Whether a value is a whole number (`true` is none)."""
    return type(value) is int


class OneOf(Slot):
    """One of several cards, seats, colours or words.

    >>> 3 in OneOf([3, 5]), True in OneOf([1]), OneOf([3, 5]).count()
    (True, False, 2)
    """

    __slots__ = ("options",)
    kind = "one_of"
    shape = {"options": array(SCALAR)}
    optional = {"withdraws": array(INTEGER)}

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

    def to_json(self) -> dict[str, Json]:
        return {"slot": self.kind, "options": list(self.options)}


class Several(Slot):
    """Some different cards; `size` is the range of how many, cut to what there is. Subclasses define the order."""

    __slots__ = ("of", "size")

    def __init__(self, of: Sequence[Scalar], size: range, private: bool = False) -> None:
        self.of = tuple(of)
        self.size = range(max(size.start, 0), min(size.stop, len(self.of) + 1))
        self.private = private

    @abstractmethod
    def arranged(self, size: int) -> Iterator[tuple[Scalar, ...]]:
        """The choices of one size."""

    @abstractmethod
    def ways(self, size: int) -> int:
        """How many choices of one size there are."""

    def reason(self, value: Json) -> str | None:
        return list_reason(value, self.of, self.size)

    def __iter__(self) -> Iterator[Json]:
        for size in self.size:
            yield from (list(chosen) for chosen in self.arranged(size))

    def count(self) -> int:
        return sum(self.ways(size) for size in self.size)

    def sample(self, draws: Draws) -> Json:
        nth = draws.below(self.count())
        for size in self.size:
            if nth < self.ways(size):
                return self.normal(list(shuffled(self.of, draws)[:size]))
            nth -= self.ways(size)
        raise AssertionError("the count is the sum of the sizes' counts")

    def to_json(self) -> dict[str, Json]:
        return {"slot": self.kind, "of": list(self.of), "size": bounds(self.size)}


class Subset(Several):
    """Some different cards, in no order; `size` is a range of how many.

    >>> list(Subset([4, 7, 9], range(2, 3)))
    [[4, 7], [4, 9], [7, 9]]
    """

    __slots__ = ()
    kind = "subset"
    shape = {"of": array(SCALAR), "size": BOUNDS}

    def arranged(self, size: int) -> Iterator[tuple[Scalar, ...]]:
        return combinations(self.of, size)

    def ways(self, size: int) -> int:
        return comb(len(self.of), size)

    def normal(self, value: Json) -> Json:
        return sorted(value, key=self.of.index)


class Ordered(Several):
    """Some different cards in an order that matters; `size` is a range of how many, left out: all."""

    __slots__ = ()
    kind = "sequence"
    shape = {"of": array(SCALAR), "size": BOUNDS}
    ordered = True

    def __init__(self, of: Sequence[Scalar], size: range | None = None, private: bool = False) -> None:
        super().__init__(of, range(len(of), len(of) + 1) if size is None else size, private)

    def arranged(self, size: int) -> Iterator[tuple[Scalar, ...]]:
        return permutations(self.of, size)

    def ways(self, size: int) -> int:
        return perm(len(self.of), size)


class Counts(Slot):
    """A number of cards of each face; equal cards are interchangeable.

    of: face -> (fewest, most); total: the range of how many in all. A value leaves out faces with no cards.

    >>> list(Counts({"7": (1, 2), "jester": (0, 1)}, range(2, 3)))
    [{'7': 1, 'jester': 1}, {'7': 2}]
    """

    __slots__ = ("of", "total", "_ways")
    kind = "counts"
    shape = {"of": mapping(BOUNDS), "total": BOUNDS}

    def __init__(self, of: Mapping[str, tuple[int, int]], total: range, private: bool = False) -> None:
        self.of = dict(of)
        fewest = most = 0
        for low, high in self.of.values():
            fewest += low
            most += high
        self.total = range(max(total.start, fewest), min(total.stop, most + 1))
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
        """Row i: in how many ways the faces from the i-th on make up each total."""
        if self._ways is None:
            most = max(self.total.stop - 1, 0)
            rows = [[1] + [0] * most]
            for low, high in reversed(self.of.values()):
                after = rows[-1]
                rows.append([sum(after[t - k] for k in range(low, min(high, t) + 1)) for t in range(most + 1)])
            self._ways = rows[::-1]
        return self._ways

    def __bool__(self) -> bool:
        """Without counting: every total between the fewest and the most can be made up."""
        return len(self.total) > 0 and all(low <= high for low, high in self.of.values())

    def count(self) -> int:
        if len(self.of) == 1:
            return len(self.total)
        first = self._table()[0]
        return sum(first[total] for total in self.total)

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
    shape = {"low": INTEGER, "high": INTEGER}

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

    def to_json(self) -> dict[str, Json]:
        return {"slot": self.kind, "low": self.low, "high": self.high}


class Text(Slot):
    """Free text of a player, up to `longest` characters; only the empty text is listed."""

    __slots__ = ("longest",)
    kind = "text"
    shape = {"longest": INTEGER}

    def __init__(self, longest: int, private: bool = False) -> None:
        self.longest, self.private = longest, private

    def reason(self, value: Json) -> str | None:
        if not isinstance(value, str):
            return "wrong_type"
        return None if len(value) <= self.longest else "too_long"

    def __iter__(self) -> Iterator[Json]:
        yield ""

    def count(self) -> int:
        """One: all texts count as the same move."""
        return 1

    def sample(self, draws: Draws) -> Json:
        return ""

    def to_json(self) -> dict[str, Json]:
        return {"slot": self.kind, "longest": self.longest}


def list_reason(value: Json, of: Sequence[Scalar], size: range) -> str | None:
    """Why a value is not a list of different members of `of` of an allowed size."""
    if not isinstance(value, (list, tuple)) or not SCALAR_TYPES.issuperset(map(type, value)):
        return "wrong_type"
    typed_options = {(type(option), option) for option in of}
    if not all((type(item), item) in typed_options for item in value):
        return "not_an_option"
    if len(set(value)) != len(value):
        return "twice_the_same"
    return None if len(value) in size else "wrong_size"


def bounds(values: range) -> list[int]:
    """A range as its first and last number."""
    return [values.start, values.stop - 1]
