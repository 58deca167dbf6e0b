"""Measures speed: `python -m tests.bench [SCENARIO ...] [--against COMMIT] [--rounds 3] [--record]`.

    users      turns of browsers in all games, with limits and request logs
    boardgame  moves per second compared with boardgame.io's server on the same PostgreSQL
    long       matches of up to 10,000 moves, and restarted web processes
    streams    1,000 streams in one process: the delay of rows, memory, a restart
    prepared   prepared requests and their lower bounds, from a separate process
    replay     a log of 10,000 events folded again, compared with the eventsourcing library
    peers      the engine compared with boardgame.io and RLCard
    environments  the environments for research compared with RLCard's
    engine     the engine against another checkout (needs --against)
    growth     the cost of a request by matches, logs, seats and clients, only if named
    web        the web client in Chromium, only if named: its size, and waiting times on a slow connection or machine

COMMIT is a commit of this repository or a folder with another checkout, measured in turn with this one. The output is
medians over the rounds, and a warning for each figure that is more than 15 % worse than in the recorded run. Figures of
different runs or machines differ; compare ratios.

`--record` writes the run to `docs/bench` and renders the tables and plots of docs/performance.md; `--render` only
renders. Every run is also written to `.data/bench`.
"""

from __future__ import annotations

import argparse
import io
import subprocess
import sys
import tarfile
import time
from importlib import import_module
from pathlib import Path

from rich.console import Console
from rich.table import Table

from games import registry
from tests.bench import pages, records
from tests.bench.records import ROOT, Record
from tests.bench.scenarios import Options

SCENARIOS = (
    "users",
    "boardgame",
    "long",
    "streams",
    "prepared",
    "replay",
    "peers",
    "environments",
    "growth",
    "engine",
    "web",
)
DEFAULT = SCENARIOS[:-3]
RUNS = ROOT / ".data" / "bench"
console = Console(width=150)


def main() -> int:
    """Measures and prints the scenarios of the command line, and records them with `--record`."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO", choices=[*SCENARIOS, []])
    parser.add_argument("--against", metavar="COMMIT")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each slice")
    parser.add_argument("--game", action="append", default=[], choices=list(registry.GAMES))
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--render", action="store_true")
    words = parser.parse_args()
    against = checkout(words.against) if words.against else None
    if "engine" in words.scenarios and against is None:
        parser.error("engine needs --against")
    began = time.monotonic()
    options = Options(
        against,
        words.seconds,
        words.rounds,
        tuple(words.game),
        say=lambda doing: console.print(f"[dim]{time.monotonic() - began:5.0f} s  {doing}"),
    )
    for scenario in words.scenarios or ([] if words.render else DEFAULT):
        record = import_module(f"tests.bench.scenarios.{scenario}").measure(options)
        show(scenario, record)
        records.write(scenario, record, RUNS)
        if words.record:
            records.write(scenario, record)
    if words.record or words.render:
        pages.write()
    return 0


def show(scenario: str, record: Record) -> None:
    """Prints the tables of a run, and the figures that have become worse since the recorded run."""
    for sheet in record.sheets:
        table = Table(sheet.label, *(column.title for column in sheet.columns), title=f"{scenario}: {sheet.name}")
        for line in sheet.lines():
            table.add_row(*line)
        console.print(table)
    assert record.run is not None, "a run was made just now"
    console.print(record.run.words())
    if records.path_of(scenario).exists():
        for line in records.worse(record, records.read(scenario)):
            console.print(f"[bold]warning:[/] {line}")


def checkout(name: str) -> Path:
    """Returns a folder with another checkout; writes the files of a commit below `.data/bench` once."""
    if Path(name).is_dir():
        return Path(name).resolve()
    words = ["git", "rev-parse", "--short=7", "--verify", f"{name}^{{commit}}"]
    short = subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()
    folder = RUNS / "checkouts" / short
    if not folder.exists():
        files = subprocess.run(["git", "archive", short], cwd=ROOT, check=True, capture_output=True).stdout
        with tarfile.open(fileobj=io.BytesIO(files)) as archive:
            archive.extractall(folder, filter="data")
    return folder


if __name__ == "__main__":
    sys.exit(main())
