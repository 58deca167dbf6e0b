"""Trains a policy from a seed: `python -m comptoir_env.train GAME --seats N --decisions 1000000 --out FILE`.

The policy plays all seats of many tables against itself, or one seat among `--opponents`. The command writes three
files: the weights (FILE.safetensors), the curve (FILE.json) and its plot (FILE.svg). The same arguments lead to the
same weights on the same machine; other versions of NumPy and other processors may round differently.
"""

from __future__ import annotations

import json
import sys
import time
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from bots.encoding.rows import fingerprint
from bots.policies.learnt.weights import written
from comptoir_env import commands
from comptoir_env.commands import POLICIES, at_least, parser_of
from comptoir_env.episode import Rules
from comptoir_env.learning.curves import svg
from comptoir_env.learning.evaluation import against
from comptoir_env.learning.ppo import Habits, Trainer
from comptoir_env.many import Tables

Point = dict[str, Any]


class Training:
    """One training.

    points: the curve so far. Each point has the numbers of decisions and matches, the seconds, and `against`: the mean
    reward against each policy that the training measures, with half of its 95 % interval.
    """

    def __init__(self, rules: Rules, arguments: Namespace) -> None:
        self.rules, self._arguments = rules, arguments
        self.tables = Tables(
            rules, arguments.tables, most_moves=arguments.most_moves, opponents=arguments.opponents, choices_only=True
        )
        self.tables.reset(arguments.seed)
        habits = Habits(**json.loads(arguments.habits))
        self.trainer = Trainer(self.tables, habits, np.random.default_rng(arguments.seed))
        self.points: list[Point] = []
        self.decisions, self._seconds = 0, 0.0

    def run(self, report: Callable[[str], None]) -> None:
        """Trains, and measures at the beginning, at the end and between."""
        arguments = self._arguments
        while self.decisions < arguments.decisions and self._seconds < 60 * arguments.minutes:
            if self.decisions >= len(self.points) * arguments.decisions / arguments.measures:
                report(self.measure())
            began = time.monotonic()
            went = self.trainer.update(self.decisions / arguments.decisions)
            self.decisions += int(went["decisions"])
            self._seconds += time.monotonic() - began
            report(
                f"{self.decisions:,} of {arguments.decisions:,} decisions, {self.trainer.matches:,} matches, "
                f"{self._seconds:.0f} s, entropy {went['entropy']:.2f}, value error {went['value_error']:.2f}"
            )
        report(self.measure())

    def measure(self) -> str:
        """Adds a point to the curve and writes all files; returns a line of text about the point."""
        arguments = self._arguments
        scores = {
            name: against(self.trainer.network, self.rules, name, arguments.deals, arguments.seed + 1)
            for name in arguments.against
        }
        self.points.append(
            {
                "decisions": self.decisions,
                "matches": self.trainer.matches,
                "seconds": round(self._seconds, 1),
                "against": {name: [round(number, 4) for number in score] for name, score in scores.items()},
            }
        )
        self.write(arguments.out)
        return ", ".join(f"among {name} {score.mean:+.2f} ± {score.margin:.2f}" for name, score in scores.items())

    def file(self) -> bytes:
        """Returns the file of the current weights."""
        arguments = self._arguments
        about = {
            "game": self.rules.game.key,
            "seats": str(self.rules.seats),
            "options": arguments.options,
            "fingerprint": fingerprint(self.rules.encoding),
            "seed": str(arguments.seed),
            "decisions": str(self.decisions),
            "command": arguments.command,
        }
        return written(self.trainer.network.weights(about))

    def write(self, out: Path) -> None:
        """Writes the weights, the curve and its plot."""
        out.parent.mkdir(parents=True, exist_ok=True)
        out.with_suffix(".safetensors").write_bytes(self.file())
        curve = {"command": self._arguments.command, "points": self.points}
        out.with_suffix(".json").write_text(json.dumps(curve, indent=1) + "\n", encoding="utf-8")
        title = f"{self.rules.game.key}, {self.rules.seats} seats: mean reward"
        out.with_suffix(".svg").write_text(svg(title, self.points), encoding="utf-8")


def parsed(words: list[str]) -> Namespace:
    """Returns the arguments of the command."""
    parser = parser_of("train", __doc__.partition("\n")[0])
    parser.add_argument("--opponents", choices=POLICIES, help="the policy of the other seats; by default self-play")
    parser.add_argument(
        "--against", nargs="*", choices=POLICIES, default=["uniform", "greedy"], help="the opponents in measurements"
    )
    parser.add_argument("--decisions", type=int, default=1_000_000, help="the number of decisions for training")
    parser.add_argument("--minutes", type=float, default=1e9, help="the maximum minutes of training")
    parser.add_argument("--tables", type=at_least(1), default=64)
    parser.add_argument("--most-moves", type=int, help="truncate matches after this number of moves")
    parser.add_argument("--measures", type=at_least(1), default=10, help="the number of measurements")
    parser.add_argument("--deals", type=at_least(1), default=50, help="the number of measured deals")
    parser.add_argument("--habits", default="{}", help="hyperparameters as JSON (`Habits`)")
    return commands.parsed(parser, words, "opponents", "against")


def main(words: list[str]) -> None:
    """Trains with the given arguments, and prints the progress."""
    arguments = parsed(words)
    Training(arguments.rules, arguments).run(lambda line: print(line, flush=True))


if __name__ == "__main__":
    main(sys.argv[1:])
