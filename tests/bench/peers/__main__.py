"""Random play beside other systems: boardgame.io and RLCard. `python -m tests.bench.peers [--seconds 2]`.

They are installed once below `.data/bench/peers`, never into the project's environment, and measured in turn with one
hand of the Great Dalmuti at six seats, so that the ratios hold on a busy machine. Printed are medians of five rounds
for each second of CPU time, and our rates as multiples of theirs.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

from games import compiled
from tests.bench.engine import ROOT, Worker

HERE = Path(__file__).parent
FOLDER = ROOT / ".data" / "bench" / "peers"
HAND = "great_dalmuti_one_hand"
UNITS = ("matches", "moves")
ROUNDS = 5


def rlcard() -> list[str | Path]:
    """The command that plays RLCard's Uno."""
    interpreter = FOLDER / "venv" / "bin" / "python"
    if not interpreter.exists():
        subprocess.run([sys.executable, "-m", "venv", FOLDER / "venv"], check=True)
        subprocess.run([interpreter, "-m", "pip", "install", "--quiet", "rlcard==1.2.0"], check=True)
    return [interpreter, HERE / "uno.py"]


def boardgame() -> list[str | Path]:
    """The command that plays a like game in boardgame.io."""
    if not (FOLDER / "node_modules").exists():
        subprocess.run(["npm", "install", "--silent", "--prefix", FOLDER, "boardgame.io@0.50.2"], check=True)
    return ["node", shutil.copy(HERE / "dalmuti.mjs", FOLDER)]


def measured(command: list[str | Path], seconds: float) -> Mapping[str, float]:
    """The rates of one slice of a peer."""
    output = subprocess.run([*command, str(seconds)], capture_output=True, check=True).stdout
    return json.loads(output)  # type: ignore[no-any-return]


def main() -> None:
    """Installs the peers, measures all in turn, and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="of each slice")
    seconds = parser.parse_args().seconds
    FOLDER.mkdir(parents=True, exist_ok=True)
    engines = ("pure", "compiled") if compiled.is_current() else ("pure",)
    ours = {f"Comptoir, {engine}": Worker(ROOT, engine) for engine in engines}
    ways = {name: partial(worker.measure, HAND, 2, "simulated", seconds) for name, worker in ours.items()}
    ways |= {
        "boardgame.io: a like game": partial(measured, boardgame(), seconds),
        "RLCard: Uno": partial(measured, rlcard(), seconds),
    }
    rounds = [{name: measure() for name, measure in ways.items()} for _ in range(ROUNDS)]
    for worker in ours.values():
        worker.stop()
    rates = {name: {unit: median(each[name][unit] for each in rounds) for unit in UNITS} for name in ways}
    table = Table("one hand, or match", *(f"{unit}/s" for unit in UNITS), *(f"{name}: moves ×" for name in ours))
    for name, rate in rates.items():
        ratios = (f"{rates[our]['moves'] / rate['moves']:.2f}" for our in ours)
        table.add_row(name, *(f"{rate[unit]:,.0f}" for unit in UNITS), *ratios)
    Console().print(table)


if __name__ == "__main__":
    main()
