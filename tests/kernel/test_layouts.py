"""A position is set up again: card ids are translated, and each seat is told again the cards that only it knows."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.kernel.effect import Prompted, Shown
from games.kernel.knowledge.memory import Known
from games.kernel.position import Position, laid_out, position_from
from games.kernel.rng import Rng
from games.kernel.state import Prompt, State, Zone
from games.registry import newest
from tests.games.harness.simulate import canonical, played

GAME = next(game for game in newest() if game.key == "dale_of_merchants")  # its public state and prompts name cards
HAND = Zone("hand", 0)


@pytest.fixture(scope="module")
def state() -> State:
    """A match at its beginning, in which a card of seat 0 is marked, asked about, and part of a stack."""
    state = played(GAME, 3, GAME.options(), 1, most=1).state.copied()
    card, other = state.cards(*HAND)[0], state.cards(*HAND)[-1]
    state.public = state.public.changed({"marks": {str(card): {"as": "junk"}}})
    fixed = ({"card": card, "as": "a"}, {"card": other, "as": "b"})
    state.prompts = {
        7: Prompt(7, None, "worth", "once", (0,), {"card": card}, after=30, arrived=(0,)),
        9: Prompt(9, 7, "help", "once", (1,), {"fixed": fixed, "more": 2}),
    }
    return state


def laid(state: State, known: Any = {}) -> tuple[State, list[Any]]:  # noqa: B006
    outcome = laid_out(GAME, 3, state.options, Position(state, known), Rng(bytes(32)))
    assert outcome.state is not None
    return outcome.state, list(outcome.effects)


def test_a_position_is_equal_after_json(state: State) -> None:
    position = Position(state, {None: (), 1: (Known(HAND, None, "x"), Known(Zone("draw", 0), 2, "y"))})
    again = position_from(GAME, 3, state.options, json.loads(json.dumps(position.to_json())))

    assert canonical(again.to_json()) == canonical(position.to_json())
    assert (again.state.prompts, again.state.public) == (state.prompts, state.public)
    assert again.state.zones == {zone: cards for zone, cards in state.zones.items() if cards}
    assert again.known == {1: position.known[1]}


def test_public_state_and_prompts_of_a_layout_name_cards_by_their_new_ids(state: State) -> None:
    after, _ = laid(state)
    [worth, helping] = after.prompts.values()
    [(marked, mark)] = after.public.marks.items()
    before, now = state.prompts[9].data["fixed"], helping.data["fixed"]

    assert after.faces[int(marked)] == state.faces[state.prompts[7].data["card"]]
    assert worth.data["card"] == int(marked)
    assert mark == {"as": "junk"}
    assert [after.faces[item["card"]] for item in now] == [state.faces[item["card"]] for item in before]
    assert {item["card"] for item in now} <= set(after.cards(*HAND))
    assert [item["as"] for item in now] == ["a", "b"]
    assert helping.data["more"] == 2


def test_prompts_are_opened_again_within_their_parents_and_without_answers(state: State) -> None:
    _, effects = laid(state)
    worth, helping = [effect.prompt for effect in effects if isinstance(effect, Prompted)]

    assert (worth.phase, worth.parent, worth.seats, worth.after, worth.arrived) == ("worth", None, (0,), 30, ())
    assert (helping.phase, helping.parent, helping.seats) == ("help", worth.id, (1,))


def test_a_seat_is_shown_the_cards_that_only_this_seat_knew(state: State) -> None:
    face, other = (state.faces[state.cards(*HAND)[place]] for place in (0, -1))
    common, own = Known(HAND, None, face), Known(HAND, None, other)

    _, effects = laid(state, {None: (common,), 1: (common, own), 2: (common,)})

    assert [(effect.to, effect.zone, effect.faces) for effect in effects if isinstance(effect, Shown)] == [
        (None, HAND, (face,)),
        ((1,), HAND, (other,)),
    ]
