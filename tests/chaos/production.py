"""`python -m tests.chaos.production`: loads `make prod-local`, and replaces or kills its nodes meanwhile.

    python -m tests.chaos.production load --seconds 600       moves/s, times, memory, connections
    python -m tests.chaos.production soak --seconds 1800      the same, and whether memory, connections or lag grow
    python -m tests.chaos.production roll                     a rolling upgrade under load: how many requests failed
    python -m tests.chaos.production kill --times 3           kills one node of each kind, three times each

After each kill it waits until the node is back, and moves and streams go on; then `--pause` seconds.

With a PostgreSQL of its own, or behind the full one of a folder (`--behind`, see `tests.chaos.seeded`), and the broker
of PROD_BROKER_URL. `--json` writes the figures. Exits with 1 if a move was lost or doubled, if an upgrade refused one,
or if something grew.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median

import psutil
from rich.console import Console
from rich.table import Table as Printed

from tests.chaos.clusters import Server
from tests.chaos.deployment import Deployment, Load, StreamClient
from tests.chaos.faults import Fault, recoveries
from tests.chaos.samples import EVERY_SECONDS, Sampler, taken, trends
from tests.chaos.seeded import running
from tests.chaos.verdict import COUNTED

BACK_SECONDS = 90.0  # for a killed node to be back
console = Console()


def main() -> int:
    """Runs one of them; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.production", description=__doc__.splitlines()[0])
    parser.add_argument("action", choices=("load", "soak", "roll", "kill"))
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--pause", type=float, default=6, help="seconds of undisturbed play between two kills")
    parser.add_argument("--minutes", type=float, default=600, help="begin no round of kills after that time")
    parser.add_argument("--kinds", nargs="*", help="kill only nodes of these kinds")
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--bots", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--warm", type=float, default=60, help="seconds before the first sample of load and soak")
    parser.add_argument("--behind", type=Path, help="a folder of tests.chaos.seeded")
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    with _server(arguments.behind) as server:
        folder = arguments.behind.resolve() / "data" if arguments.behind else None
        deployment = Deployment({"PROD_POSTGRES_URL": server.url}, folder)
        try:
            deployment.start()
            return Run(deployment, server, arguments).run()
        finally:
            console.print(f"exit status of the deployment: {deployment.stop()}")
            if folder is None:
                shutil.rmtree(deployment.folder, ignore_errors=True)


@contextmanager
def _server(behind: Path | None) -> Iterator[Server]:
    """A running PostgreSQL: that of a seeded folder, or an empty one."""
    if behind is not None:
        with running(behind.resolve()) as server:
            yield server
        return
    folder = Path(tempfile.mkdtemp(prefix="comptoir-production-"))
    folder.chmod(0o755)
    server = Server(folder / "postgres")
    try:
        server.make()
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


class Run:
    """One run, printed as a table."""

    def __init__(self, deployment: Deployment, server: Server, arguments: argparse.Namespace) -> None:
        self.deployment, self.server, self.arguments = deployment, server, arguments
        self.figures: dict[str, object] = {}
        self.faults: list[Fault] = []
        self.back: dict[str, list[float]] = defaultdict(list)
        self.streams = StreamClient(deployment.port)
        self.samples: list[tuple[float, Mapping[str, float]]] = []

    def run(self) -> int:
        load = Load(self.deployment.port, self.arguments.tables, self.arguments.bots, self.arguments.seed)
        load.start()
        self.streams.token = load.tables[0].tokens[0]
        self.streams.start()
        self.play = load
        getattr(self, self.arguments.action)()
        self.streams.stopping.set()
        self.figures |= load.speed()
        again = load.sent_again()
        counted = load.finish(f"http://127.0.0.1:{self.deployment.port}")
        self.figures |= {"sent_again": dict(again), "matches": counted["matches"], "rows": counted["rows"]}
        if self.faults:
            self.figures["seconds after a kill, median and worst"] = ""
            self.show("  to the first move", recoveries(self.faults, load.moves))
            self.show("  to a stream", recoveries(self.faults, self.streams.served))
            self.show("  to the node's return", self.back)
        self.figures["requests of more than 3 s"] = self.slow(load)
        return self.report(counted, again)

    def load(self) -> None:
        """Only plays."""
        assert self.server.process is not None
        postgres = psutil.Process(self.server.process.pid)
        rows, used = self.rows(), self.deployment.cpu_seconds(postgres)
        self.figures["rows before"] = rows
        self.figures["load average before"] = round(os.getloadavg()[0], 1)
        time.sleep(self.arguments.warm)
        sampler = Sampler(partial(taken, self.deployment, self.server), min(EVERY_SECONDS, self.arguments.seconds / 8))
        sampler.start()
        time.sleep(self.arguments.seconds)
        self.samples = sampler.finish()
        rows, used = self.rows() - rows, self.deployment.cpu_seconds(postgres) - used
        self.figures["processor time for a row, ms"] = {
            kind: round(seconds * 1000 / rows, 2) for kind, seconds in sorted(used.items()) if seconds
        }
        self.figures["bytes for a row, of all tables"] = round(self.bytes() / self.rows())
        self.figures["load average after"] = round(os.getloadavg()[0], 1)

    def soak(self) -> None:
        """The same for long; the trends of `report` tell whether something grows."""
        self.load()

    def rows(self) -> int:
        """Returns how many rows the log has."""
        return int(self.server.in_database("SELECT count(*) FROM events_actionevent")[0][0])

    def bytes(self) -> int:
        """Returns the size of all tables and indexes of matches."""
        statement = "SELECT sum(pg_total_relation_size(relid)) FROM pg_stat_user_tables WHERE relname LIKE 'events%'"
        return int(self.server.in_database(statement)[0][0])

    def roll(self) -> None:
        """Replaces every node while people play."""
        time.sleep(5)
        self.figures["seconds to replace all nodes"] = round(self.deployment.roll(), 1)
        time.sleep(5)

    def kill(self) -> None:
        """Kills one node of each kind after another."""
        by_kind = defaultdict(list)
        for name in self.deployment.processes():
            by_kind[name.partition("-")[0]].append(name)
        until = time.monotonic() + 60 * self.arguments.minutes
        for turn in range(self.arguments.times):
            if time.monotonic() > until:
                break
            for kind, names in by_kind.items():
                if self.arguments.kinds and kind not in self.arguments.kinds:
                    continue
                time.sleep(self.arguments.pause)
                name = names[turn % len(names)]
                victim = self.deployment.processes().get(name)
                if victim is not None:
                    at, before = time.monotonic(), self.deployment.pids()
                    self.faults.append(Fault(kind, at))
                    victim.kill()
                    self.wait(name, at, before)
        self.figures["killed"] = dict(Counter(fault.kind for fault in self.faults))

    def wait(self, name: str, at: float, before: set[int]) -> None:
        """Waits until a killed node is back, and moves and streams go on, so that no fault is counted for the next."""
        until = at + BACK_SECONDS
        while not self.deployment.is_back(name, before) and time.monotonic() < until:
            time.sleep(0.1)
        self.back[name.partition("-")[0]].append(time.monotonic() - at)
        for times in (lambda: self.play.moves, lambda: self.streams.served):
            while not any(sent > at for sent, _ in times()) and time.monotonic() < until:
                time.sleep(0.2)

    def slow(self, load: Load) -> str:
        """Each slow request: how long after which kill it was sent, how long it took, and how it ended."""
        lines = []
        for slow in load.slow():
            before = [fault for fault in self.faults if fault.at <= slow.at + slow.seconds]
            since = f"{before[-1].kind} {slow.at - before[-1].at:+.1f} s: " if before else ""
            lines.append(f"{since}{slow.what} {slow.seconds:.1f} s {slow.outcome}")
        return "\n".join(lines) or "-"

    def show(self, what: str, times: Mapping[str, list[float]]) -> None:
        self.figures[what] = {kind: f"{median(each):.1f} {max(each):.1f}" for kind, each in sorted(times.items())}

    def report(self, counted: Counter[str], again: Counter[str]) -> int:
        table = Printed("what", "figure")
        for name, figure in self.figures.items():
            table.add_row(name, str(figure))
        for name in (*COUNTED, "unexpected_answers"):
            table.add_row(name, str(counted[name]), style="red" if counted[name] else "green")
        console.print(table)
        grown = self.show_trends() if len(self.samples) > 1 else []
        self.write(counted, grown)
        bad = any(counted[name] for name in COUNTED) or (self.arguments.action == "soak" and grown)
        return int(bool(bad) or (self.arguments.action == "roll" and any(again.values())))

    def show_trends(self) -> list[str]:
        """Prints how memory, connections and lag went; returns what grew."""
        found, table = (
            trends(self.samples),
            Printed("what", "first five minutes", "last five minutes", "slope, an hour"),
        )
        for name, trend in found.items():
            table.add_row(name, *map(str, trend), style="red" if trend.grows else None)
        console.print(table)
        return [name for name, trend in found.items() if trend.grows]

    def write(self, counted: Counter[str], grown: list[str]) -> None:
        """Writes all figures and samples as JSON, if wanted."""
        if self.arguments.json:
            report = {"arguments": vars(self.arguments), "figures": self.figures, "counted": counted, "grown": grown,
                      "trends": {name: trend._asdict() for name, trend in trends(self.samples).items()}
                      if len(self.samples) > 1 else {}, "samples": self.samples}  # fmt: skip
            self.arguments.json.write_text(json.dumps(report, indent=1, default=str))


if __name__ == "__main__":
    sys.exit(main())
