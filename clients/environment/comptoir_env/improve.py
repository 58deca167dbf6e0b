"""Trains a judge of moves from a seed: `python -m comptoir_env.improve GAME --seats N --matches 1000 --out FILE`.

The rules of thumb play matches. The candidates of their decisions are played out, and a network learns which candidates
are better than the move of the rules of thumb. The command writes the weights (FILE.safetensors) and a report
(FILE.json) with the network's results, in new deals, against the policy from which it learnt. The same arguments lead
to the same weights on the same machine.
"""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from bots import policies
from bots.arena import results
from bots.arena.run import one
from bots.encoding.rows import fingerprint
from bots.policies.learnt.judge import Judge
from bots.policies.learnt.weights import Weights, read, written
from bots.policy import Policy
from comptoir_env import commands
from comptoir_env.commands import POLICIES, at_least, parser_of, share
from comptoir_env.episode import Rules
from comptoir_env.learning.judging import Experience, Pupil
from comptoir_env.learning.playouts import PlayoutSettings, RecordedDecision, played

HELD_OUT = 8
"""Every n-th match is held out for validation."""
FEWEST_MATCHES = 9
"""The minimum number of matches, so that one match is held out in addition to the first match."""
GUARDS = (0.0, 0.01, 0.02, 0.03, 0.05)
USUAL_GUARD = 0.01


class Improvement:
    """One training. points: its results on held-out matches, round by round."""

    def __init__(self, experience: Experience, arguments: Namespace) -> None:
        self.experience, self._arguments = experience, arguments
        held_out = experience.matches % HELD_OUT == 0
        self._learnt_from, self._held_out = np.flatnonzero(~held_out), np.flatnonzero(held_out)
        draws = np.random.default_rng(arguments.seed)
        self.pupil = Pupil(experience, arguments.hidden, arguments.rate, arguments.decay, draws)
        self.points: list[dict[str, Any]] = []

    def run(self, report: Callable[[str], None]) -> None:
        """Learns from all decisions, round by round."""
        for number in range(self._arguments.rounds):
            explained = self.pupil.learn(self._learnt_from, self._arguments.part, number / self._arguments.rounds)
            gain = self.pupil.gain(self._held_out, self.pupil.values(self._held_out), USUAL_GUARD)
            self.points.append({"round": number + 1, "explained": explained, **gain._asdict()})
            report(
                f"round {number + 1}: {100 * explained:.2f} % explained; held out: {gain.mean:+.5f} ± {gain.margin:.5f}"
                f" a decision, {100 * gain.share:.1f} % changed"
            )

    def weights(self, rules: Rules, guard: float) -> Weights:
        """Returns the weights for a bot, with a guard."""
        arguments = self._arguments
        return self.pupil.averaged.weights(
            {
                "game": rules.game.key,
                "seats": str(rules.seats),
                "options": arguments.options,
                "fingerprint": fingerprint(rules.encoding),
                "seed": str(arguments.seed),
                "guard": repr(guard),
                "terms": json.dumps(self.experience.terms),
                "decisions": str(len(self.experience.rows)),
                "playouts": str(len(self.experience.values)),
                "command": arguments.command,
            }
        )


def tuned(rules: Rules, improvement: Improvement, arguments: Namespace) -> tuple[float, list[dict[str, Any]]]:
    """Returns the guard with the best mean place of the network in the tuning deals, and the figures of all guards."""
    deals = range(arguments.first - arguments.tuning, arguments.first)
    figures = []
    for guard in GUARDS:
        judge = Judge(rules.encoding, read(written(improvement.weights(rules, guard))))
        figures.append({"guard": guard, **measured(rules, judge.choose, arguments.others or "greedy", deals)})
        print(f"guard {guard}: mean place {figures[-1]['place']['mean']:.3f} in {arguments.tuning} deals", flush=True)
    best = min(figures, key=lambda each: (each["place"]["mean"], -each["guard"]))
    return best["guard"], figures


def parsed(words: list[str]) -> Namespace:
    """Returns the arguments of the command."""
    parser = parser_of("improve", __doc__.partition("\n")[0])
    parser.add_argument("--matches", type=at_least(FEWEST_MATCHES), default=1000)
    parser.add_argument(
        "--others", choices=POLICIES, help="the policy of the other seats, to which training finds the best response"
    )
    parser.add_argument("--to-end", action="store_true", help="run playouts to the end of the match")
    parser.add_argument("--stray", type=share, default=0.1, help="the share of decisions that play a random candidate")
    parser.add_argument("--share", type=share, default=1.0, help="the share of decisions with playouts")
    parser.add_argument("--hidden", type=int, nargs="+", default=[96, 32], help="the sizes of the hidden layers")
    parser.add_argument("--deals", type=at_least(1), default=100, help="the number of measured deals")
    parser.add_argument("--first", type=int, default=200_000, help="the number of the first of these deals")
    parser.add_argument("--tuning", type=at_least(1), default=60, help="the number of deals that choose the guard")
    parser.add_argument("--rounds", type=at_least(1), default=6)
    parser.add_argument("--part", type=at_least(1), default=256, help="decisions for each step of Adam")
    parser.add_argument("--rate", type=float, default=5e-4)
    parser.add_argument("--decay", type=float, default=3.0, help="the weight decay, as a share of the learning rate")
    parser.add_argument("--processes", type=at_least(1), default=1, help="the number of processes")
    return commands.parsed(parser, words, "others")


def reported(matches: Iterable[list[RecordedDecision]], number: int) -> Iterator[list[RecordedDecision]]:
    """Yields the matches; prints a line after each twentieth of them."""
    decisions = 0
    for place, met in enumerate(matches, 1):
        decisions += len(met)
        if place * 20 // number > (place - 1) * 20 // number:
            print(f"{place:,} of {number:,} matches, {decisions:,} decisions", flush=True)
        yield met


def measured(rules: Rules, policy: Policy, others: str, deals: Iterable[int]) -> dict[str, Any]:
    """Returns the strength of a policy among others in these deals, as the arena measures it."""
    other, seats = policies.get(rules.game.key, others), range(rules.seats)
    matches = [
        one(rules.game, rules.options, rules.seats, policy, other, deal, seat) for deal in deals for seat in seats
    ]
    return {"among": others, **results.summary(matches, rules.seats)}


def main(words: list[str]) -> None:
    """Trains with the given arguments, and prints the progress."""
    arguments = parsed(words)
    rules = arguments.rules
    source = PlayoutSettings(
        rules.game.key,
        rules.seats,
        arguments.options,
        arguments.others,
        arguments.to_end,
        arguments.stray,
        arguments.share,
        arguments.seed,
    )
    experience = Experience(reported(played(source, arguments.matches, arguments.processes), arguments.matches))
    print(f"{len(experience.rows):,} decisions, {len(experience.values):,} playouts, {len(experience.terms)} terms")
    improvement = Improvement(experience, arguments)
    improvement.run(lambda line: print(line, flush=True))
    out: Path = arguments.out
    out.parent.mkdir(parents=True, exist_ok=True)
    guard, tuning = tuned(rules, improvement, arguments)
    file = written(improvement.weights(rules, guard))
    out.with_suffix(".safetensors").write_bytes(file)
    judge, deals = Judge(rules.encoding, read(file)), range(arguments.first, arguments.first + arguments.deals)
    figures = measured(rules, judge.choose, arguments.others or "greedy", deals)
    print(json.dumps(figures))
    curve = {
        "command": arguments.command,
        "decisions": len(experience.rows),
        "points": improvement.points,
        "tuning": tuning,
        "measured": figures,
    }
    out.with_suffix(".json").write_text(json.dumps(curve, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
