"""Measures how well inference finds the true hands: `python -m tests.bench.inference great_dalmuti 200 --seats 5`.

A weighted world is w(world) / E[w] times as likely as an unweighted world. The gain in log-likelihood is the logarithm
of this ratio for the true world, in nats. E[w] is the mean over sampled worlds. Greedy bots play; the decisions of one
match count as one sample.
"""

from __future__ import annotations

import argparse
import json
from itertools import count
from math import inf, log, sqrt
from statistics import stdev
from typing import Any

from bots.arena.results import FEWEST, student_95
from bots.search.inference import Evidence
from bots.search.levels import plan_of
from games.kernel.rng import policy_draws
from games.kernel.state import State
from games.kernel.view import View, sample_world
from tests.bots.moments import moments_with_truth

WORLDS = 200
A_MATCH = 40
FIRST = 1_000


def gain_of(key: str, evidence: Evidence, view: View, truth: State, seed: int) -> float | None:
    """Returns the gain in the log-likelihood of the truth, in nats; None if there is no evidence."""
    weigh = evidence(view)
    if weigh is None:
        return None
    game, draws = plan_of(key).game, policy_draws(b"inference", key, seed)
    box = tuple(game.box(view.seats, view.options))
    mean = sum(weigh(sample_world(view, box, draws, game.backs)) for _ in range(WORLDS)) / WORLDS
    return log(weigh(truth) / mean)


def measured(key: str, evidence: Evidence, decisions: int, seats: int, first: int = FIRST) -> dict[str, Any]:
    """Returns the mean gain of at least `number` decisions with evidence, and half its 95 % interval by match."""
    matches: list[list[float]] = []
    seen = 0
    for seed in count(first):
        gains = []
        for (view, _, _), truth in moments_with_truth(key, A_MATCH, seats, seed):
            seen += 1
            gain = gain_of(key, evidence, view, truth, seed)
            gains += [] if gain is None else [gain]
        matches += [gains] if gains else []
        if sum(map(len, matches)) >= decisions:
            break
    total = sum(map(len, matches))
    mean = sum(map(sum, matches)) / total
    # Matches have different numbers of decisions, so this is a ratio of sums; its error follows from the residuals.
    residuals = [(sum(gains) - mean * len(gains)) * len(matches) / total for gains in matches]
    margin = inf
    if len(matches) >= FEWEST:
        margin = student_95(len(matches)) * stdev(residuals) / sqrt(len(matches))
    return {
        "game": key,
        "seats": seats,
        "decisions": seen,
        "with_evidence": total,
        "matches": len(matches),
        "gain_nats": round(mean, 3),
        "margin": None if margin == inf else round(margin, 3),
    }


def main() -> None:
    """Prints the gain in a game as JSON."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.inference", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("decisions", type=int, nargs="?", default=200)
    parser.add_argument("--seats", type=int, help="by default the fewest that the game allows")
    arguments = parser.parse_args()
    plan = plan_of(arguments.game)
    if plan.evidence is None:
        parser.error(f"{arguments.game} has no evidence")
    seats = arguments.seats or plan.game.seats.start
    print(json.dumps(measured(arguments.game, plan.evidence, arguments.decisions, seats)))


if __name__ == "__main__":
    main()
