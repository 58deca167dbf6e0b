"""`python -m tests.chaos.production`: loads `make prod-local`, and replaces or kills its nodes meanwhile.

    python -m tests.chaos.production load --seconds 600       moves/s, times, memory, connections
    python -m tests.chaos.production soak --seconds 1800      the same, and whether memory, connections or lag grow
    python -m tests.chaos.production roll                     a rolling upgrade under load: how many requests failed
    python -m tests.chaos.production kill --times 3           kills one node of each kind, three times each
    python -m tests.chaos.production failover --times 20      kills the primary of PostgreSQL and promotes its standby
    python -m tests.chaos.production patroni --times 20       the same without a hand: three servers kept by Patroni

After each kill it waits until the node is back, and moves and streams go on. At a failover all processes of the
primary are killed; the standby is promoted (`pg_ctl promote`), and PgBouncer follows. The former primary is started
again, as if its machine came back, and must acknowledge no write. Then `pg_rewind` makes it the standby, so that the
next kill is of the other server. With Patroni nothing of this is done here: the processes of the primary are killed, or
stand still for a while, in turn; the servers are those of `tests.chaos.patroni`.

With a PostgreSQL of its own, or behind the full one of a folder (`--behind`, see `tests.chaos.seeded`), and the broker
of PROD_BROKER_URL. `--json` writes the figures. Exits with 1 if a move was lost or doubled, if an upgrade refused one,
if something grew, or if a former primary acknowledged a write.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median

import psutil
import psycopg
from rich.console import Console
from rich.table import Table as Printed

from tests.chaos.clients import ALONE, AMONG_BOTS
from tests.chaos.clusters import Server, synchronous
from tests.chaos.deployment import Deployment, StreamClient
from tests.chaos.faults import Fault, recoveries
from tests.chaos.load import BAD, Load
from tests.chaos.patroni import WHOLE_SECONDS, Machine, Writer, cluster, until, until_whole
from tests.chaos.samples import EVERY_SECONDS, Sampler, taken, trends
from tests.chaos.seeded import running

BACK_SECONDS = 90.0  # for a killed node to be back
PAUSE_SECONDS = 6.0  # of undisturbed play between two kills
DETECT_SECONDS = 2.0  # what an operator's watchdog takes to be sure that a primary is gone
SPLIT_SECONDS = 4.0  # how long a write to the former primary is given to be acknowledged
LOSSES = (
    ("primary killed", Machine.kill, Machine.start),
    ("primary frozen", Machine.freeze, Machine.thaw),
)
"""How a machine is lost, and how it comes back."""
console = Console()


def main() -> int:
    """Runs one of them; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.production", description=__doc__.splitlines()[0])
    parser.add_argument("action", choices=("load", "soak", "roll", "kill", "failover", "patroni"))
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--bots", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--warm", type=float, default=60, help="seconds before the first sample of load and soak")
    parser.add_argument("--behind", type=Path, help="a folder of tests.chaos.seeded")
    parser.add_argument("--asynchronous", action="store_true", help="a fault to be found: commits wait for nobody")
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    with _servers(arguments) as (servers, url):
        folder = arguments.behind.resolve() / "data" if arguments.behind else None
        deployment = Deployment({"PROD_POSTGRES_URL": url}, folder)
        try:
            deployment.start()
            return Run(deployment, servers, arguments).run()
        finally:
            console.print(f"exit status of the deployment: {deployment.stop()}")
            if folder is None:
                shutil.rmtree(deployment.folder, ignore_errors=True)


@contextmanager
def _servers(arguments: argparse.Namespace) -> Iterator[tuple[Sequence[Server], str]]:
    """The running PostgreSQL: that of a seeded folder, or an empty one, with standbys for failovers; and their URL."""
    if arguments.behind is not None:
        with running(arguments.behind.resolve()) as server:
            yield [server], server.url
        return
    folder = Path(tempfile.mkdtemp(prefix="comptoir-production-"))
    folder.chmod(0o755)
    if arguments.action == "patroni":
        with cluster(folder) as made:
            yield made
        shutil.rmtree(folder, ignore_errors=True)
        return
    servers = [Server(folder / name) for name in (("a", "b") if arguments.action == "failover" else ("a",))]
    try:
        servers[0].make()
        servers[0].start()
        for standby in servers[1:]:
            standby.copy(servers[0])
            standby.start()
            synchronous(servers[0])
        yield servers, servers[0].url.replace(servers[0].address, ",".join(server.address for server in servers))
    finally:
        for server in servers:
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)


class Run:
    """One run, printed as a table."""

    def __init__(self, deployment: Deployment, servers: Sequence[Server], arguments: argparse.Namespace) -> None:
        self.deployment, self.servers, self.server, self.arguments = deployment, servers, servers[0], arguments
        self.figures: dict[str, object] = {}
        self.faults: list[Fault] = []
        self.back: dict[str, list[float]] = defaultdict(list)
        self.promoted: dict[str, list[float]] = defaultdict(list)
        self.split_brains = 0
        self.streams = StreamClient(deployment.port)
        self.samples: list[tuple[float, Mapping[str, float]]] = []

    def run(self) -> int:
        """Runs the action under load; returns the exit status."""
        kinds = [*[ALONE] * self.arguments.tables, *[AMONG_BOTS] * self.arguments.bots]
        load = self.play = Load(self.deployment.port, kinds, self.arguments.seed)
        load.start()
        self.streams.token = load.tables[0].tokens[0]
        self.streams.start()
        getattr(self, self.arguments.action)()
        self.streams.stopping.set()
        self.figures |= load.speed()
        again = load.sent_again()
        counted = load.finish(f"http://127.0.0.1:{self.deployment.port}")
        self.figures |= {"sent_again": dict(again), "matches": counted["matches"], "rows": counted["rows"]}
        if self.faults:
            self.figures["killed"] = dict(Counter(fault.kind for fault in self.faults))
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
        time.sleep(PAUSE_SECONDS)
        self.figures["seconds to replace all nodes"] = round(self.deployment.roll(), 1)
        time.sleep(PAUSE_SECONDS)

    def kill(self) -> None:
        """Kills one node of each kind after another."""
        by_kind = defaultdict(list)
        for name in self.deployment.processes():
            by_kind[name.partition("-")[0]].append(name)
        for turn in range(self.arguments.times):
            for kind, names in by_kind.items():
                time.sleep(PAUSE_SECONDS)
                name = names[turn % len(names)]
                victim = self.deployment.processes().get(name)
                if victim is not None:
                    at, before = time.monotonic(), self.deployment.pids()
                    self.faults.append(Fault(kind, at))
                    victim.kill()
                    until = at + BACK_SECONDS
                    while not self.deployment.is_back(name, before) and time.monotonic() < until:
                        time.sleep(0.1)
                    self.back[kind].append(time.monotonic() - at)
                    self.goes_on(at)

    def goes_on(self, at: float) -> None:
        """Waits until moves and streams go on after a fault, so that it is not counted for the next."""
        for times in (lambda: self.play.moves, lambda: self.streams.served):
            while not any(sent > at for sent, _ in times()) and time.monotonic() < at + BACK_SECONDS:
                time.sleep(0.2)

    def failover(self) -> None:
        """Kills one primary after the other; each former primary becomes the next standby."""
        primary, standby = self.servers
        for _ in range(self.arguments.times):
            if self.arguments.asynchronous:
                primary.execute("ALTER SYSTEM RESET synchronous_standby_names")
                primary.execute("SELECT pg_reload_conf()")
            time.sleep(PAUSE_SECONDS)
            primary.kill()
            at = time.monotonic()
            self.faults.append(Fault("primary", at))
            time.sleep(DETECT_SECONDS)
            standby.promote()
            self.goes_on(at)
            self.split_brains += acknowledges(primary)
            primary.stop()
            primary.rewind(standby)
            primary.start()
            synchronous(standby)
            self.back["primary"].append(time.monotonic() - at)
            primary, standby = standby, primary
        time.sleep(PAUSE_SECONDS)
        self.figures["writes that a former primary acknowledged"] = self.split_brains

    def patroni(self) -> None:
        """Takes one primary after the other away, and does nothing else."""
        machines = [server for server in self.servers if isinstance(server, Machine)]
        for turn in range(self.arguments.times):
            self.lose(machines, *LOSSES[turn % len(LOSSES)])
            console.print(f"{turn + 1} of {self.arguments.times} primaries are back as standbys")
        self.show("seconds until another primary has a standby, median and worst", self.promoted)
        self.figures["writes that a former primary acknowledged"] = self.split_brains

    def lose(
        self, machines: list[Machine], kind: str, go: Callable[[Machine], None], come_back: Callable[[Machine], None]
    ) -> None:
        """Takes the primary away, and has it come back once another one serves; it has to become a standby."""
        primary = until_whole(machines)
        others = [machine for machine in machines if machine is not primary]
        go(primary)
        at = time.monotonic()
        self.faults.append(Fault(kind, at))
        until(lambda: any(machine.has_standby() for machine in others), "another primary", BACK_SECONDS)
        self.promoted[kind].append(time.monotonic() - at)
        self.goes_on(at)
        writer = Writer(primary)
        writer.start()
        come_back(primary)
        until_whole(machines)
        self.split_brains += writer.finish()
        self.back[kind].append(time.monotonic() - at - WHOLE_SECONDS)

    def slow(self, load: Load) -> str:
        """Each slow request: how long after which kill it was sent, how long it took, and how it ended."""
        lines = []
        for slow in load.slow():
            before = [fault for fault in self.faults if fault.at <= slow.at + slow.seconds]
            since = f"{before[-1].kind} {slow.at - before[-1].at:+.1f} s: " if before else ""
            lines.append(f"{since}{slow.what} {slow.seconds:.1f} s {slow.outcome}")
        return "\n".join(lines) or "-"

    def show(self, what: str, times: Mapping[str, list[float]]) -> None:
        """Notes the median and the worst of each kind."""
        self.figures[what] = {kind: f"{median(each):.1f} {max(each):.1f}" for kind, each in sorted(times.items())}

    def report(self, counted: Counter[str], again: Counter[str]) -> int:
        """Prints and writes all figures; returns the exit status."""
        table = Printed("what", "figure")
        for name, figure in self.figures.items():
            table.add_row(name, str(figure))
        for name in BAD:
            table.add_row(name, str(counted[name]), style="red" if counted[name] else "green")
        console.print(table)
        found = trends(self.samples) if len(self.samples) > 1 else {}
        grown = [name for name, trend in found.items() if trend.grows]
        table = Printed("what", "first five minutes", "last five minutes", "slope, an hour")
        for name, trend in found.items():
            table.add_row(name, *map(str, trend), style="red" if trend.grows else None)
        if found:
            console.print(table)
        if self.arguments.json:
            report = {
                "arguments": vars(self.arguments), "figures": self.figures, "counted": counted, "grown": grown,
                "trends": {name: trend._asdict() for name, trend in found.items()}, "samples": self.samples,
            }  # fmt: skip
            self.arguments.json.write_text(json.dumps(report, indent=1, default=str))
        bad = {
            "soak": bool(grown), "roll": any(again.values()),
            "failover": self.split_brains, "patroni": self.split_brains,
        }  # fmt: skip
        return int(any(counted[name] for name in BAD) or bool(bad.get(self.arguments.action)))


def acknowledges(former: Server) -> bool:
    """Starts a former primary and writes to it; returns whether the write is acknowledged."""
    former.start(wait=False)
    until = time.monotonic() + 30
    while not former.answers() and time.monotonic() < until:
        time.sleep(0.2)
    answered = threading.Event()

    def write() -> None:
        try:
            former.execute("CREATE TABLE split_brain (x int)")
        except psycopg.Error:
            return
        answered.set()

    threading.Thread(target=write, daemon=True).start()
    return answered.wait(SPLIT_SECONDS)


if __name__ == "__main__":
    sys.exit(main())
