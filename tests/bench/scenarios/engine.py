"""The engine compared with an older checkout.

Slices of both checkouts alternate in one run, so the ratios are reliable on a busy machine; the absolute rates are not.
Both play version 1 of each game with the same seeds and choices, so both play the same matches. Figures are moves per
second of CPU time: recorded by the old and the new engine, and simulated by the new engine. A build of these sources by
`make compiled` is measured too.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

from games import compiled
from tests.bench.records import MORE, ROOT, Column, Record, Rounds, Sheet, commit
from tests.bench.scenarios import Options

WORKER = Path(__file__).resolve().parents[1] / "engine_worker.py"
NAMES = (
    "dale_of_merchants",
    "dealmaker",
    "great_dalmuti",
    "great_dalmuti_one_hand",
    "monopoly_deal",
    "negoces2",
)
VERSION = 1
OLD = "before"
SLICES = ((OLD, "recorded"), ("new", "recorded"), ("new", "simulated"))
COMPILED = (("compiled", "recorded"), ("compiled", "simulated"))


class Worker:
    """A process that plays in one checkout."""

    def __init__(self, checkout: Path, engine: str = "pure") -> None:
        environment = {**os.environ, "PYTHONPATH": str(checkout), compiled.SETTING: engine}
        self.process = subprocess.Popen(
            [sys.executable, str(WORKER)],
            cwd=checkout,
            env=environment,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

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


def measure(options: Options) -> Record:
    """Measures every game, or the games of the options, in both checkouts."""
    assert options.against is not None, "expected another checkout to compare with"
    workers, slices = {OLD: Worker(options.against), "new": Worker(ROOT)}, SLICES
    if compiled.is_current():
        workers["compiled"], slices = Worker(ROOT, "compiled"), SLICES + COMPILED
    rounds, names = Rounds(options.rounds), options.games or NAMES
    rates: dict[str, dict[str, list[float]]] = {name: defaultdict(list) for name in names}
    for round_ in rounds:
        for name in names:
            options.say(f"round {round_ + 1} of {options.rounds}: {name}")
            for checkout, way in slices:
                moves = workers[checkout].measure(name, VERSION, way, options.seconds)["moves"]
                rates[name][_series(checkout, way)].append(moves)
    for worker in workers.values():
        worker.stop()
    columns = [Column("before, moves/s", OLD)]
    columns += [Column(series, series, over=OLD, better=MORE) for series in (_series(*way) for way in slices[1:])]
    note = f"slices of {options.seconds:g} s of CPU time"
    sheet = Sheet("moves", "game", tuple(columns), {name: dict(each) for name, each in rates.items()})
    return Record(rounds.run(commit(options.against), note), [sheet])


def _series(checkout: str, way: str) -> str:
    return {OLD: OLD, "new": way}.get(checkout, f"compiled, {way}")
