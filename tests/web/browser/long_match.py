"""A long match in memory, in the form of the API for a seat: the view after the deal, the events, the last view."""

from __future__ import annotations

from typing import Any

from games.kernel.codec import view_json
from games.kernel.effect import move_json, redacted
from games.kernel.rng import policy_draws
from games.kernel.view import view_of
from games.registry import newest
from tests.games.harness.simulate import Match, Players, Step

SEATS, VIEWER = 6, 0
OPTIONS = {"end": {"hands": 100}, "final_tie": "shared"}


def long_match(rows: int, seed: int) -> dict[str, Any]:
    """Plays Le Grand Dalmuti at random for the given number of events."""
    game = next(game for game in newest() if game.key == "great_dalmuti")
    match = Match(game, SEATS, game.options.from_json(OPTIONS, SEATS), seed, first_id=0)
    players = Players(policy_draws(b"long match", seed))
    while match.acts < rows and not match.state.is_over:
        match.decide(players.decision(match))
    steps = match.steps[1 : rows + 1]
    return {
        "sets": sorted(game.sets),
        "start": {"seq": 0, **view_json(game, view_of(steps[0].before, VIEWER))},
        "rows": [_row(step, seq, match) for seq, step in enumerate(steps, 1)],
        "end": view_json(game, view_of(steps[-1].after, VIEWER)),
    }


def _row(step: Step, seq: int, match: Match) -> dict[str, Any]:
    outcome = step.outcome
    shown = [effect.to_json() for effect in redacted(outcome.effects, SEATS, match.game.sights, VIEWER)]
    move = outcome.move if outcome.seat == VIEWER or not outcome.private else None
    return {
        "seq": seq,
        "type": step.type,
        "at": f"2026-01-01T{seq // 3600:02}:{seq // 60 % 60:02}:{seq % 60:02}Z",
        "seat": outcome.seat,
        "by": step.by,
        "prompt": outcome.prompt,
        "move": None if move is None else move_json(move),
        "effects": shown,
        "to_act": [],
        "may_act": [],
        "deadlines": [],
    }
