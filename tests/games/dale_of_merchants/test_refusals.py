"""Illegal moves are refused with their slot and reason, change nothing and reveal nothing."""

from __future__ import annotations

from typing import Any

import pytest

from games.kernel.errors import RulesError
from games.kernel.state import Move
from tests.games.dale_of_merchants.table import Dale, table_with


def table() -> Dale:
    return table_with(hand0="shattered_relic spyglass junk", hand1="acorn", market="cookies charm", stall0=["junk"])


@pytest.mark.parametrize(
    ("verb", "args", "pointer", "code"),
    [
        ("build", {}, "/args/cards", "missing"),
        ("build", {"cards": "spyglass"}, "/args/cards", "wrong_type"),
        ("build", {"cards": [{"card": 1}]}, "/args/cards", "wrong_type"),
        ("build", {"cards": [{"card": 999999, "as": "acorn"}]}, "/args/cards", "not_an_option"),
        ("build", {"cards": []}, "/args/cards", "too_few"),
        ("buy", {"place": 4, "cards": []}, "/args/place", "not_an_option"),
        ("buy", {"place": True, "cards": []}, "/args/place", "not_an_option"),
        ("discard", {"cards": [None]}, "/args/cards", "wrong_type"),
        ("discard", {"cards": [], "more": 1}, "/args/more", "unknown_field"),
        ("fly", {}, "/verb", "not_a_verb_now"),
    ],
)
def test_a_bad_move_is_refused_with_its_slot_and_reason(
    verb: str, args: dict[str, Any], pointer: str, code: str
) -> None:
    scenario = table_with(
        hand0="shattered_relic cookies junk*2", hand1="acorn", market="cookies charm", stall0=["junk"]
    ).scenario
    before = scenario.state.copied()

    with pytest.raises(RulesError) as error:
        scenario.game.play(scenario.state, 0, scenario.open_prompt(0).id, Move(verb, args), scenario.rng)

    reasons = {(reason.pointer, reason.code) for reason in error.value.errors}
    assert (pointer, code) in reasons
    assert scenario.state == before


def test_a_card_of_another_hand_is_refused_like_a_card_that_does_not_exist() -> None:
    scenario = table().scenario
    (theirs,) = scenario.state.cards("hand", 1)

    refusals = []
    for card in (theirs, 999999):
        move = Move("discard", {"cards": [card]})
        with pytest.raises(RulesError) as error:
            scenario.game.play(scenario.state, 0, scenario.open_prompt(0).id, move, scenario.rng)
        refusals.append([(reason.pointer, reason.code) for reason in error.value.errors])

    assert refusals[0] == refusals[1]


def test_a_seat_that_is_not_prompted_cannot_move() -> None:
    scenario = table().scenario

    with pytest.raises(RulesError) as error:
        scenario.game.play(
            scenario.state, 1, scenario.state.open_prompts[0].id, Move("discard", {"cards": []}), scenario.rng
        )

    assert error.value.code == "stale_prompt"
