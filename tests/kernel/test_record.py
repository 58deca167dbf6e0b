"""An event in the log: its public part, its hidden parts with their readers, and merging them again."""

from __future__ import annotations

import json

import pytest

from games.kernel.effect import Answered, Moved, Shown, Shuffled, redacted
from games.kernel.game import Outcome
from games.kernel.record import Event, merged, record
from games.kernel.state import Move
from tests.games.harness.checks import outcome_from
from tests.games.harness.simulate import canonical
from tests.kernel.test_effects import EFFECTS
from tests.kernel.toy import GAME, PILE, hand

ACT = Outcome(0, 3, Move("give", {"card": 11, "target": 1}), tuple(EFFECTS), ("card",))


def test_a_private_argument_is_blank_except_for_the_mover() -> None:
    public_part = record(ACT, 3, GAME.sights)
    assert public_part.move == {"verb": "give", "args": {"card": None, "target": 1}}
    assert public_part.hidden_parts[0] == ("move/args/card", (0,), 11, False)


def test_every_hidden_part_is_named_by_its_path_in_the_row() -> None:
    outcome = Outcome(0, 3, None, (Answered(3, 0), Moved((10,), (20,), ("a",), hand(0), hand(1))))
    assert [(s.path, s.readers, s.value) for s in record(outcome, 3, GAME.sights).hidden_parts] == [
        ("effects/1/cards", (0,), [10]),
        ("effects/1/to", (1,), [20]),
        ("effects/1/faces", (0, 1), ["a"]),
    ]


def test_each_face_of_a_shuffle_has_a_commitment_of_its_own() -> None:
    outcome = Outcome(None, None, None, (Shuffled(PILE, 2, (1, 0), ("a", "d"), {"k": 0, "label": "x"}),))
    assert [(s.path, s.readers, s.each) for s in record(outcome, 3, GAME.sights).hidden_parts] == [
        ("effects/0/order", (), False),
        ("effects/0/faces", (), True),
    ]


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_public_and_readable_parts_give_the_effects_that_a_viewer_receives(viewer: int | None) -> None:
    public_part = record(ACT, 3, GAME.sights)
    parts = {s.path: s.value for s in public_part.hidden_parts if viewer in s.readers}
    received = outcome_from(0, 3, *json.loads(canonical(merged(public_part.move, public_part.effects, parts))))
    assert received.effects == tuple(redacted(ACT.effects, 3, GAME.sights, viewer))
    assert received.move == Move("give", {"card": 11 if viewer == 0 else None, "target": 1})


def test_all_parts_together_give_the_outcome() -> None:
    public_part = record(ACT, 3, GAME.sights)
    whole = outcome_from(
        0, 3, *merged(public_part.move, public_part.effects, {s.path: s.value for s in public_part.hidden_parts})
    )
    assert whole.effects == ACT.effects
    assert whole.move == ACT.move


def test_merging_does_not_change_the_public_part() -> None:
    public_part = record(ACT, 3, GAME.sights)
    before = canonical([public_part.move, public_part.effects])
    merged(public_part.move, public_part.effects, {s.path: s.value for s in public_part.hidden_parts})
    assert canonical([public_part.move, public_part.effects]) == before


def test_a_spectator_reads_no_hidden_part() -> None:
    assert all(None not in s.readers for s in record(ACT, 3, GAME.sights).hidden_parts)


def test_only_recipients_read_the_faces_of_a_shown_card() -> None:
    outcome = Outcome(None, 1, None, (Shown(PILE, (14,), ("a",), (2,), (1,)),))
    assert [(s.path, s.readers) for s in record(outcome, 3, GAME.sights).hidden_parts] == [
        ("effects/0/cards", ()),
        ("effects/0/faces", (2,)),
    ]


def test_the_clock_receives_type_actors_time_and_time_data_of_an_event() -> None:
    event = Event(3, "seat.vacation", "player", 1, None, None, (), 5_000, None, {"until_ms": 9_000})

    assert event.timed_event(4) == {
        "type": "seat.vacation",
        "by": "player",
        "actor": 1,
        "at_ms": 5_000,
        "seats": 4,
        "until_ms": 9_000,
    }


def test_a_move_without_a_seat_has_no_hidden_part() -> None:
    anonymous = record(ACT._replace(seat=None, effects=()), 3, GAME.sights)

    assert anonymous.move == {"verb": "give", "args": {"card": 11, "target": 1}}
    assert anonymous.hidden_parts == ()


def test_the_public_part_has_blanks_for_hidden_values_only() -> None:
    [effect] = record(Outcome(0, 3, None, (Moved((10,), (20,), ("a",), hand(0), hand(1)),)), 3, GAME.sights).effects

    assert (effect["cards"], effect["to"], effect["faces"]) == ([None], [None], [None])
    assert effect["src"] == {"name": "hand", "seat": 0, "number": None}
