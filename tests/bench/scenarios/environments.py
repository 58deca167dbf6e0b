"""The environments for research compared with card games of RLCard, and with an older checkout.

Slices alternate in one run. A step is one random action with the observation and the legal actions of the seat to act.
Figures are steps per second of CPU time on one core. A build by `make compiled` is used where a checkout has one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from games import compiled, registry
from tests.bench import peers
from tests.bench.records import MORE, ROOT, Cell, Column, Record, Rounds, Sheet, add, commit
from tests.bench.scenarios import Options

WORKER = Path(__file__).resolve().parents[1] / "environment_worker.py"
PEERS = {"doudizhu": "Dou Dizhu", "gin-rummy": "Gin Rummy", "uno": "Uno"}
"""Games of RLCard: like the Great Dalmuti, like a game of sets of cards, and like a game of actions on cards."""
NEW, OLD = "steps", "before"


class Stepper:
    """A process that steps environments."""

    def __init__(self, command: list[str | Path], checkout: Path = ROOT) -> None:
        path = os.pathsep.join(map(str, (checkout, checkout / "clients" / "environment")))
        self.process = subprocess.Popen(
            command,
            cwd=checkout,
            env={**os.environ, "PYTHONPATH": path, compiled.SETTING: "compiled"},
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def steps(self, *words: object) -> float:
        """Returns the steps per second of one slice."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(" ".join(map(str, words)) + "\n")
        self.process.stdin.flush()
        return float(json.loads(self.process.stdout.readline())["steps"])

    def stop(self) -> None:
        """Ends the process."""
        self.process.terminate()
        self.process.wait()


def measure(options: Options) -> Record:
    """Measures every game, or the games of the options, at the fewest and the most seats."""
    options.say("installing RLCard")
    rlcard = Stepper([peers.python("rlcard==1.2.0"), peers.HERE / "rlcard_steps.py"])
    ours = {NEW: Stepper([sys.executable, WORKER])}
    if options.against is not None:
        ours[OLD] = Stepper([sys.executable, WORKER], options.against)
    rounds, rows = Rounds(options.rounds), dict[str, dict[str, Cell]]()
    for round_ in rounds:
        options.say(f"round {round_ + 1} of {options.rounds}")
        for game, seats in subjects(options.games):
            row = rows.setdefault(f"{game}, {seats} seats", {})
            for series, stepper in ours.items():
                add(row, series, stepper.steps(game, seats, options.seconds))
            for peer in PEERS:
                add(row, peer, rlcard.steps(peer, options.seconds / 2))
    for stepper in (rlcard, *ours.values()):
        stepper.stop()
    columns = [Column("steps/s", NEW, better=MORE)]
    if options.against is not None:
        columns.append(Column("before", OLD))
        columns.append(Column("now / before", NEW, over=OLD))
    columns += [Column(f"× {title} of RLCard", NEW, over=peer, better=MORE) for peer, title in PEERS.items()]
    engine = "compiled" if compiled.is_current() else "interpreted"
    against = "" if options.against is None else commit(options.against)
    run = rounds.run(against, note=f"{engine}; slices of {options.seconds:g} s of CPU time")
    return Record(run, [Sheet("steps", "environment", tuple(columns), rows)])


def subjects(games: tuple[str, ...]) -> list[tuple[str, int]]:
    """Returns the games to measure, with their numbers of seats."""
    newest = [game for game in registry.newest() if not games or game.key in games]
    return [(game.key, seats) for game in newest for seats in sorted({game.seats[0], game.seats[-1]})]
