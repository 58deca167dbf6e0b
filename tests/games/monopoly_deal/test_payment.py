"""Payments: the slot against an implementation of its rule that tries every subset."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import perm

import pytest

from games.kernel.rng import policy_draws
from games.monopoly_deal.payment import Case, Payment

SEEDS = range(60)


def legal_by_hand(worth, owed, needs, minimal):
    """Returns every payment by applying the rule to every subset."""
    everything = tuple(worth)
    if sum(worth.values()) < owed:
        return {frozenset(everything)}
    legal = set()
    for size in range(len(everything) + 1):
        for cards in combinations(everything, size):
            total = sum(worth[card] for card in cards)
            supported = all(any(set(way) <= set(cards) for way in needs[card]) for card in cards if card in needs)
            spare = minimal and cards and total - min(worth[card] for card in cards) >= owed
            if total >= owed and supported and not spare:
                legal.add(frozenset(cards))
    return legal


def random_case(seed):
    """Returns a random case: six to nine cards, some needing others, every setting on or off."""
    draws = policy_draws(b"payments", seed)
    cards = range(6 + draws.below(4))
    worth = {card: draws.below(6) for card in cards}
    needs = {}
    for card in cards:
        if draws.below(5) == 0:
            others = [other for other in cards if other != card]
            needs[card] = [[others[draws.below(len(others))] for _ in range(1 + draws.below(2))] for _ in range(2)]
    return {"worth": worth, "owed": draws.below(16), "needs": needs, "minimal": draws.below(2) == 1}


@pytest.mark.parametrize("seed", SEEDS)
def test_payments_are_those_that_trying_every_subset_finds(seed):
    case = random_case(seed)
    by_hand = legal_by_hand(**case)
    slot = Payment(**case)

    listed = [frozenset(cards) for cards in slot]
    accepted = {
        frozenset(cards)
        for size in range(len(case["worth"]) + 1)
        for cards in combinations(case["worth"], size)
        if list(cards) in slot
    }

    assert set(listed) == accepted == by_hand, f"seed {seed}: {case}"
    assert len(listed) == slot.count() == len(by_hand) and bool(slot) == bool(by_hand), f"seed {seed}: {case}"


@pytest.mark.parametrize("minimal", [False, True])
def test_each_payment_is_drawn_equally_often(minimal):
    slot = Payment({1: 1, 2: 1, 3: 2, 4: 3, 5: 3, 6: 4}, 4, {5: [[6], [1]]}, minimal=minimal)
    draws = policy_draws(b"even", minimal)
    times = 400

    drawn = Counter(tuple(slot.sample(draws)) for _ in range(times * slot.count()))

    assert set(drawn) == {tuple(cards) for cards in slot}
    chi_square = sum((count - times) ** 2 / times for count in drawn.values())
    assert chi_square < 2.2 * slot.count(), f"chi square {chi_square:.1f} of {slot.count()} payments"


def test_forty_cards_are_counted_without_listing_them():
    slot = Payment(dict.fromkeys(range(40), 1), 5)
    assert slot.count() == 2**40 - sum(perm(40, k) // perm(k, k) for k in range(5))


def test_forty_cards_that_depend_on_each_other_are_counted_without_listing_them():
    """Each card needs the next one, so a payment consists of the last n cards."""
    slot = Payment(dict.fromkeys(range(40), 1), 5, {card: [[card + 1]] for card in range(39)})
    assert slot.count() == 36
    assert list(slot)[:2] == [[35, 36, 37, 38, 39], [34, 35, 36, 37, 38, 39]]


@pytest.mark.pure
def test_the_first_payment_listed_spares_the_first_cards():
    """The first payment is what a seat pays when its time runs out: properties are listed first, small notes last."""
    assert next(iter(Payment({"red": 3, "m5": 5, "m2": 2, "m1": 1}, 3))) == ["m2", "m1"]


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ([1, 9], "not_an_option"),
        ([1, 1], "twice_the_same"),
        ("1", "wrong_type"),
        ([1], "too_little"),
        ([2, 3], "needs_another_card"),
        ([1, 2, 4, 5], "superfluous_card"),
    ],
)
def test_a_wrong_payment_is_refused_with_its_reason(cards, code):
    slot = Payment({1: 1, 2: 2, 3: 3, 4: 4, 5: 5}, 5, {3: [[4]]}, minimal=True)
    assert slot.reason(cards) == code


def test_a_hand_worth_too_little_is_paid_in_full():
    slot = Payment({1: 1, 2: 2}, 5)
    assert list(slot) == [[1, 2]] and slot.reason([2]) == "too_little" and slot.count() == 1


@pytest.mark.pure
def test_a_count_that_includes_superfluous_cards_is_found(monkeypatch):
    """Planted fault: brute force must detect a slot that allows superfluous cards."""
    monkeypatch.setattr(Case, "_is_payment", lambda self, paid: paid.worth >= self.owed)
    monkeypatch.setattr(Case, "_after", _uncapped)
    slot = Payment({1: 1, 2: 2, 3: 3}, 3, minimal=True)
    assert slot.count() != len(legal_by_hand({1: 1, 2: 2, 3: 3}, 3, {}, True))


def _uncapped(self, so_far, selection):
    return so_far._replace(worth=so_far.worth + selection.worth)
