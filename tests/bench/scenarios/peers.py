"""Random play compared with other systems: boardgame.io and RLCard.

Each plays one hand of the Great Dalmuti, or a similar game, at six seats, in turn. Figures are per second of CPU time.
"""

from __future__ import annotations

import json
import subprocess
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from games import compiled
from tests.bench import peers
from tests.bench.records import MORE, ROOT, Column, Record, Rounds, Sheet
from tests.bench.scenarios import Options
from tests.bench.scenarios.engine import Worker

HAND = "great_dalmuti_one_hand"
VERSION = 2
UNITS = ("matches", "moves")


def measure(options: Options) -> Record:
    """Installs the other systems and measures all in turn."""
    options.say("installing boardgame.io and RLCard")
    ways = _peers(options.seconds)
    engines = ("pure", "compiled") if compiled.is_current() else ("pure",)
    ours = {f"Comptoir, {engine}": Worker(ROOT, engine) for engine in engines}
    ways |= {
        name: partial(worker.measure, HAND, VERSION, "simulated", options.seconds) for name, worker in ours.items()
    }
    rows: dict[str, dict[str, Any]] = {name: defaultdict(list) for name in ways}
    rounds = Rounds(options.rounds)
    for round_ in rounds:
        options.say(f"round {round_ + 1} of {options.rounds}: {', '.join(ways)}")
        rates = {name: take() for name, take in ways.items()}
        for name, rate in rates.items():
            for unit in UNITS:
                rows[name][unit].append(rate[unit])
            for our in ours:
                rows[name][our].append(rates[our]["moves"])
    for worker in ours.values():
        worker.stop()
    columns = [Column(f"{unit}/s", unit) for unit in UNITS]
    columns += [Column(f"{our}: × its moves", our, over="moves", better=MORE) for our in ours]
    sheet = Sheet("playouts", "one hand, or match", tuple(columns), {name: dict(row) for name, row in rows.items()})
    return Record(rounds.run(note=f"slices of {options.seconds:g} s of CPU time"), [sheet])


def _peers(seconds: float) -> dict[str, Callable[[], dict[str, float]]]:
    """Returns a function that measures each other system."""
    commands: dict[str, list[str | Path]] = {
        "boardgame.io: a like game": ["node", peers.boardgame("playouts.mjs")],
        "RLCard: Uno": [peers.python("rlcard==1.2.0"), peers.HERE / "uno.py"],
    }
    return {name: partial(_rates, [*command, str(seconds)]) for name, command in commands.items()}


def _rates(command: list[str | Path]) -> dict[str, float]:
    output = subprocess.run(command, capture_output=True, check=True).stdout
    return json.loads(output)  # type: ignore[no-any-return]
