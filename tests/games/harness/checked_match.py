"""Runs random matches under checks; a failure names its seed and shows the end of the log."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from games.kernel.game import Game
from games.kernel.options import Options
from games.kernel.rng import policy_draws
from tests.games.harness.checks import CHECKS, Check
from tests.games.harness.simulate import Match, Players, Step, decision_json


def play_checked(
    game: Game,
    seats: int,
    options: Options,
    seed: int,
    checks: Iterable[type[Check]] = tuple(CHECKS.values()),
    most: float = float("inf"),
    players: Players | None = None,
) -> Match:
    """Plays one random match under checks; stops early after `most` acts."""
    match = Match(game, seats, options, seed)
    try:
        _watch(
            match,
            players or Players.of_seed(seed),
            [check(match, policy_draws(b"checks", seed)) for check in checks],
            most,
        )
    except Exception as error:
        error.add_note(reproduction(match))
        raise
    return match


def _watch(match: Match, players: Players, checks: list[Check], most: float) -> None:
    looked_at = 0
    while True:
        for number, step in enumerate(match.steps[looked_at:], start=looked_at):
            for check in checks:
                with _named(check, described(number, step)):
                    check.step(step)
        looked_at = len(match.steps)
        if match.state.is_over:
            break
        if match.acts >= most:
            return
        match.decide(players.decision(match))
    for check in checks:
        with _named(check):
            check.over()


@contextmanager
def _named(check: Check, step: str = "the end of the match") -> Iterator[None]:
    """Adds the name of the check, and the step, to a failure."""
    try:
        yield
    except Exception as error:
        error.add_note(f"promise: {type(check).__name__}")
        error.add_note(f"broken at {step}")
        raise


def described(number: int, step: Step) -> str:
    """Returns a step in words: its number, who did what, the prompt that it answered, and those open after it."""
    outcome, before = step.outcome, step.before.prompts if step.before is not None else {}
    answered = before.get(outcome.prompt) if outcome.prompt is not None else None
    did = outcome.move.verb if outcome.move is not None else "a sealed answer" if answered else "no move"
    where = f" to {answered.phase} (prompt {answered.id})" if answered else ""
    open_prompts = ", ".join(f"{p.phase} (prompt {p.id})" for p in step.after.open_prompts) or "none"
    return f"step {number}: {step.type} by {step.by}, seat {outcome.seat}: {did}{where}; open after it: {open_prompts}"


def reproduction(match: Match, last: int = 8) -> str:
    """Returns how to reproduce a match, and its last events."""
    decisions = [json.dumps(decision_json(decision)) for decision in match.decisions[-last:]]
    effects = [repr(effect) for step in match.steps[-2:] for effect in step.outcome.effects]
    return "\n".join(
        (
            f"game {match.rules.key}, {match.seats} seats, seed {match.seed}, {len(match.decisions)} decisions",
            f"options {json.dumps(match.options.to_json())}",
            "last decisions:",
            *decisions,
            "last effects:",
            *effects,
        )
    )
