"""The ten effects: what each does to a table, how it is redacted for others, and its JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.kernel.effect import (
    KINDS,
    Announced,
    Answered,
    Changed,
    Closed,
    Effect,
    Ended,
    Moved,
    Prompted,
    Rolled,
    Shown,
    Shuffled,
    effect_from,
    fold,
)
from games.kernel.state import Move, Prompt, State, Zone
from games.kernel.view import view_of
from tests.games.harness.simulate import canonical
from tests.kernel.toy import DISCARD, GAME, PILE, ToyOptions, ToyPublic, hand

DRAW = {"k": 0, "label": "x"}
PROMPT = Prompt(4, None, "bid", "once", (0, 1, 2), {"sum": 3})
SEATS = (0, 1, 2)


def table() -> State:
    """Returns a table: seat 0 holds a b (10, 11), seat 1 c (12); the pile is d a (13, 14, a on top), discard b (15)."""
    state = State(3, ToyOptions(), GAME.sights, ToyPublic())
    state.faces = dict(enumerate("abcdab", start=10))
    state.zones = {hand(0): (10, 11), hand(1): (12,), hand(2): (), PILE: (13, 14), DISCARD: (15,)}
    state.prompts = {4: PROMPT}
    state.next_card, state.next_prompt, state.draws = 20, 5, 0
    return state


def faces(state: Any, zone: Zone) -> str:
    return " ".join(state.faces[card] for card in state.zones.get(zone, ()))


EFFECTS = [
    Moved((10,), (20,), ("a",), hand(0), DISCARD),
    Moved((10, 11), (20, 21), ("a", "b"), hand(0), hand(1)),
    Moved((15,), (20,), ("b",), DISCARD, hand(2)),
    Moved((14,), (20,), ("a",), PILE, hand(0), (1,)),
    Moved((15,), (20,), ("b",), DISCARD, PILE, None, 0),
    Moved((11,), (20,), ("b",), hand(0), hand(1), None, None, DRAW),
    Moved((10,), (20,), ("a",), hand(0), Zone("down", 0, 3)),
    Shuffled(PILE, 2, (1, 0), ("a", "d"), DRAW),
    Shown(PILE, (14,), ("a",), (1,), (1,)),
    Shown(hand(0), (10, 11), ("a", "b"), None),
    Shown(DISCARD, (15,), ("b",), (2,)),
    Rolled("die", 6, 3, DRAW),
    Changed({"turn": 2, "words": (1, 2)}),
    Announced("rolled", {"times": 2, "seats": (1, 2)}),
    Prompted(Prompt(5, 4, "turn", "once", (2,), {"to": (1, 2)}, 30, 3, True)),
    Answered(4, 1),
    Answered(4, 1, Move("bid", {"card": 12})),
    Closed(4),
    Ended(((1,), (0, 2)), (5, 7, 5)),
]
EACH = pytest.mark.parametrize("effect", EFFECTS, ids=repr)


def test_there_are_ten_kinds_of_effects_and_each_is_tested_here() -> None:
    assert len(KINDS) == 10
    assert {effect.kind for effect in EFFECTS} == set(KINDS)


@EACH
def test_an_effect_is_equal_after_json(effect: Effect) -> None:
    again = effect_from(json.loads(canonical(effect.to_json())))
    assert again == effect
    assert canonical(again.to_json()) == canonical(effect.to_json())


@EACH
@pytest.mark.parametrize("seat", [None, *SEATS])
def test_a_redacted_effect_is_equal_after_json(effect: Effect, seat: int | None) -> None:
    received = effect.redact(3, GAME.sights, seat)
    assert effect_from(json.loads(canonical(received.to_json()))) == received


@EACH
@pytest.mark.parametrize("seat", [None, *SEATS])
def test_a_view_folds_a_redacted_effect_like_the_state(effect: Effect, seat: int | None) -> None:
    state = table()
    received = effect.redact(3, GAME.sights, seat)
    assert fold(view_of(state, seat), [received]) == view_of(fold(state, [effect]), seat)  # type: ignore[arg-type]


@EACH
def test_folding_an_effect_does_not_change_the_state_before(effect: Effect) -> None:
    state = table()
    fold(state, [effect])
    assert state == table()


@EACH
def test_other_viewers_receive_an_effect_with_blanks(effect: Effect) -> None:
    hidden = effect.hidden(3, GAME.sights)
    nobody = effect.redact(3, GAME.sights, None).to_json()
    assert all(nobody[h.field] == (None if h.blank is None else list(h.blank)) for h in hidden)
    assert all(
        nobody[name] == value for name, value in effect.to_json().items() if name not in {h.field for h in hidden}
    )


@EACH
def test_redacting_an_effect_twice_equals_redacting_it_once(effect: Effect) -> None:
    once = effect.redact(3, GAME.sights, 1)
    assert once.redact(3, GAME.sights, 1) == once


def test_moved_cards_get_new_ids_on_top_of_their_new_zone() -> None:
    after = fold(table(), [Moved((11, 10), (20, 21), ("b", "a"), hand(0), DISCARD)])
    assert faces(after, DISCARD) == "b b a"
    assert after.zones[DISCARD] == (15, 20, 21)
    assert after.zones[hand(0)] == ()
    assert after.next_card == 22
    assert 10 not in after.faces
    assert 11 not in after.faces


def test_cards_put_at_a_place_of_a_zone_lie_there() -> None:
    state = table()
    assert faces(fold(state, [Moved((15,), (20,), ("b",), DISCARD, PILE, None, 0)]), PILE) == "b d a"
    assert faces(fold(state, [Moved((15,), (20,), ("b",), DISCARD, PILE, None, 1)]), PILE) == "d b a"


def test_a_numbered_zone_is_removed_when_it_is_empty_and_other_zones_remain() -> None:
    stack = Zone("down", 0, 1)
    there = fold(table(), [Moved((10, 11), (20, 21), ("a", "b"), hand(0), stack)])
    assert stack in there.zones
    assert there.zones[hand(0)] == ()
    back = fold(there, [Moved((20, 21), (22, 23), ("a", "b"), stack, hand(0))])
    assert stack not in back.zones


@pytest.mark.parametrize(
    ("effect", "seat", "cards", "to", "faces_received"),
    [
        (EFFECTS[0], 0, (10,), (20,), ("a",)),
        (EFFECTS[0], 1, (None,), (20,), ("a",)),
        (EFFECTS[1], 0, (10, 11), (None, None), ("a", "b")),
        (EFFECTS[1], 1, (None, None), (20, 21), ("a", "b")),
        (EFFECTS[1], 2, (None, None), (None, None), (None, None)),
        (EFFECTS[1], None, (None, None), (None, None), (None, None)),
        (EFFECTS[2], 0, (15,), (None,), ("b",)),
        (EFFECTS[3], 0, (None,), (20,), ("a",)),
        (EFFECTS[3], 2, (None,), (None,), (None,)),
        (EFFECTS[4], 2, (15,), (None,), ("b",)),
    ],
)
def test_the_old_id_goes_to_viewers_of_the_source_and_the_new_id_to_viewers_of_the_target(
    effect: Effect, seat: int | None, cards: Any, to: Any, faces_received: Any
) -> None:
    received = effect.redact(3, GAME.sights, seat)
    assert isinstance(received, Moved)
    assert (received.cards, received.to, received.faces) == (cards, to, faces_received)


def test_no_seat_receives_the_order_of_a_shuffled_pile() -> None:
    for seat in (None, *SEATS):
        received = EFFECTS[7].redact(3, GAME.sights, seat)
        assert isinstance(received, Shuffled)
        assert (received.order, received.faces, received.size, received.draw) == (None, None, 2, DRAW)


def test_a_shuffle_gives_new_ids_from_the_bottom_up() -> None:
    after = fold(table(), [EFFECTS[7]])
    assert after.zones[PILE] == (20, 21)
    assert faces(after, PILE) == "a d"
    assert after.next_card == 22
    assert after.draws == 1


@pytest.mark.parametrize(("seat", "faces_received"), [(None, (None,)), (0, (None,)), (1, ("a",)), (2, (None,))])
def test_only_the_recipients_of_a_shown_card_see_its_face(seat: int | None, faces_received: Any) -> None:
    received = EFFECTS[8].redact(3, GAME.sights, seat)
    assert isinstance(received, Shown)
    assert received.faces == faces_received
    assert received.cards == (None,)


def test_a_card_shown_to_all_reveals_no_id() -> None:
    received = EFFECTS[9].redact(3, GAME.sights, 2)
    assert isinstance(received, Shown)
    assert received.faces == ("a", "b")
    assert received.cards == (None, None)


@pytest.mark.parametrize(("seat", "received"), [(None, None), (0, None), (1, Move("bid", {"card": 12}))])
def test_only_its_seat_receives_a_sealed_answer(seat: int | None, received: Any) -> None:
    answered = EFFECTS[16].redact(3, GAME.sights, seat)
    assert isinstance(answered, Answered)
    assert answered.move == received


def test_an_arrival_is_stored_once() -> None:
    after = fold(table(), [Answered(4, 1), Answered(4, 1)])
    assert after.prompts[4].arrived == (1,)


def test_the_end_closes_every_prompt() -> None:
    after = fold(table(), [EFFECTS[18]])
    assert after.is_over
    assert after.prompts == {}
    assert after.standings == ((1,), (0, 2))
    assert after.scores == (5, 7, 5)


def test_public_numbers_change_and_other_numbers_remain() -> None:
    after = fold(table(), [EFFECTS[12]])
    assert (after.public.turn, after.public.words, after.public.taken) == (2, (1, 2), 0)


@pytest.mark.pure
def test_a_redaction_that_leaks_is_found() -> None:
    class Leaky(Moved):
        __slots__ = ()

        def hidden(self, seats: int, sight: Any) -> Any:
            return ()

    leaky = Leaky((11,), (20,), ("b",), hand(0), hand(1))
    with pytest.raises((AssertionError, KeyError, ValueError)):
        test_a_view_folds_a_redacted_effect_like_the_state(leaky, 2)
