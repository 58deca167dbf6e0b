"""Slots contain, list, count and sample the same values as brute force, with strict JSON types."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations, permutations, product
from typing import Any

import pytest

from games.kernel.rng import policy_draws
from games.kernel.slots import Counts, Integer, OneOf, Ordered, Slot, Subset, Text, limits
from tests.games.harness.simulate import canonical

FACES = {"a": (0, 2), "b": (1, 3), "c": (0, 1)}


def subsets(of: Any, sizes: Any) -> list[Any]:
    return [list(chosen) for size in sizes for chosen in combinations(of, size)]


def sequences(of: Any, sizes: Any) -> list[Any]:
    return [list(chosen) for size in sizes for chosen in permutations(of, size)]


def countings(of: dict[str, tuple[int, int]], total: range) -> list[Any]:
    rows = product(*(range(low, high + 1) for low, high in of.values()))
    return [{f: n for f, n in zip(of, row, strict=True) if n} for row in rows if sum(row) in total]


TWO_OF_TWO = countings({"a": (1, 2), "b": (1, 2)}, range(5))
CASES: list[tuple[str, Slot, list[Any]]] = [
    ("one of some words and numbers", OneOf([4, "x", 7]), [4, "x", 7]),
    ("one of nothing", OneOf([]), []),
    ("two or three of five", Subset([9, 4, 7, 1, 2], range(2, 4)), subsets([9, 4, 7, 1, 2], (2, 3))),
    ("any of four", Subset("abcd", range(5)), subsets("abcd", range(5))),
    ("more than there are", Subset([1, 2], range(3, 9)), []),
    ("an order of four", Ordered([4, 3, 2, 1]), sequences([4, 3, 2, 1], [4])),
    ("one to three in order", Ordered("abcd", range(1, 4)), sequences("abcd", (1, 2, 3))),
    ("nothing in order", Ordered([], range(1)), [[]]),
    ("two or three of three faces", Counts(FACES, range(2, 4)), countings(FACES, range(2, 4))),
    ("as many as may be", Counts(FACES, range(99)), countings(FACES, range(99))),
    ("more than there are", Counts(FACES, range(90, 99)), countings(FACES, range(90, 99))),
    ("a face of which no number fits", Counts({"a": (2, 1), "b": (0, 3)}, range(4)), []),
    ("one face, some of it", Counts({"a": (1, 4)}, range(2, 4)), countings({"a": (1, 4)}, range(2, 4))),
    ("one face, none of it", Counts({"a": (0, 2)}, range(1)), [{}]),
    ("two faces with one of each at least", Counts({"a": (1, 2), "b": (1, 2)}, range(5)), TWO_OF_TWO),
    ("too many to make up", Counts(FACES, range(7, 9)), []),
    ("a small number", Integer(-1, 2), [-1, 0, 1, 2]),
    ("an empty range", Integer(3, 2), []),
]
SLOTS = pytest.mark.parametrize(("slot", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])

STRANGE: list[Any] = [
    None,
    True,
    False,
    1.0,
    4.0,
    -7,
    0,
    1,
    2,
    3,
    10**30,
    "",
    "1",
    "a",
    "nothing",
    [],
    {},
    [[]],
    [None],
    [True],
    [1.0],
    [4, 4],
    ["a", "a"],
    [9, 4, 7, 1, 2],
    [4, [7]],
    {"a": 1.0},
    {"a": True},
    {"a": -1},
    {"b": 2, "z": 0},
    {"a": [1]},
    {"b": 1, "a": 0, "c": 1},
    {1: 1},
    [{}],
]


def key(value: Any) -> bytes:
    return canonical(value)


@SLOTS
def test_a_slot_lists_the_values_that_brute_force_finds(slot: Slot, expected: list[Any]) -> None:
    assert Counter(map(key, slot)) == Counter(map(key, expected))


@SLOTS
def test_a_slot_counts_its_values(slot: Slot, expected: list[Any]) -> None:
    assert slot.count() == len(expected)
    assert bool(slot) == bool(expected)


@SLOTS
def test_a_slot_contains_its_values_and_no_others(slot: Slot, expected: list[Any]) -> None:
    listed = {key(value) for value in expected}
    assert all(value in slot for value in expected)
    for value in chain(STRANGE, *(case[2] for case in CASES)):
        if value in slot:
            assert key(slot.normal(value)) in listed, f"{value!r}"
        else:
            assert key(value) not in listed, f"{value!r}"


@SLOTS
def test_a_slot_samples_all_values_equally_often(slot: Slot, expected: list[Any]) -> None:
    if not expected:
        return
    draws, times = policy_draws(b"slots", repr(slot)), 60 * len(expected)
    counts = Counter(key(slot.sample(draws)) for _ in range(times))
    assert set(counts) == {key(value) for value in expected}
    square = sum((counts[key(value)] - 60) ** 2 / 60 for value in expected)
    freedom = len(expected) - 1
    assert square <= freedom + 6 * (2 * freedom) ** 0.5


@pytest.mark.pure
def test_an_uneven_sample_is_found() -> None:
    class BySize(Subset):
        def sample(self, draws: Any) -> Any:
            size = self.size[draws.below(len(self.size))]
            return subsets(self.of, [size])[draws.below(len(subsets(self.of, [size])))]

    with pytest.raises(AssertionError):
        test_a_slot_samples_all_values_equally_often(BySize("abcd", range(5)), subsets("abcd", range(5)))


@pytest.mark.parametrize(
    ("slot", "value"),
    [
        (OneOf([1, 0]), True),
        (OneOf([1]), 1.0),
        (OneOf([True]), 1),
        (OneOf([1]), "1"),
        (Integer(0, 5), True),
        (Integer(0, 5), 1.0),
        (Integer(0, 5), "1"),
        (Subset([1, 2], range(3)), [True]),
        (Subset([1, 2], range(3)), [1.0]),
        (Subset([1, 2], range(3)), "12"),
        (Subset("ab", range(3)), "ab"),
        (Ordered([0, 1]), [False, True]),
        (Counts({"a": (0, 2)}, range(3)), {"a": True}),
        (Counts({"a": (0, 2)}, range(3)), {"a": 1.0}),
        (Counts({"a": (0, 2)}, range(3)), [["a", 1]]),
        (Text(5), 3),
        (OneOf([1]), [1]),
        (OneOf([1]), {}),
    ],
)
def test_true_and_1_0_do_not_equal_1(slot: Slot, value: Any) -> None:
    assert value not in slot


@pytest.mark.parametrize(
    ("slot", "value", "code"),
    [
        (OneOf([3]), 4, "not_an_option"),
        (OneOf([3]), None, "wrong_type"),
        (Subset([1, 2, 3], range(1, 3)), [1, 1], "twice_the_same"),
        (Subset([1, 2, 3], range(1, 3)), [1, 2, 3], "wrong_size"),
        (Subset([1, 2, 3], range(1, 3)), [9], "not_an_option"),
        (Ordered([1, 2]), [1], "wrong_size"),
        (Counts({"a": (1, 2)}, range(1, 3)), {"b": 1}, "not_an_option"),
        (Counts({"a": (1, 2)}, range(1, 3)), {"a": 3}, "wrong_count"),
        (Counts({"a": (0, 2), "b": (0, 2)}, range(1, 3)), {"a": 2, "b": 1}, "wrong_total"),
        (Integer(1, 3), 4, "out_of_range"),
        (Text(3), "long", "too_long"),
    ],
)
def test_a_slot_gives_the_reason_why_a_value_does_not_fit(slot: Slot, value: Any, code: str) -> None:
    assert slot.reason(value) == code


def test_the_order_of_an_unordered_choice_is_ignored() -> None:
    slot = Subset([9, 4, 7], range(2, 3))
    assert slot.normal([7, 9]) == slot.normal([9, 7]) == [9, 7]


def test_a_face_with_count_zero_equals_an_omitted_face() -> None:
    assert Counts(FACES, range(2, 4)).normal({"c": 0, "b": 2}) == {"b": 2}


@pytest.mark.parametrize("slot", [case[1] for case in CASES] + [Text(9)], ids=repr)
def test_a_slot_can_be_written_as_json(slot: Slot) -> None:
    assert canonical(slot.to_json()).startswith(b"{")
    assert slot.to_json()["slot"] == slot.kind


def test_the_minimum_counts_of_several_faces_are_added_up() -> None:
    assert Counts({"a": (1, 2), "b": (1, 2)}, range(5)).total == range(2, 5)


def test_a_text_is_refused_only_if_it_is_too_long() -> None:
    assert [Text(3).reason(text) for text in ("", "abc", "abcd")] == [None, None, "too_long"]


def test_a_range_is_described_by_both_ends_or_by_its_only_number() -> None:
    assert limits(range(2, 5)) == {"low": 2, "high": 4}
    assert limits(range(2, 3)) == {"low": 2}
