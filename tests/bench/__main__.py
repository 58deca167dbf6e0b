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

from tests.bench.http import Latency, bots_latency, moves, reads
from tests.bench.playouts import playouts
from tests.bench.widest import Widest, in_process, over_http, widest
from tests.stack import Stack

console = Console()


def main() -> int:
    """Runs all parts, or the selected ones."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the time")
    parser.add_argument("--only", choices=["playouts", "http", "database"])
    arguments = parser.parse_args()
    scale = 0.1 if arguments.quick else 1.0
    console.print(f"{platform.python_version()} on {platform.machine()}, {os.cpu_count()} cores; medians; ratios count")
    report: dict[str, Any] = {}
    payment = widest(int(40 * scale)) if arguments.only in (None, "playouts", "http") else None
    if arguments.only in (None, "playouts"):
        report["playouts"] = _playouts(10 * scale)
    if payment and arguments.only in (None, "playouts"):
        report["payment"] = _payment(in_process(payment, 10 * scale))
    if arguments.only in (None, "http", "database"):
        _with_stack(report, arguments.only, scale, payment)
    folder = Path(".data/bench")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "report.json").write_text(json.dumps(report, indent=1))
    _plot(report, folder / "report.png")
    console.print(f"report: {folder / 'report.json'} and {folder / 'report.png'}")
    return 0


def _playouts(seconds: float) -> list[dict[str, Any]]:
    shown, figures = Shown("random play in process", "moves/s", "range", "of the fixed loop"), []
    for game, loop in playouts(seconds):
        ratio = game.median / loop.median
        shown.add_row(game.name, f"{game.median:,.0f}", f"{game.low:,.0f}–{game.high:,.0f}", f"{ratio:.4f}")
        figures.append({**game._asdict(), "loop": loop.median, "ratio": ratio})
    console.print(shown)
    return figures


def _payment(figure: Latency) -> dict[str, Any]:
    shown = Shown("the widest payment found", "p50 ms", "p99 ms")
    shown.add_row(figure.name, f"{figure.p50:.2f}", f"{figure.p99:.2f}")
    console.print(shown)
    return figure._asdict()


def _with_stack(report: dict[str, Any], only: str | None, scale: float, payment: Widest | None) -> None:
    stack = Stack()
    console.print("starting the stack as make run does")
    try:
        stack.start()
        if only in (None, "http"):
            report["http"] = _http(stack, scale, payment)
        if only in (None, "database"):
            report["database"] = _database(stack, scale)
    finally:
        stack.stop()


def _http(stack: Stack, scale: float, payment: Widest | None) -> list[dict[str, Any]]:
    seconds, figures = 20 * scale, []
    for clients in (1, 8):
        floor = reads(stack.port, clients, seconds / 2, "floor: GET /livez", lambda _: "/livez")
        view = reads(stack.port, clients, seconds / 2, "GET /view", lambda t: f"/api/v1/matches/{t.match}/view")
        figures += [(floor, floor), *((figure, floor) for figure in (*moves(stack.port, clients, seconds), view))]
    bots = bots_latency(stack.port, 1 if scale < 1 else 4)
    pays = [(over_http(payment, stack.port, seconds / 2), figures[0][0])] if payment else []
    return _shown("over HTTP", [*figures, *pays, (bots, figures[0][0])])


def _database(stack: Stack, scale: float) -> list[dict[str, Any]]:
    """In a process of its own, for Django is set up once: the stack's database by its socket."""
    import subprocess

    command = [sys.executable, "-m", "tests.bench.inside", str(int(10_000 * scale)), str(5 * scale)]
    done = subprocess.run(command, env=stack.environment_inside(), capture_output=True, text=True, check=False)
    if done.returncode:
        console.print(done.stderr[-2000:])
        return []
    figures: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    shown = Shown("the log", "figure")
    for name, figure in figures.items():
        shown.add_row(name, figure)
    console.print(shown)
    return [figures]


def _shown(title: str, figures: list[tuple[Latency, Latency]]) -> list[dict[str, Any]]:
    shown = Shown(title, "clients", "a second", "p50 ms", "p99 ms", "p50 / floor's")
    for figure, floor in figures:
        ratio = f"{figure.p50 / floor.p50:.1f}" if floor.p50 else "-"
        shown.add_row(
            figure.name,
            str(figure.clients),
            f"{figure.per_second:,.0f}",
            f"{figure.p50:.2f}",
            f"{figure.p99:.2f}",
            ratio,
        )
    console.print(shown)
    return [figure._asdict() for figure, _ in figures]


def _plot(report: dict[str, Any], path: Path) -> None:
    import matplotlib as drawing

    drawing.use("Agg")
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(12, 4))
    games = report.get("playouts", [])
    left.barh([game["name"].split(":")[0] for game in games], [game["median"] for game in games])
    left.set_title("random moves per second, in process")
    calls = report.get("http", [])
    names = [f"{call['name']} × {call['clients']}" for call in calls]
    right.barh(names, [call["p99"] for call in calls], color="lightgrey", label="p99")
    right.barh(names, [call["p50"] for call in calls], label="p50")
    right.set_title("milliseconds over HTTP")
    right.legend()
    figure.tight_layout()
    figure.savefig(path, dpi=110)


if __name__ == "__main__":
    sys.exit(main())
