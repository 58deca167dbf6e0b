"""The audit detects every event that does not follow from its move: effects, moves, answers, shuffles and seats."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from games.kernel.audit import audit
from games.kernel.effect import Answered, Changed, Moved, Rolled, Shown, Shuffled
from games.kernel.errors import AuditError
from games.kernel.options import Options
from games.kernel.record import Event
from games.kernel.rng import Rng
from games.kernel.state import Move
from tests.games.harness.simulate import Match, Players
from tests.kernel.toy import GAME, ToyOptions

SEATS = 3
ENOUGH = 8


@cache
def log(seed: int) -> tuple[Match, list[Event]]:
    """A random match of the toy, and its events."""
    match, players = Match(GAME, SEATS, ToyOptions(turns=25), seed), Players.of_seed(seed)
    while not match.state.is_over:
        match.decide(players.decision(match))
    events = [
        Event(seq, s.type, s.by, s.outcome.seat, s.outcome.prompt, s.outcome.move, s.outcome.effects)
        for seq, s in enumerate(match.steps)
    ]
    return match, events


def audit_with(match: Match, events: list[Event], options: Options | None = None, seed: int | None = None) -> None:
    number = match.seed if seed is None else seed
    audit(match.game, SEATS, options or match.options, Rng(number.to_bytes(32, "big")), events)


def test_an_unchanged_log_passes() -> None:
    for seed in range(20):
        match, events = log(seed)
        audit_with(match, events)


def changed_effect(event: Event) -> Event | None:
    for place, effect in enumerate(event.effects):
        if isinstance(effect, Changed):
            return _with(event, place, Changed({**effect.to, "taken": 99}))
    return None


def missing_effect(event: Event) -> Event | None:
    return event._replace(effects=event.effects[:-1]) if len(event.effects) > 1 else None


def added_effect(event: Event) -> Event | None:
    return event._replace(effects=(*event.effects, Changed({"taken": 99})))


def other_face(event: Event) -> Event | None:
    for place, effect in enumerate(event.effects):
        if isinstance(effect, Moved):
            faces = tuple("a" if face != "a" else "b" for face in effect.faces)
            return _with(event, place, effect.replaced({"faces": faces}))
    return None


def other_card_shown(event: Event) -> Event | None:
    for place, effect in enumerate(event.effects):
        if isinstance(effect, Shown):
            return _with(event, place, effect.replaced({"faces": ("a",) if effect.faces != ("a",) else ("b",)}))
    return None


def wrong_move(event: Event) -> Event | None:
    moves = {"roll": Move("peek"), "draw": Move("roll"), "allow": Move("guard", {"card": 10**9})}
    return event._replace(move=moves[event.move.verb]) if event.move is not None and event.move.verb in moves else None


def illegal_move(event: Event) -> Event | None:
    return (
        event._replace(move=Move("lay", {"card": 5})) if event.move is not None and event.move.verb == "lay" else None
    )


def forged_answer(event: Event) -> Event | None:
    for place, effect in enumerate(event.effects):
        if isinstance(effect, Answered) and effect.move is not None and effect.move.verb == "bid":
            return _with(event, place, effect.replaced({"move": Move("bid", {"card": 3})}))
    return None


def swapped_answer(event: Event) -> Event | None:
    for place, effect in enumerate(event.effects):
        if isinstance(effect, Answered) and effect.move is not None and effect.move.verb == "bid":
            return _with(event, place, effect.replaced({"move": Move("pass")}))
    return None


def wrong_shuffle(event: Event) -> Event | None:
    for place, effect in enumerate(event.effects):
        if isinstance(effect, Shuffled) and effect.order is not None and effect.faces is not None and effect.size > 1:
            swap = (1, 0, *range(2, effect.size))
            order = tuple(effect.order[p] for p in swap)
            return _with(event, place, effect.replaced({"order": order, "faces": tuple(effect.faces[p] for p in swap)}))
    return None


def skipped_draw(event: Event) -> Event | None:
    for place, effect in enumerate(event.effects):
        if isinstance(effect, Rolled):
            return _with(event, place, effect.replaced({"draw": {**effect.draw, "k": effect.draw["k"] + 1}}))
    return None


def other_seat(event: Event) -> Event | None:
    return event._replace(seat=(event.seat + 1) % SEATS) if event.move is not None and event.seat is not None else None


def other_prompt(event: Event) -> Event | None:
    return event._replace(prompt=event.prompt + 1) if event.prompt is not None else None


def _with(event: Event, place: int, effect: object) -> Event:
    return event._replace(effects=(*event.effects[:place], effect, *event.effects[place + 1 :]))  # type: ignore[arg-type]


TAMPERINGS = [
    changed_effect,
    missing_effect,
    added_effect,
    other_face,
    other_card_shown,
    wrong_move,
    illegal_move,
    forged_answer,
    swapped_answer,
    wrong_shuffle,
    skipped_draw,
    other_seat,
    other_prompt,
]


@pytest.mark.parametrize("tampering", TAMPERINGS)
def test_a_tampered_row_is_named_in_the_error(tampering: Callable[[Event], Event | None]) -> None:
    tried = 0
    for seed in range(30):
        match, events = log(seed)
        for seq, event in enumerate(events):
            if (tampered := tampering(event)) is not None:
                tried += 1
                with pytest.raises(AuditError) as error:
                    audit_with(match, [*events[:seq], tampered, *events[seq + 1 :]])
                assert error.value.seq == seq
                break
        if tried == ENOUGH:
            return
    pytest.fail("the tampering found nothing to tamper with")


def test_the_first_effect_that_differs_is_named_in_the_error() -> None:
    match, events = log(3)
    seq, event = next((seq, event) for seq, event in enumerate(events) if len(event.effects) > 1)
    tampered = event._replace(effects=(*event.effects[:-1], event.effects[0]))

    with pytest.raises(AuditError, match=f"effect {len(event.effects) - 1}: expected"):
        audit_with(match, [*events[:seq], tampered, *events[seq + 1 :]])


def test_a_missing_row_is_found() -> None:
    match, events = log(3)
    with pytest.raises(AuditError):
        audit_with(match, [*events[:4], *events[5:]])


def test_another_seed_is_found_at_the_first_shuffle() -> None:
    match, events = log(3)
    with pytest.raises(AuditError) as error:
        audit_with(match, events, seed=4)
    assert error.value.seq == 0


def test_other_options_are_found() -> None:
    match, events = log(3)
    with pytest.raises(AuditError):
        audit_with(match, events, options=ToyOptions(turns=3))
