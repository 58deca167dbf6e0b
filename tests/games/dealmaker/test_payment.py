"""Legal payments (scenarios S9 to S34 of RULES.md), and a second reading over random hands and prices."""

from __future__ import annotations

import time
from functools import partial

import pytest

from games.dealmaker.goods import GOODS, by_rank
from games.dealmaker.payment import LIMITS, can_pay, payments, pays, reduced
from games.kernel.rng import policy_draws
from tests.games.dealmaker import paying, second_reading
from tests.games.dealmaker.table import goods
from tests.games.harness.time_budget import SECONDS, SEED, seeds

MODES = ("unlimited", "one_higher", "one_each")


def price(letters: str) -> tuple[int, ...]:
    return by_rank(goods(letters))


# S9 and S11 are followed by the other two printed examples, S10 and S12.
@pytest.mark.parametrize(
    ("scenario", "tile", "shown", "accepted"),
    [
        ("S9", "ttt", "ttt", "yes yes yes"),
        ("S10", "ttt", "tt o", "yes yes yes"),
        ("S11", "ttt", "tt vvv", "yes yes yes"),
        ("S12", "ttt", "t o vvv", "yes yes yes"),
        ("S13", "ttt", "t oo", "yes no no"),
        ("S15", "ttt", "ddd", "yes no no"),
        ("S17", "ttt", "tt vv c", "no no no"),
        ("S19", "ttt", "t vvvvvv", "yes yes no"),
        ("S21", "ttt", "tttt", "no no no"),
        ("S23", "ttt", "tt ooo", "no no no"),
        ("S25", "cccccc", "vvvvvv", "yes no no"),
        ("S27", "vvvv", "vv cccccc", "yes yes no"),
        ("S29", "dd", "ooo ttt", "yes yes no"),
        ("S31", "tt", "ccccccccc", "no no no"),
    ],
)
def test_s9_to_s34_a_payment_is_accepted_in_the_listed_modes(
    scenario: str, tile: str, shown: str, accepted: str
) -> None:
    results = ["yes" if pays(price(shown), price(tile), LIMITS[mode]) else "no" for mode in MODES]

    assert results == accepted.split(), scenario


def test_s33_with_flowers_three_carpets_pay_a_gold_and_flowers_and_not_two_gold() -> None:
    assert not pays(price("ttt f"), price("oo"), LIMITS["unlimited"])
    assert pays(price("ttt f"), price("o f"), LIMITS["unlimited"])


def test_three_equal_goods_never_replace_a_cheaper_good() -> None:
    assert not pays(price("ooo"), price("t"), LIMITS["unlimited"])


def test_three_goods_obtained_by_substitution_do_not_replace_another_good() -> None:
    assert not can_pay(price("ccccccccc"), price("tttt"), LIMITS["unlimited"])
    assert can_pay(price("ccccccccc"), price("ttt"), LIMITS["unlimited"])


def test_a_tile_with_several_goods_is_paid_unit_by_unit() -> None:
    possible = set(payments(price("o t vvv"), price("t o"), LIMITS["unlimited"]))

    assert possible == {price("o t"), price("o vvv"), price("t vvv")}


def test_a_price_in_the_sales_lacks_one_unit_chosen_by_the_buyer() -> None:
    assert set(reduced(price("tt o"))) == {price("t o"), price("tt")}


def test_s57_a_price_of_three_carpets_in_the_sales_is_paid_as_in_the_printed_example() -> None:
    (reduced_price,) = reduced(price("ttt"))

    assert pays(price("tt"), reduced_price, LIMITS["unlimited"])
    assert pays(price("t ccc"), reduced_price, LIMITS["unlimited"])


def test_payments_agree_with_a_second_reading() -> None:
    draws = policy_draws(b"paying", SEED)
    for case in seeds(SECONDS / 3, at_least=2_500, first=0):
        try:
            paying.compare(draws)
        except AssertionError as error:
            error.add_note(f"seed {SEED}, case {case}")
            raise


def _without_limits(hand: paying.Goods, cost: paying.Goods, limits: object) -> list[paying.Goods]:
    return list(payments(hand, cost, LIMITS["unlimited"]))


def _every_card_counts(hand: paying.Goods, cost: paying.Goods, limits: object) -> bool:
    return sum(hand) >= sum(cost)


@pytest.mark.parametrize(
    "faulty",
    [
        partial(paying.compare, listed=_without_limits),
        partial(paying.compare, listed=lambda *args: list(payments(*args))[1:]),
        partial(paying.compare, possible=_every_card_counts),
    ],
    ids=["no mode", "one payment forgotten", "every card counts"],
)
def test_a_planted_fault_is_found(faulty: object) -> None:
    draws = policy_draws(b"faults", 1)
    with pytest.raises(AssertionError):
        for _ in range(500):
            faulty(draws)  # type: ignore[operator]


def test_the_second_reading_knows_the_printed_examples() -> None:
    for cards in ("ttt", "tt o", "tt vvv", "t o vvv"):
        assert all(second_reading.pays(price(cards), price("ttt"), mode) for mode in MODES)


def test_most_payments_of_the_longest_tile_are_listed_at_once() -> None:
    hand = (16,) * len(GOODS)

    assert len(list(payments(hand, price("cccccc"), LIMITS["unlimited"]))) == 462


def test_whether_a_tile_of_27_units_can_be_paid_is_decided_at_once() -> None:
    holds, cost = (10, 6, 9, 6, 4, 3), (9, 9, 0, 0, 0, 9)
    began = time.process_time()

    assert not can_pay(holds, cost, LIMITS["unlimited"])
    assert time.process_time() - began < 2
