"""Compares payments for random hands and prices with the second reading."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.dealmaker.goods import GOODS
from games.dealmaker.payment import LIMITS, Goods, can_pay, payments, reduced
from games.dealmaker.slot import GoodsPayment
from games.kernel.rng import Draws
from tests.games.dealmaker import second_reading

MODES = tuple(LIMITS)
Payments = Callable[..., Any]


def random_hand(draws: Draws) -> Goods:
    """Returns up to ten cards, often several of a kind."""
    hand = [0] * len(GOODS)
    for _ in range(1 + draws.below(5)):
        hand[draws.below(len(GOODS))] += 1 + draws.below(3)
    return tuple(hand) if sum(hand) <= 10 else random_hand(draws)


def random_price(draws: Draws) -> Goods:
    """Returns one to four units, mostly of one good."""
    price = [0] * len(GOODS)
    goods = [draws.below(len(GOODS)) for _ in range(1 + (draws.below(4) == 0))]
    for _ in range(1 + draws.below(4)):
        price[goods[draws.below(len(goods))]] += 1
    return tuple(price)


def compare(draws: Draws, listed: Payments = payments, possible: Payments = can_pay) -> None:
    """Compares one random hand and price in one mode, at full price or in the sales; raises AssertionError."""
    hand, price, mode = random_hand(draws), random_price(draws), MODES[draws.below(len(MODES))]
    limits = LIMITS[mode]
    prices = reduced(price) if draws.below(4) == 0 else (price,)
    truth = set().union(*(second_reading.all_payments(hand, one, mode) for one in prices))
    listed_payments = [spent for one in prices for spent in listed(hand, one, limits)]
    context = f"hand {hand}, prices {prices}, {mode}"
    assert set(listed_payments) == truth, f"{context}: listed {sorted(set(listed_payments) ^ truth)} wrongly"
    assert len(prices) > 1 or len(listed_payments) == len(truth), f"{context}: a payment is listed twice"
    assert any(possible(hand, one, limits) for one in prices) == bool(truth), f"{context}: can it pay?"
    _compare_slot(GoodsPayment(GOODS, hand, prices, limits), truth, hand, draws, context)


def _compare_slot(slot: GoodsPayment, truth: set[Goods], hand: Goods, draws: Draws, context: str) -> None:
    assert slot.count() == len(truth) and bool(slot) == bool(truth), f"{context}: {slot.count()} counted"
    if truth:
        assert slot.sample(draws) in slot, f"{context}: a sample is no payment"
    other = tuple(draws.below(count + 1) for count in hand)
    payment = {good: number for good, number in zip(GOODS, other, strict=True) if number}
    assert (payment in slot) == (other in truth), f"{context}: {other} is taken for what it is not"
