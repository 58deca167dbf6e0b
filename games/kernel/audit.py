"""Plays a log again under its rules and demands the same effects, move by move.

`python -m games.kernel.audit BUNDLE` does it for an exported match that is over: no Django, no network. What the
log says and what the rules decide are compared whole, secrets included; the first row that differs is named.
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
from games.kernel.record import Event, merged
from games.kernel.rng import Rng
from games.kernel.state import Json, Move, Seat, State
from games.kernel.view import Window

DECIDING = ("match.started", "move", "clock", "seat.resigned")


def audit(game: Game, seats: int, options: Options, rng: Rng, rows: Iterable[Event]) -> State:
    """The state at the end of a log; raises AuditError at the first row that does not follow from its cause."""
    state = game.opening(seats, options)
    for row in rows:
        try:
            outcome = _decided(game, state, options, rng, row)
        except (RulesError, KeyError, AssertionError) as error:
            raise AuditError(row.seq, f"the rules refuse it: {error}") from error
        if outcome.effects != row.effects:
            raise AuditError(row.seq, _difference(outcome.effects, row.effects))
        assert outcome.state is not None, "the rules have just decided it"
        state = outcome.state
    return state


def _decided(game: Game, state: State, options: Options, rng: Rng, row: Event) -> Outcome:
    """What the rules make of a row's cause."""
    if row.type == "match.started":
        return game.start(state.seats, options, rng)
    if row.type == "seat.resigned":
        assert row.seat is not None, "a seat resigns"
        return game.leave(state, row.seat, rng)
    assert row.prompt is not None, "a move and the clock answer a prompt"
    asked = state.prompts[row.prompt]
    if row.seat is not None and row.move is not None:
        return game.play(state, row.seat, row.prompt, row.move, rng)
    if row.move is not None:
        return _said(game, state, row.prompt, row.move, rng)
    if row.seat is not None:
        arrived = game.arrive(state, row.seat, row.prompt)
        assert arrived is not None, "this answer does not show"
        return arrived
    if game.is_sealed(asked):
        return game.open(state, row.prompt, _answers(game, state, row), rng)
    return game.expire(state, row.prompt, {}, rng)


def _said(game: Game, state: State, prompt: int, move: Move, rng: Rng) -> Outcome:
    """What a nameless move does, which had to be legal for somebody."""
    asked = state.prompts[prompt]
    assert move.verb in game.phases[asked.phase].anonymous, "this move has a name"
    legal = (game.legal_moves(Window(state, seat), prompt) for seat in asked.seats)
    assert any(move in moves for moves in legal), "nobody could have made this move"
    return game.play_anonymous(state, prompt, move, rng)


def _answers(game: Game, state: State, row: Event) -> dict[Seat, Move]:
    """The sealed answers a row opened, each of which had to be legal."""
    opened = [e for e in row.effects if isinstance(e, Answered) and e.prompt == row.prompt and e.move is not None]
    answers = {e.seat: e.move for e in opened if e.move is not None}
    for seat, move in answers.items():
        game.validate(state, seat, row.prompt or 0, move)
    return answers


def _difference(decided: tuple[Effect, ...], logged: tuple[Effect, ...]) -> str:
    for place, (one, other) in enumerate(zip(decided, logged, strict=False)):
        if one != other:
            return f"effect {place}: expected {one!r}, got {other!r}"
    return f"expected {len(decided)} effects, got {len(logged)}"


def rows_of(bundle: Mapping[str, Json]) -> list[Event]:
    """The rows of an exported match that changed the table, with every secret part put back."""
    rows = []
    for event in bundle["events"]:
        core = json.loads(event["core"])
        if core["type"] in DECIDING:
            parts = {cell["path"]: cell["value"] for cell in event["cells"] if "value" in cell}
            rows.append(_row(core, parts))
    return rows


def _row(core: Mapping[str, Json], parts: Mapping[str, Json]) -> Event:
    missing = [cell["path"] for cell in core.get("cells", ()) if cell["path"] not in parts]
    if missing:
        raise AuditError(core["seq"], f"{missing[0]} is not opened: the rules need the whole log")
    move, effects = merged(core["move"], core["effects"], parts)
    told = None if move is None else move_from(move)
    return Event(
        core["seq"], core["type"], core["by"], core["actor"], core["prompt"], told,
        tuple(effect_from(effect) for effect in effects),
    )  # fmt: skip


def main(path: str) -> int:
    """Audits a bundle file; 0 if every row follows from the rules, 1 otherwise."""
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
    try:
        state = audit(game, created["seats"], options, Rng(bytes.fromhex(bundle["match_seed"])), rows_of(bundle))
    except AuditError as error:
        print(f"FAILED rules: {error}")
        return 1
    print(f"OK rules: every effect follows from its move under {game.key} {game.version}; places {state.standings}")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m games.kernel.audit BUNDLE")
    sys.exit(main(sys.argv[1]))
