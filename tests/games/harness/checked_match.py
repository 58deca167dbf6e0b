"""Runs random matches under checks; a failure names its seed and shows the end of the log."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from games.kernel.game import Game
from games.kernel.options import Options
from games.kernel.rng import policy_draws
from tests.games.harness.checks import CHECKS, Check
from tests.games.harness.simulate import Match, Players, decision_json


def play_checked(
    game: Game,
    seats: int,
    options: Options,
    seed: int,
    checks: Iterable[type[Check]] = tuple(CHECKS.values()),
    until: float = float("inf"),
    players: Players | None = None,
) -> Match:
    """Plays one random match under checks; stops early when the monotonic clock passes `until`."""
    match = Match(game, seats, options, seed)
    try:
        _watch(
            match,
            players or Players.of_seed(seed),
            [check(match, policy_draws(b"checks", seed)) for check in checks],
            until,
        )
    except Exception as error:
        error.add_note(reproduction(match))
        raise
    return match


def _watch(match: Match, players: Players, checks: list[Check], until: float) -> None:
    looked_at = 0
    while True:
        for step in match.steps[looked_at:]:
            for check in checks:
                with _named(check):
                    check.step(step)
        looked_at = len(match.steps)
        if match.state.is_over:
            break
        if time.monotonic() > until:
            return
        match.decide(players.decision(match))
    for check in checks:
        with _named(check):
            check.over()


@contextmanager
def _named(check: Check) -> Iterator[None]:
    """Adds the name of the check to a failure."""
    try:
        yield
    except Exception as error:
        error.add_note(f"promise: {type(check).__name__}")
        raise


def reproduction(match: Match, last: int = 8) -> str:
    """Returns how to reproduce a match, and its last events."""
    decisions = [json.dumps(decision_json(decision)) for decision in match.decisions[-last:]]
    effects = [repr(effect) for step in match.steps[-2:] for effect in step.outcome.effects]
    return "\n".join(
        (
            f"game {match.rules.key}, {match.seats} seats, seed {match.seed}, {len(match.decisions)} decisions",
            f"options {json.dumps(match.options.to_json())}",
            "last decisions:", *decisions, "last effects:", *effects,
        )
    )  # fmt: skip
