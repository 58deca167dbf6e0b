"""Replays a log under its rules and compares the effects, event by event.

`python -m games.kernel.audit BUNDLE` audits the export of a finished match, without Django and without network. The
comparison includes hidden parts and the seats that the match waits for after each event. The error names the first
event that differs.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterable, Mapping
from typing import Any

from games.kernel.effect import Answered, Effect, effect_from, move_from
from games.kernel.errors import AuditError, RulesError
from games.kernel.game import Game, Outcome
from games.kernel.options import Options
from games.kernel.position import Position, laid_out, position_from
from games.kernel.record import Event, merged
from games.kernel.rng import Rng
from games.kernel.state import Json, Move, Seat, State
from games.kernel.timing.clock import Clock, Times
from games.kernel.timing.waiting import NOBODY, Waiting, waiting
from games.kernel.undo import undo
from games.kernel.view import Window

UNDONE = "move.undone"
POSITION = "position"  # the path of the hidden part of a fork's first event with the fork's starting position
DECIDING = ("match.started", "move", "clock", "seat.resigned", UNDONE)


def audit(
    game: Game,
    seats: int,
    options: Options,
    rng: Rng,
    events: Iterable[Event],
    clock: Clock | None = None,
    position: Position | None = None,
) -> State:
    """Returns the state at the end of a log; raises AuditError at the first event that does not follow from its cause.

    clock: the time control of the match; position: the starting position of a fork.
    """
    state, times, is_void = game.opening(seats, options), Times.opening(clock or Clock()), False
    before, last = state, None
    for event in events:
        if event.type == UNDONE:
            state, last = _taken_back(game, before, last, event), event
        elif event.type in DECIDING:
            before, state, last = state, _next_state(game, state, options, rng, event, position), event
        times = times.after(event.timed_event(seats), state, has_effects=event.type in DECIDING)
        is_void = is_void or event.type == "match.void"
        if event.waiting is not None:
            _check_waiting(event, NOBODY if is_void else waiting(game, state, times))
    return state


def _next_state(game: Game, state: State, options: Options, rng: Rng, event: Event, position: Position | None) -> State:
    """Returns the state after an event; raises AuditError if the rules decide other effects than the event's."""
    try:
        if event.type == "match.started" and position is not None:
            outcome = laid_out(game, state.seats, options, position, rng)
        else:
            outcome = _decided(game, state, options, rng, event)
    except (RulesError, LookupError, ValueError, AssertionError) as error:
        raise AuditError(event.seq, f"the rules refuse it: {error}") from error
    if outcome.effects != event.effects:
        raise AuditError(event.seq, _difference(outcome.effects, event.effects))
    assert outcome.state is not None, "the rules have just decided it"
    return outcome.state


def _taken_back(game: Game, before: State, last: Event | None, event: Event) -> State:
    """Returns the state after an event that takes back the last move."""
    if last is None or last.type != "move" or last.seat is None or event.further.get("undoes") != last.seq:
        raise AuditError(event.seq, "expected it to take back the last move")
    try:
        outcome = undo(game, before, last.effects)
    except RulesError as error:
        raise AuditError(event.seq, f"the move cannot be taken back: {error}") from error
    if outcome.effects != event.effects:
        raise AuditError(event.seq, _difference(outcome.effects, event.effects))
    assert outcome.state is not None, "it has just been decided"
    return outcome.state


def _check_waiting(event: Event, decided: Waiting) -> None:
    """Raises AuditError unless an event states the seats and deadlines that the rules decide."""
    assert event.waiting is not None, "an event of format 1 states nothing"
    for name, expected, stated in zip(Waiting._fields, decided, event.waiting, strict=True):
        if expected != stated:
            raise AuditError(event.seq, f"{name}: expected {expected!r}, got {stated!r}")


def _decided(game: Game, state: State, options: Options, rng: Rng, event: Event) -> Outcome:
    """Returns the decision of the rules for an event's cause."""
    if event.type == "match.started":
        return game.start(state.seats, options, rng)
    if event.type == "seat.resigned":
        assert event.seat is not None, "a seat resigns"
        return game.resign(state, event.seat, rng)
    assert event.prompt is not None, "a move and the clock answer a prompt"
    prompt = state.prompts[event.prompt]
    if event.seat is not None and event.move is not None:
        return game.play(state, event.seat, event.prompt, event.move, rng)
    if event.move is not None:
        return _anonymous(game, state, event.prompt, event.move, rng)
    if event.seat is not None:
        arrived = game.arrive(state, event.seat, event.prompt)
        assert arrived is not None, "this answer does not show"
        return arrived
    if game.is_sealed(prompt):
        return game.open(state, event.prompt, _answers(game, state, event), rng)
    return game.expire(state, event.prompt, {}, rng)


def _anonymous(game: Game, state: State, prompt: int, move: Move, rng: Rng) -> Outcome:
    """Returns the outcome of an anonymous move; asserts that at least one seat could make the move."""
    phase_name, seats = state.prompts[prompt].phase, state.prompts[prompt].seats
    assert move.verb in game.phases[phase_name].anonymous, "this move is not anonymous"
    legal = (game.legal_moves(Window(state, seat), prompt) for seat in seats)
    assert any(move in moves for moves in legal), "nobody could have made this move"
    return game.play_anonymous(state, prompt, move, rng)


def _answers(game: Game, state: State, event: Event) -> dict[Seat, Move]:
    """Returns the sealed answers that an event opened; raises RulesError if an answer was not legal."""
    opened = [e for e in event.effects if isinstance(e, Answered) and e.prompt == event.prompt and e.move is not None]
    answers = {e.seat: e.move for e in opened if e.move is not None}
    for seat, move in answers.items():
        game.validate(state, seat, event.prompt or 0, move)
    return answers


def _difference(decided: tuple[Effect, ...], logged: tuple[Effect, ...]) -> str:
    for place, (one, other) in enumerate(zip(decided, logged, strict=False)):
        if one != other:
            return f"effect {place}: expected {one!r}, got {other!r}"
    return f"expected {len(decided)} effects, got {len(logged)}"


def rows_of(bundle: Mapping[str, Json]) -> list[Event]:
    """Returns the events of an exported match with all hidden parts restored; an empty list before the deal."""
    events: list[Event] = []
    for exported in bundle["events"]:
        core = json.loads(exported["core"])
        if core["type"] in DECIDING:
            parts = {cell["path"]: cell["value"] for cell in exported["cells"] if "value" in cell}
            events.append(_event(core, parts))
        else:
            events.append(_named(core))
    return events if any(event.type == "match.started" for event in events) else []


def _event(core: Mapping[str, Json], parts: Mapping[str, Json]) -> Event:
    missing = [cell["path"] for cell in core.get("cells", ()) if cell["path"] not in parts]
    if missing:
        raise AuditError(core["seq"], f"{missing[0]} is not opened: the rules need the whole log")
    move, effects = merged(core["move"], core["effects"], parts)
    chosen = None if move is None else move_from(move)
    return _named(core)._replace(move=chosen, effects=tuple(effect_from(effect) for effect in effects))


def _named(core: Mapping[str, Json]) -> Event:
    """Returns an event without its move and effects."""
    stated = Waiting.from_json(core) if core["format"] > 1 else None
    further = {name: core[name] for name in ("hours", "until_ms", "undoes") if name in core}
    return Event(
        core["seq"], core["type"], core["by"], core["actor"], core["prompt"], None, (), core["at_ms"], stated, further
    )


def position_of(bundle: Mapping[str, Json], game: Game, options: Options) -> Position | None:
    """Returns the position from which an exported fork begins; None if the match is not a fork.

    Raises AuditError if the export does not reveal the position.
    """
    exported = bundle["events"][0]
    created = json.loads(exported["core"])
    if created.get("forked_from") is None:
        return None
    for cell in exported["cells"]:
        if cell["path"] == POSITION:
            return position_from(game, created["seats"], options, cell["value"])
    raise AuditError(0, f"{POSITION} is not opened: the rules need the whole log")


def main(path: str) -> int:
    """Audits an exported match; returns 0 if every event follows from the rules, otherwise 1."""
    registry: Any = importlib.import_module("games.registry")
    with open(path, encoding="utf-8") as file:
        bundle = json.load(file)
    created = json.loads(bundle["events"][0]["core"])
    try:
        game: Game = registry.get(created["game"], created["rules_version"])
    except KeyError:
        print(f"FAILED rules: there are no rules here of {created['game']} {created['rules_version']}")
        return 1
    options = game.options.from_json(created["options"], created["seats"])
    rng, clock = (
        Rng(bytes.fromhex(bundle["match_seed"])),
        Clock.from_json(created["clock"] or {}, game.phases_hiding_arrival),
    )
    try:
        rows, position = rows_of(bundle), position_of(bundle, game, options)
        state = audit(game, created["seats"], options, rng, rows, clock, position)
    except AuditError as error:
        print(f"FAILED rules: {error}")
        return 1
    print(f"OK rules: every effect follows from its move under {game.key} {game.version}; places {state.standings}")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m games.kernel.audit BUNDLE")
    sys.exit(main(sys.argv[1]))
