"""The hammer's check of Dealmaker's pawn: at most one holder in a correct match, and it detects two."""

from __future__ import annotations

from games.kernel.state import State
from tests.chaos.hammer import DEALS, pawns
from tests.games.fixtures import FOLDER, loaded, replayed

NAME = "4_seats_greedy_16"


def states() -> list[State]:
    fixture = loaded(FOLDER / "dealmaker" / f"{NAME}.json")
    return [step.after for step in replayed(fixture, NAME).steps]


def test_in_a_sound_match_the_pawn_is_held_by_one_or_by_nobody() -> None:
    assert {pawns(state) for state in states()} == {0, 1}


def test_a_second_holder_is_seen() -> None:
    state_with_holder = next(state for state in states() if pawns(state) == 1).copied()
    deal = next(prompt for prompt in state_with_holder.prompts.values() if prompt.phase in DEALS)

    state_with_holder.prompts[state_with_holder.next_prompt] = deal._replace(id=state_with_holder.next_prompt)

    assert pawns(state_with_holder) == 2
