"""`python -m tests.bench`: prints each figure with its lower bound and writes a report with plots."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table as Shown

from tests.bench import peers, server
from tests.bench.http import Latency
from tests.bench.playouts import playouts
from tests.bench.widest import Widest, in_process, over_http, widest
from tests.stack import Stack

console = Console()


def main() -> int:
    """Runs all parts, or the selected ones."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the time")
    parser.add_argument("--only", choices=["playouts", "peers", "server", "payment", "database"])
    arguments = parser.parse_args()
    scale = 0.1 if arguments.quick else 1.0
    console.print(f"{platform.python_version()} on {platform.machine()}, {os.cpu_count()} cores; medians")
    report: dict[str, Any] = {}
    if arguments.only in (None, "playouts"):
        report["playouts"] = _playouts(10 * scale)
    if arguments.only in (None, "peers"):
        report["peers"] = _peers(2 * scale)
    if arguments.only in (None, "server"):
        report["server"] = _server(2 * scale)
    payment = widest(int(40 * scale)) if arguments.only in (None, "payment") else None
    if payment:
        report["payment"] = [_payment(in_process(payment, 10 * scale))]
    if arguments.only in (None, "payment", "database"):
        _with_stack(report, arguments.only, scale, payment)
    folder = Path(".data/bench")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "report.json").write_text(json.dumps(report, indent=1))
    _plot(report, folder / "report.png")
    console.print(f"report: {folder / 'report.json'} and {folder / 'report.png'}")
    return 0


def _playouts(seconds: float) -> list[dict[str, Any]]:
    table, figures = Shown("random play in process", "moves/s", "range", "of the fixed loop"), []
    for game, loop in playouts(seconds):
        ratio = game.median / loop.median
        table.add_row(game.name, f"{game.median:,.0f}", f"{game.low:,.0f}–{game.high:,.0f}", f"{ratio:.4f}")
        figures.append({**game._asdict(), "loop": loop.median, "ratio": ratio})
    console.print(table)
    return figures


def _peers(seconds: float) -> dict[str, dict[str, float]]:
    figures = peers.engines(seconds)
    ours = {name: figure for name, figure in figures.items() if name.startswith(peers.OURS)}
    engines = [name.rpartition(" ")[2] for name in ours]
    columns = [f"{engine}: {unit} ×" for engine in engines for unit in ("matches", "moves")]
    table = Shown("random play beside other systems", "matches/s", "moves/s", *columns)
    for name, figure in figures.items():
        ratios = [our[unit] / figure[unit] for our in ours.values() for unit in ("matches", "moves")]
        table.add_row(name, f"{figure['matches']:,.1f}", f"{figure['moves']:,.0f}", *(f"{x:.2f}" for x in ratios))
    console.print(table)
    return figures


def _payment(figure: Latency) -> dict[str, Any]:
    table = Shown("the widest payment found", "p50 ms", "p99 ms")
    table.add_row(figure.name, f"{figure.p50:.2f}", f"{figure.p99:.2f}")
    console.print(table)
    return figure._asdict()


def _with_stack(report: dict[str, Any], only: str | None, scale: float, payment: Widest | None) -> None:
    stack = Stack()
    console.print("starting the stack of `make run`")
    try:
        stack.start()
        if payment:
            report["payment"].append(_payment(over_http(payment, stack.port, 10 * scale)))
        if only in (None, "database"):
            report["database"] = [*_database(stack, scale), *_library(stack, int(10_000 * scale))]
    finally:
        stack.stop()


def _server(seconds: float) -> dict[str, Any]:
    report = server.measured(None, seconds, rounds=5, bots=True)
    server.show(report)
    for line in server.warnings(report):
        console.print(f"[bold]warning:[/] {line}")
    return report


def _database(stack: Stack, scale: float) -> list[dict[str, Any]]:
    """Measures the database in its own process, because Django can be set up only once, through the stack's socket."""
    import subprocess

    command = [sys.executable, "-m", "tests.bench.inside", str(int(10_000 * scale)), str(5 * scale)]
    process = subprocess.run(command, env=stack.environment_inside(), capture_output=True, text=True, check=False)
    if process.returncode:
        console.print(process.stderr[-2000:])
        return []
    figures: dict[str, Any] = json.loads(process.stdout.splitlines()[-1])
    table = Shown("the log", "figure")
    for name, figure in figures.items():
        table.add_row(name, figure)
    console.print(table)
    return [figures]


def _library(stack: Stack, events: int) -> list[dict[str, Any]]:
    try:
        figure = peers.library(stack, events)
    except peers.Missing as reason:
        console.print(f"left out: the eventsourcing library: {reason}")
        return []
    append, replay = (figure[name] * 1000 for name in ("append", "replay"))
    console.print(f"the eventsourcing library: {append:.2f} ms an append, {replay:.0f} ms to replay {events:,} events")
    return [figure]


def _plot(report: dict[str, Any], path: Path) -> None:
    import matplotlib as drawing

    drawing.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 4))
    games = report.get("playouts", [])
    axes.barh([game["name"].split(":")[0] for game in games], [game["median"] for game in games])
    axes.set_title("random moves per second, in process")
    figure.tight_layout()
    figure.savefig(path, dpi=110)


if __name__ == "__main__":
    sys.exit(main())
