"""Payments and stacks against all subsets of hand and discard, in random positions with chameleons.

The number of positions depends on the time; `COMPTOIR_DALE_POSITIONS` sets it instead.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from math import factorial
from typing import Any

import pytest

from games.dale_of_merchants import GAME
from games.dale_of_merchants.account import paying, payment, stack
from games.dale_of_merchants.account import used as usable
from games.dale_of_merchants.pick import CardChoice, CardPick
from games.kernel.rng import Draws, policy_draws, shuffled
from games.kernel.state import State, Zone
from tests.games.dale_of_merchants import reading
from tests.games.harness.scenario import lay
from tests.games.harness.time_budget import SECONDS, SEED

LIKELY = (
    "junk junk stashing_vendor empty_chest nostalgic_item accordion winter_is_coming bold_haggler stock_clearance"
    " flexible_shopkeeper reflection good_old_times trendsetting seeing_doubles"
).split()
EVERY = list(reading.VALUES)


def position(draws: Draws) -> State:
    """Returns a random table of three: up to seven cards in hand, three in a discard, many chameleons."""

    def some(most: int) -> str:
        faces = [LIKELY if draws.below(2) else EVERY for _ in range(draws.below(most + 1))]
        return " ".join(pool[draws.below(len(pool))] for pool in faces)

    zones = {Zone("hand", 0): some(6), Zone("shown", 0): some(1), Zone("discard", 0): some(3)}
    zones |= {Zone("discard", seat): some(2) for seat in (1, 2)}
    zones |= {Zone("market", None, place): some(1) for place in range(3)}
    zones |= {Zone("market_discard"): some(1)}
    zones |= {Zone("stall", 0, number): f"junk {some(2)}" for number in range(1, 1 + draws.below(8))}
    seats, rare = 3, Counter(face for line in GAME.deck.lines for face in [line.face] * line.count)
    available = {zone: _allowed(faces, rare) for zone, faces in zones.items()}
    state = lay(
        GAME, seats, None, {zone: faces for zone, faces in available.items() if faces or zone.number is None}
    ).state
    marks = {str(card): _mark(state, card, draws) for card in state.cards("shown", 0)}
    state.public = state.public.changed({"marks": marks, "flashy": draws.below(4) // 3})
    return state


def _allowed(faces: str, rare: Counter[str]) -> str:
    """Returns the faces of which cards remain."""
    allowed = []
    for face in faces.split():
        if rare[face] > 0:
            rare[face] -= 1
            allowed.append(face)
    return " ".join(allowed)


def _mark(state: State, card: int, draws: Draws) -> dict[str, Any]:
    face = EVERY[draws.below(len(EVERY))] if state.face(card) in reading.COPIERS else state.face(card)
    bound = face not in reading.COPIERS
    delta = draws.below(4) if bound and face == "bold_haggler" else 0
    return {
        "face": face if bound else state.face(card),
        "delta": delta,
        "rolled": delta > 0,
        "bound": bound,
        "threw": False,
        "claimed": False,
    }


def meanings(cards: tuple[reading.Used, ...]) -> frozenset[tuple[int, str]]:
    return frozenset((card.card, card.key) for card in cards)


def listed_values(pick: CardPick) -> list[frozenset[tuple[int, str]]]:
    return [frozenset((item["card"], item["as"]) for item in value) for value in pick]


def unordered(pick: CardPick) -> CardPick:
    """Returns the pick without a choice of order, so that its values can be listed."""
    return CardPick(pick.choices, pick.total, minimal=pick.minimal, requires=pick.requires)


def compare(state: State, draws: Draws) -> tuple[int, int]:
    """Compares the payments of a price and the next stack with all subsets; returns how many of each are legal."""
    cards, price, number = usable(state, 0), 1 + draws.below(9), len(state.numbers("stall", 0)) + 1
    subsets = list(reading.subsets(reading.used(state, 0)))
    payable = [meanings(chosen) for chosen in subsets if reading.pays(chosen, price)]
    buildable = [meanings(chosen) for chosen in subsets if reading.is_stack(chosen, number)]

    payments, stacks = payment(paying(state, 0, cards), price), stack(state, 0, cards)
    _same(listed_values(unordered(payments)), payable)
    _same(listed_values(stacks), buildable)
    assert payments.count() == sum(factorial(len(chosen)) for chosen in payable)
    assert stacks.count() == len(buildable)
    for pick, legal in ((payments, set(payable)), (stacks, set(buildable))):
        if legal:
            value = pick.sample(draws)
            assert pick.reason(value) is None
            assert frozenset((item["card"], item["as"]) for item in value) in legal
    for chosen in shuffled(subsets, draws)[:10]:
        value = [{"card": card.card, "as": card.key} for card in chosen]
        assert (payments.reason(value) is None) == (meanings(chosen) in payable)
        assert (stacks.reason(value) is None) == (meanings(chosen) in buildable)
    return len(payable), len(buildable)


def _same(ones: list[frozenset[tuple[int, str]]], others: list[frozenset[tuple[int, str]]]) -> None:
    assert Counter(ones) == Counter(others)


def test_payments_and_stacks_are_those_that_trying_all_subsets_finds() -> None:
    target, until = int(os.environ.get("COMPTOIR_DALE_POSITIONS", "0")), time.monotonic() + SECONDS
    number = payments = stacks = 0
    while number < max(target, 200) or (not target and time.monotonic() < until):
        draws = policy_draws(b"dale", SEED, number)
        try:
            paying, building = compare(position(draws), draws)
        except AssertionError as error:
            error.add_note(f"seed {SEED}, position {number}")
            raise
        number, payments, stacks = number + 1, payments + paying, stacks + building
    print(f"{number} positions: {payments} payments, {stacks} stacks, from seed {SEED}")
    assert payments > number
    assert stacks > number // 4


FAULTS = {
    "an accordion that counts five only": lambda choice: choice._replace(slack=0),
    "junk that needs no vendor": lambda choice: choice._replace(needs=None),
    "sets that may be mixed": lambda choice: choice._replace(group=None),
    "discards that cost nothing": lambda choice: choice._replace(spends=None),
    "superfluous cards that are always allowed": lambda choice: choice._replace(gives=("surplus", *choice.gives)),
}


@pytest.mark.pure
@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sound = CardPick.__init__

    def faulty(self: CardPick, choices: Any, *args: Any, **more: Any) -> None:
        changed: list[CardChoice] = [FAULTS[fault](choice) for choice in choices]
        sound(self, changed, *args, **more)

    monkeypatch.setattr(CardPick, "__init__", faulty)
    with pytest.raises(AssertionError):
        for number in range(2000):
            draws = policy_draws(b"dale", SEED, number)
            compare(position(draws), draws)
