"""The engine against an older checkout of itself: `python -m tests.bench.engine OLD [--seconds 2] [--rounds 5]`.

OLD is a directory, such as a git worktree of an earlier commit. Slices of both checkouts alternate in one run, so that
the ratios hold on a busy machine; the rates themselves do not. Both play version 1 of each game (or `--version`) with
the same seeds and choices, so both play the same matches. Printed for each game: moves per second of CPU time, recorded
by the old and the new engine and simulated by the new one, and the ratios to the old engine; medians over the rounds.
Where `make compiled` has made a build of these sources, it is measured too.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

from games import compiled

ROOT = Path(__file__).resolve().parents[2]
NAMES = (
    "dale_of_merchants", "dealmaker", "great_dalmuti", "great_dalmuti_one_hand", "monopoly_deal", "negoces2",
)  # fmt: skip
SLICES = (("old", "recorded"), ("new", "recorded"), ("new", "simulated"))
COMPILED = (("compiled", "recorded"), ("compiled", "simulated"))


class Worker:
    """A process that plays in one checkout."""

    def __init__(self, checkout: Path, engine: str = "pure") -> None:
        environment = {**os.environ, "PYTHONPATH": str(checkout), compiled.SETTING: engine}
        worker = str(Path(__file__).with_name("engine_worker.py"))
        self.process = subprocess.Popen(
            [sys.executable, worker], cwd=checkout, env=environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def measure(self, name: str, version: int, way: str, seconds: float) -> dict[str, float]:
        """Returns the rates of one slice."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(f"{name} {version} {way} {seconds}\n")
        self.process.stdin.flush()
        rates: dict[str, float] = json.loads(self.process.stdout.readline())
        return rates

    def stop(self) -> None:
        """Ends the process."""
        self.process.terminate()
        self.process.wait()


def main() -> int:
    """Measures every game and prints the ratios."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.engine", description=__doc__)
    parser.add_argument("old", type=Path)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--version", type=int, default=1)
    parser.add_argument("--game", action="append", choices=NAMES)
    options = parser.parse_args()
    workers, slices = {"old": Worker(options.old.resolve()), "new": Worker(ROOT)}, SLICES
    if compiled.is_current():
        workers["compiled"], slices = Worker(ROOT, "compiled"), SLICES + COMPILED
    names = [way if engine == "new" else engine if engine == "old" else f"{engine} {way}" for engine, way in slices]
    table = Table("game", *names, *(f"{name} ×" for name in names[1:]), "old matches/s", "matches/s")
    for name in options.game or NAMES:
        rates: dict[tuple[str, str], list[dict[str, float]]] = defaultdict(list)
        for _ in range(options.rounds):
            for checkout, way in slices:
                rates[checkout, way].append(workers[checkout].measure(name, options.version, way, options.seconds))
        table.add_row(name, *_row([rates[key] for key in slices]))
    for worker in workers.values():
        worker.stop()
    Console(width=170).print(table)
    print("load", *(f"{load:.2f}" for load in os.getloadavg()))
    return 0


def _row(rates: list[list[dict[str, float]]]) -> list[str]:
    """The cells of one game: the rates, their ratios to the first, and matches by the first and the last way."""
    old, *others = ([rate["moves"] for rate in rounds] for rounds in rates)
    ratios = [median(new / base for new, base in zip(moves, old, strict=True)) for moves in others]
    matches = [median(rate["matches"] for rate in rounds) for rounds in (rates[0], rates[-1])]
    return [
        *(f"{median(moves):,.0f}" for moves in (old, *others)),
        *(f"{ratio:.2f}" for ratio in ratios), *(f"{number:.1f}" for number in matches),
    ]  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
