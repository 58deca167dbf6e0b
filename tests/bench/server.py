"""The server alone, by prepared bytes: `python -m tests.bench.server [--against OLD] [--seconds 2] [--rounds 5]`.

OLD is a directory, such as a git worktree of an earlier commit. Slices of both checkouts and of the floors alternate in
one run; printed are medians over the rounds, and ratios to the floors of the same run. Only ratios hold on a busy
machine. The floors: one durable statement on one connection, and a plain `JsonResponse` without middleware under the
same server.

`--record` writes the ratios to `docs/server-bench.json` with a plot beside it. Later runs warn when one of them has
become worse by more than 15 % since.
"""

from __future__ import annotations

import argparse
import base64
import json
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple

import psutil
from rich.console import Console
from rich.table import Table

from tests.bench.database import durable_statements
from tests.bench.http import bots_latency
from tests.bench.prepared import SEATS, SEED, PreparedMove, Request, Seated, plain, prepared_moves
from tests.stack import ROOT, Stack, free_port

RECORDED = ROOT / "docs" / "server-bench.json"
WORSE = 1.15
CLIENTS = 8
BOTS_HANDS = 2
FLOORS = ("durable", "plain")
MOST_PER_SECOND = 900  # prepared moves for each second of a slice and client
SERVER_PARTS = ("web", "backend", "background", "postmaster")
console = Console(width=150)


class Slice(NamedTuple):
    """What one slice measured: milliseconds by kind, seconds, statuses, and CPU seconds of web and PostgreSQL."""

    taken: Mapping[str, list[float]]
    seconds: float
    statuses: Mapping[str, int]
    cpu: float

    @property
    def count(self) -> int:
        """How many requests were answered."""
        return sum(self.statuses.values())


class Sender:
    """The process that sends."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.sender"], cwd=ROOT, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def send(self, port: int, clients: list[list[Request]], seconds: float, loop: bool = False) -> dict[str, Any]:
        """Sends the requests of one slice; returns what the sender measured."""
        assert self.process.stdin and self.process.stdout
        encoded = [[(kind, base64.b64encode(data).decode()) for kind, data in requests] for requests in clients]
        slice_ = {"port": port, "seconds": seconds, "loop": loop, "clients": encoded}
        self.process.stdin.write(json.dumps(slice_) + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    def stop(self) -> None:
        """Ends the process."""
        self.process.terminate()
        self.process.wait()


class Variant:
    """One checkout under load. `slices` names the kinds of slices; each call measures one."""

    def __init__(self, name: str, root: Path, sender: Sender) -> None:
        self.name, self.stack, self._sender = name, Stack(root=root), sender
        self.stack.start()

    def moves(self, clients: int, seconds: float, script: list[PreparedMove]) -> Slice:
        """Every client plays the prepared moves in a match of its own."""
        tables = [Seated(self.stack.port) for _ in range(clients)]
        return self._measured([[table.post(move) for move in script] for table in tables], seconds)

    def reads(self, seconds: float, script: list[PreparedMove]) -> Slice:
        """One client repeats each read by itself, as it does the plain one, in a match in which nothing happens."""
        table, seat = Seated(self.stack.port), script[20].seat
        table.play(script[:20])
        requests = [
            table.get("view", seat, "/view"), table.get("legal-moves", seat, "/legal-moves"),
            table.get("304", seat, "/view", table.etag(seat, "/view")), table.get("match", seat, ""),
            plain("livez", "/livez"),
        ]  # fmt: skip
        parts = [self._measured([[request]], seconds / len(requests), loop=True) for request in requests]
        return Slice(
            {kind: taken for part in parts for kind, taken in part.taken.items()}, sum(part.seconds for part in parts),
            dict(sum((Counter(part.statuses) for part in parts), Counter())), sum(part.cpu for part in parts),
        )  # fmt: skip

    def fresh_reads(self, seconds: float, script: list[PreparedMove]) -> Slice:
        """One client plays, and after each move reads what its next seat sees."""
        table, requests = Seated(self.stack.port), list[Request]()
        for move, following in pairwise(script):
            requests += [
                table.post(move)._replace(kind="unmeasured"), table.get("view, new", following.seat, "/view"),
                table.get("legal-moves, new", following.seat, "/legal-moves"),
            ]  # fmt: skip
        return self._measured([requests], seconds)

    def _measured(self, clients: list[list[Request]], seconds: float, loop: bool = False) -> Slice:
        before = self._cpu()
        answer = self._sender.send(self.stack.port, clients, seconds, loop)
        return Slice(answer["taken"], answer["seconds"], answer["statuses"], self._cpu() - before)

    def _cpu(self) -> float:
        times = [process.cpu_times() for process in self.stack.processes(*SERVER_PARTS)]
        return sum(time.user + time.system for time in times)


class Figures:
    """The slices of one variant by their name, and the figures that they give."""

    def __init__(self) -> None:
        self.slices: dict[str, list[Slice]] = defaultdict(list)

    def add(self, name: str, measured: Slice) -> None:
        """Adds a slice. Raises AssertionError if the server refused a request."""
        refused = {
            status: count for status, count in measured.statuses.items() if status[-3:] not in ("200", "201", "304")
        }
        assert not refused, f"expected prepared requests to be accepted, got {refused}"
        self.slices[name].append(measured)

    def p50(self, name: str, kind: str) -> float:
        """The median over the rounds of the median latency, in milliseconds."""
        return median(median(each.taken[kind]) for each in self.slices[name] if each.taken.get(kind))

    def p99(self, name: str, kind: str) -> float:
        """The 99th percentile over all rounds, in milliseconds."""
        return quantiles([one for each in self.slices[name] for one in each.taken.get(kind, ())], n=100)[98]

    def rate(self, name: str) -> float:
        """Requests per second."""
        return median(each.count / each.seconds for each in self.slices[name])

    def cpu(self, name: str) -> float:
        """Milliseconds of CPU per request."""
        return median(each.cpu / each.count * 1000 for each in self.slices[name])


def main() -> int:
    """Measures and prints; records if asked to."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.server", description=__doc__)
    parser.add_argument("--against", type=Path, metavar="OLD")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--no-bots", action="store_true")
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    report = measured(options.against, options.seconds, options.rounds, bots=not options.no_bots)
    show(report)
    folder = ROOT / ".data" / "bench"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "server.json").write_text(json.dumps(report, indent=1))
    for line in warnings(report):
        console.print(f"[bold]warning:[/] {line}")
    if options.record:
        RECORDED.write_text(json.dumps(report, indent=1) + "\n")
        plot(report, RECORDED.with_suffix(".svg"))
    return 0


def measured(against: Path | None, seconds: float, rounds: int, bots: bool) -> dict[str, Any]:
    """All rounds: the figures of each variant, and their ratios to the floors."""
    script, roots = prepared_moves(int(MOST_PER_SECOND * seconds)), {"new": ROOT}
    if against is not None:
        roots = {"old": against.resolve(), **roots}
    floors: dict[str, list[float]] = {floor: [] for floor in FLOORS}
    figures = {name: Figures() for name in roots}
    with ExitStack() as stack:
        sender = Sender()
        stack.callback(sender.stop)
        variants = []
        for name, root in roots.items():
            variants.append(Variant(name, root, sender))
            stack.callback(variants[-1].stack.stop)
        plain_port = stack.enter_context(plain_server(variants[-1].stack))
        for _ in range(rounds):
            _floors(floors, variants[-1].stack, plain_port, sender, seconds / 2)
            for name, take in _slices(seconds, script).items():
                for variant in variants:
                    figures[variant.name].add(name, take(variant))
        turns = {variant.name: _bots(variant) for variant in variants} if bots else {}
    return _report(figures, {name: median(taken) for name, taken in floors.items()}, turns)


def _slices(seconds: float, script: list[PreparedMove]) -> dict[str, Callable[[Variant], Slice]]:
    return {
        "moves, 1 client": lambda variant: variant.moves(1, seconds, script),
        "reads": lambda variant: variant.reads(seconds, script),
        "reads after moves": lambda variant: variant.fresh_reads(seconds, script),
        f"moves, {CLIENTS} clients": lambda variant: variant.moves(CLIENTS, seconds, script),
    }


def _floors(floors: dict[str, list[float]], stack: Stack, port: int, sender: Sender, seconds: float) -> None:
    floors["durable"].append(durable_statements(stack.database(), seconds).p50)
    answer = sender.send(port, [[plain("plain", "/plain")]], seconds, loop=True)
    floors["plain"].append(median(answer["taken"]["plain"]))


@contextmanager
def plain_server(stack: Stack) -> Iterator[int]:
    """A server of the floor, with the environment of a stack; yields its port."""
    port, settings = free_port(), {"PYTHONPATH": str(ROOT), "DJANGO_SETTINGS_MODULE": "tests.bench.plain_settings"}
    command = [sys.executable, "-m", "project.serving.server", "--port", str(port)]
    process = subprocess.Popen(command, cwd=ROOT, env={**stack.environment_inside(), **settings})
    try:
        _wait_for(port)
        yield port
    finally:
        process.terminate()
        process.wait()


def _wait_for(port: int, seconds: float = 120) -> None:
    until = time.monotonic() + seconds
    while not any(
        each.laddr.port == port and each.status == psutil.CONN_LISTEN for each in psutil.net_connections("tcp4")
    ):
        if time.monotonic() > until:
            raise RuntimeError(f"expected a server on port {port} within {seconds} seconds")
        time.sleep(0.1)


def _bots(variant: Variant) -> dict[str, float]:
    latency = bots_latency(variant.stack.port, BOTS_HANDS)
    return {"p50": latency.p50, "p99": latency.p99}


class Line(NamedTuple):
    """A figure of the report. floor: what its ratio is to; lower: whether less is better."""

    name: str
    value: float
    floor: str | None = None
    lower: bool = True


def _lines(figures: Figures, turns: Mapping[str, float]) -> Iterator[Line]:
    one, many = "moves, 1 client", f"moves, {CLIENTS} clients"
    yield Line("POST move p50", figures.p50(one, "move"), "durable")
    yield Line("POST move p99", figures.p99(one, "move"), "durable")
    yield Line("POST sealed answer p50", figures.p50(one, "sealed"), "durable")
    for kind in ("view", "legal-moves", "304", "match", "livez"):
        yield Line(f"GET {kind} p50", figures.p50("reads", kind), "plain")
    for kind in ("view, new", "legal-moves, new"):
        yield Line(f"GET {kind} p50", figures.p50("reads after moves", kind), "plain")
    yield Line(f"moves/s, {CLIENTS} clients", figures.rate(many), lower=False)
    yield Line(f"CPU ms a move, {CLIENTS} clients", figures.cpu(many))
    yield Line("CPU ms a move, 1 client", figures.cpu(one))
    for name, value in turns.items():
        yield Line(f"bot's turn, row to row, {name}", value, "durable")


def _report(
    figures: Mapping[str, Figures], floors: Mapping[str, float], turns: Mapping[str, Mapping[str, float]]
) -> dict[str, Any]:
    report: dict[str, Any] = {"seed": SEED, "seats": SEATS, "floors": dict(floors), "variants": {}}
    for name, each in figures.items():
        lines = _lines(each, turns.get(name, {}))
        report["variants"][name] = {
            line.name: {"value": line.value, "lower": line.lower, "floor": line.floor, "ratio": _ratio(line, floors)}
            for line in lines
        }
        report["variants"][name]["POST move p99"]["of p50"] = each.p99("moves, 1 client", "move") / each.p50(
            "moves, 1 client", "move"
        )
    return report


def _ratio(line: Line, floors: Mapping[str, float]) -> float:
    """To its floor; what has none, to how many durable statements a second (or their milliseconds) there are."""
    if line.floor is not None:
        return line.value / floors[line.floor]
    return line.value / floors["durable"] if line.lower else line.value * floors["durable"] / 1000


def show(report: Mapping[str, Any]) -> None:
    """Prints the table."""
    variants = report["variants"]
    table = Table("figure", *(f"{name}{part}" for name in variants for part in ("", " × floor")), "floor", "old / new")
    for name, new in variants["new"].items():
        cells = [f"{each[name][part]:.2f}" for each in variants.values() for part in ("value", "ratio")]
        old = variants.get("old", {}).get(name)
        table.add_row(name, *cells, new["floor"] or "-", f"{old['value'] / new['value']:.2f}" if old else "-")
    console.print(table)
    floors = ", ".join(f"{name} {value:.3f} ms" for name, value in report["floors"].items())
    console.print(f"floors: {floors}; seed {report['seed']}, {report['seats']} seats")


def warnings(report: Mapping[str, Any]) -> Iterator[str]:
    """The ratios that have become worse by more than 15 % since the recorded run."""
    if not RECORDED.exists():
        return
    recorded = json.loads(RECORDED.read_text())["variants"]["new"]
    for name, now in report["variants"]["new"].items():
        if name not in recorded:
            continue
        before = recorded[name]["ratio"]
        change = now["ratio"] / before if now["lower"] else before / now["ratio"]
        if change > WORSE:
            yield f"{name}: ratio {now['ratio']:.2f}, recorded {before:.2f}"


def plot(report: Mapping[str, Any], path: Path) -> None:
    """Draws the ratios to the floors."""
    import matplotlib as drawing

    drawing.use("Agg")
    from matplotlib import pyplot

    names = [name for name, figure in report["variants"]["new"].items() if figure["floor"]]
    figure, axes = pyplot.subplots(figsize=(8, 0.35 * len(names) + 1))
    height = 0.8 / len(report["variants"])
    for place, (variant, figures) in enumerate(report["variants"].items()):
        at = [row + place * height for row in range(len(names))]
        axes.barh(at, [figures[name]["ratio"] for name in names], height, label=variant)
    axes.set_yticks([row + 0.4 - height / 2 for row in range(len(names))], names)
    axes.invert_yaxis()
    axes.set_xscale("log")
    axes.set_xlabel("times its floor: a durable statement for writes, a plain JsonResponse for reads")
    axes.legend()
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


if __name__ == "__main__":
    sys.exit(main())
