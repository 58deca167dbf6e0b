"""The rules of play against a second, naive implementation: the same sets, turns and places."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

from games.great_dalmuti.tricks import answers, leads, numbered
from games.kernel.rng import Draw, policy_draws, shuffled
from games.kernel.slots import Counts
from tests.games.great_dalmuti.reading import JESTER, Walk, better, sets
from tests.games.great_dalmuti.table import tricks
from tests.games.harness.scenario import Scenario

PACK = (*(rank for rank in range(1, 13) for _ in range(rank)), JESTER, JESTER)


def face(card: int) -> str:
    return "jester" if card == JESTER else str(card)


def laid_out(slots: list[Counts]) -> list[tuple[int, ...]]:
    """Returns the sets in some slots, each as sorted numbers."""
    numbers = {str(rank): rank for rank in range(1, 13)} | {"jester": JESTER}
    return [tuple(sorted(numbers[f] for f in Counter(value).elements())) for slot in slots for value in slot]


def some_hand(draws: Draw) -> list[int]:
    return list(shuffled(PACK, draws)[: 1 + draws.below(14)])


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("jester_pair", [True, False])
def test_the_sets_that_can_be_led_are_those_of_the_oracle(seed: int, jester_pair: bool) -> None:
    hand = some_hand(policy_draws(b"lead", seed))

    legal = laid_out(list(leads(Counter(map(face, hand)), jester_pair)))

    assert len(legal) == len(set(legal))
    assert set(legal) == sets(hand, jester_pair), f"seed {seed}, hand {hand}"


@pytest.mark.parametrize("seed", range(60))
def test_the_sets_that_beat_another_set_are_those_of_the_oracle(seed: int) -> None:
    draws = policy_draws(b"follow", seed)
    hand, others = some_hand(draws), some_hand(draws)
    for top in sets(others):
        rank = min(card or 13 for card in top)
        legal = laid_out(list(answers(Counter(map(face, hand)), rank, len(top))))

        assert len(legal) == len(set(legal))
        assert set(legal) == better(hand, top), f"seed {seed}, hand {hand}, set {top}"


def test_the_bounds_of_each_slot_can_be_reached() -> None:
    for number, jesters, count in product(range(1, 7), range(3), range(1, 9)):
        for slot in answers(Counter({"6": number, "jester": jesters}), 7, count):
            for name, (low, high) in slot.of.items():
                counts = {value.get(name, 0) for value in slot}
                assert (min(counts), max(counts)) == (low, high), (number, jesters, count, name)


def random_choice(walk: Walk, draws: Draw) -> tuple[int, ...]:
    """Returns a random choice that passes about half of the time."""
    choices = sorted(walk.choices())
    if choices[0] == () and draws.below(2):
        return ()
    return choices[draws.below(len(choices))]


def legal_sets(scenario: Scenario, seat: int) -> set[tuple[int, ...]] | None:
    """Returns the sets that the game lets a seat lay; None if it is not their turn."""
    if scenario.to_act != (seat,):
        return None
    slots = [template.slots["cards"] for template in scenario.legal(seat).of("play")]
    return set(laid_out([slot for slot in slots if isinstance(slot, Counts)]))


def play_both(seed: int, walk: Walk, scenario: Scenario) -> list[str]:
    """Plays a hand on both implementations; returns the first difference, if any."""
    draws = policy_draws(b"both", seed)
    while not walk.is_over:
        seat, choices, legal = walk.seat, walk.choices() - {()}, legal_sets(scenario, walk.seat)
        if legal != choices:
            return [f"seat {seat} against {scenario.to_act}, {choices} against {legal}"]
        cards = random_choice(walk, draws)
        walk.choose(cards)
        if cards:
            scenario.play(seat, "play", cards=" ".join(map(face, cards)))
        else:
            scenario.play(seat, "pass")
    last = next(seat for seat in range(len(walk.hands)) if walk.hands[seat])
    places = tuple((seat,) for seat in [*walk.out, last])
    return [] if scenario.state.standings == places else [f"{places} against {scenario.state.standings}"]


def differences(seed: int, pass_rule: str, self_raise: bool, read_as: str | None = None) -> list[str]:
    seats = 4 + seed % 7
    pack = shuffled(PACK, policy_draws(b"deal", seed))[: 6 * seats]
    hands = [list(pack[seat::seats]) for seat in range(seats)]
    options: dict[str, Any] = {"pass_rule": pass_rule, "self_raise": self_raise, "end": {"hands": 1}}
    scenario = tricks(*(" ".join(map(face, hand)) for hand in hands), options=options)
    return play_both(seed, Walk(hands, (read_as or pass_rule) == "reenter", self_raise), scenario)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("pass_rule", ["reenter", "locked"])
@pytest.mark.parametrize("self_raise", [False, True])
def test_the_rules_and_the_oracle_play_whole_hands_alike(seed: int, pass_rule: str, self_raise: bool) -> None:
    assert differences(seed, pass_rule, self_raise) == [], f"seed {seed}"


def test_the_oracle_finds_another_reading_of_a_rule() -> None:
    assert any(differences(seed, "reenter", False, read_as="locked") for seed in range(14))
    assert any(differences(seed, "locked", False, read_as="reenter") for seed in range(14))


def test_the_oracle_finds_a_superfluous_set() -> None:
    too_many = [numbered("7", (1, 2), (0, 1), range(1, 4))]

    assert set(laid_out(too_many)) != sets([7, JESTER])
