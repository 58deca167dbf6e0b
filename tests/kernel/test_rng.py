"""Random numbers of the protocol tt1: published vectors and a test of bias, which must detect biased shuffles."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import permutations

import pytest

from games.kernel.rng import Draw, Draws, Rng, policy_draws, shuffled

V1 = bytes.fromhex("8183928bda869bd5ea7ce797b9cebf68593ee5599525f8eea52faf86e7d1578a")
V2 = bytes.fromhex("c484f2fe3177273f25198882e6c32890bcc18e2d764f9e6562234eac52abccbd")
DECK = (
    "30 34 3 50 13 41 39 36 35 24 45 42 19 43 1 47 33 23 6 12 32 37 16 25 21 26 20 29 14 2 31 8 "
    "28 18 44 9 5 4 10 11 51 40 7 22 0 48 49 17 46 15 38 27"
)
DISCARD = (
    "50 31 24 30 38 36 23 22 46 26 15 14 39 18 33 1 21 48 40 7 19 17 16 44 2 12 43 41 47 49 3 20 "
    "6 51 29 37 13 10 8 28 27 45 25 11 4 0 32 35 34 5 9 42"
)

Shuffle = Callable[[Sequence[int], Draws], tuple[int, ...]]


@pytest.mark.parametrize(
    ("seed", "number", "label", "key"),
    [
        (V1, 0, "shuffle", "b534e25db3c4ce52e4d75fac5540b5ce13ac21ee6d3530fcd3dc5eb142583fed"),
        (V1, 1, "d6", "0dcff4be2081abfd9f61abbd4b911c718e9eecec362a90330765817efa991170"),
        (V2, 0, "shuffle:deck", "5ee158282afa3f074cd9d2feb506f43d8659c6146409ccd13413283db4a4148f"),
        (V2, 1, "shuffle:discard", "053bcbbca319d0c9080967aa8692f600deab21de1ac89c7df6430f94239cf019"),
    ],
)
def test_each_act_has_the_key_of_the_test_vectors(seed: bytes, number: int, label: str, key: str) -> None:
    assert Rng(seed).draw(number, label).key.hex() == key


def test_the_first_block_is_that_of_test_vector_1() -> None:
    draw = Draw(V1, 0, "shuffle")
    assert [draw.word() for _ in range(2)] == [0xF50AD714, 0xC0EA1307]


@pytest.mark.parametrize(
    ("seed", "number", "label", "order"),
    [
        (V1, 0, "shuffle", "4 2 3 7 8 6 1 9 5 0"),
        (V2, 0, "shuffle:deck", DECK),
        (V2, 1, "shuffle:discard", DISCARD),
    ],
)
def test_shuffles_are_those_of_the_test_vectors(seed: bytes, number: int, label: str, order: str) -> None:
    expected = tuple(int(card) for card in order.split())
    assert shuffled(range(len(expected)), Rng(seed).draw(number, label)) == expected


def test_dice_are_those_of_test_vector_1() -> None:
    draw = Rng(V1).draw(1, "d6")
    assert [draw.below(6) for _ in range(12)] == [4, 3, 5, 2, 5, 3, 0, 1, 1, 4, 2, 0]


def test_a_draw_with_one_possible_result_uses_no_word() -> None:
    draw, other = Draw(V1, 0, "x"), Draw(V1, 0, "x")
    assert draw.below(1) == 0
    assert draw.below(1000) == other.below(1000)


@pytest.mark.parametrize("label", ["", "x" * 65, "é"])
def test_a_label_is_1_to_64_ascii_characters(label: str) -> None:
    with pytest.raises(ValueError, match=r"label|ascii"):
        Draw(V1, 0, label)


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_below_1_is_refused(limit: int) -> None:
    with pytest.raises(ValueError, match="expected"):
        Draw(V1, 0, "x").below(limit)


@pytest.mark.pure
def test_words_that_would_favour_low_numbers_are_rejected() -> None:
    class Words(Draw):
        __slots__ = ("row",)

        def word(self) -> int:
            return self.row.pop(0)

    draw = Words(V1, 0, "x")
    draw.row = [2**32 - 1, 2**32 - 2, 5]
    assert draw.below(3) == (2**32 - 2) % 3
    draw.row = [2**32 - 1, 7]
    assert draw.below(6) == 1


def test_numbers_beyond_32_bits_are_drawn_uniformly() -> None:
    draw, limit = Draw(V1, 0, "wide"), 3 * 2**40
    thirds = Counter(draw.below(limit) * 3 // limit for _ in range(6000))
    assert sorted(thirds) == [0, 1, 2]
    assert chi_square([thirds[i] for i in range(3)]) < 13.8


def test_the_same_names_give_a_policy_the_same_numbers() -> None:
    first, again, other = (policy_draws(b"key", "match", seat) for seat in (1, 1, 2))
    rows = [[draws.below(1000) for _ in range(20)] for draws in (first, again, other)]
    assert rows[0] == rows[1] != rows[2]


def test_a_secret_seed_is_not_printed() -> None:
    assert V1.hex() not in repr(Rng(V1))
    assert repr(V1) not in repr(Rng(V1))


def chi_square(counts: Sequence[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def orders(shuffle: Shuffle, times: int = 24_000) -> list[int]:
    """Counts how often each order of four cards occurs."""
    counts = Counter(shuffle(range(4), Draw(hashlib.sha256(b"orders").digest(), k, "orders")) for k in range(times))
    return [counts[order] for order in permutations(range(4))]


def off_by_one(items: Sequence[int], draws: Draws) -> tuple[int, ...]:
    """Shuffles by Sattolo's algorithm, the mistake of drawing below i instead of i + 1."""
    order = list(items)
    for i in range(len(order) - 1, 0, -1):
        j = draws.below(i)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def any_with_any(items: Sequence[int], draws: Draws) -> tuple[int, ...]:
    """Shuffles naively: swaps every card with any card."""
    order = list(items)
    for i in range(len(order)):
        j = draws.below(len(order))
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def biased_words(items: Sequence[int], draws: Draws) -> tuple[int, ...]:
    """Shuffles by the remainders of random words from a range that is too small."""
    order = list(items)
    for i in range(len(order) - 1, 0, -1):
        j = draws.below(16) % (i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


LIMIT_1_IN_100_000 = 66.0  # chi-square, 23 degrees of freedom


def test_all_orders_of_a_shuffle_are_equally_likely() -> None:
    assert chi_square(orders(shuffled)) < LIMIT_1_IN_100_000


@pytest.mark.parametrize("biased", [off_by_one, any_with_any, biased_words])
def test_a_biased_shuffle_is_found(biased: Shuffle) -> None:
    assert chi_square(orders(biased)) > LIMIT_1_IN_100_000


def test_every_card_of_a_deck_comes_to_every_place_equally_often() -> None:
    times, size = 1000, 52
    counts = Counter(
        (place, card)
        for k in range(times)
        for place, card in enumerate(shuffled(range(size), Draw(hashlib.sha256(b"places").digest(), k, "places")))
    )
    square = chi_square([counts[place, card] for place in range(size) for card in range(size)])
    assert abs(square - 51 * 51) < 5 * (2 * 51 * 51) ** 0.5
