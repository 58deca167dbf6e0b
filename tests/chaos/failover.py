"""`python -m tests.chaos.failover --times 20`: kills the primary of a deployment under load and promotes its standby.

A primary and a synchronous standby on ports of their own, all nodes on top, players at several tables. Each time: the
primary is killed with all its processes; the standby is promoted (`pg_ctl promote`); PgBouncer follows. The former
primary is started again, as if its machine came back, and must acknowledge no write. Then `pg_rewind` makes it the
standby, so that the next kill is of the other server. Exits with 1 if an acknowledged move was lost or doubled, or if a
former primary acknowledged a write. The broker is that of PROD_BROKER_URL.
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
from pathlib import Path
from statistics import median
from typing import NamedTuple

import psycopg
from rich.console import Console

from tests.chaos.clusters import Server, synchronous, with_standby
from tests.chaos.deployment import Deployment, Load
from tests.chaos.faults import Fault, recoveries
from tests.chaos.verdict import COUNTED

DETECT_SECONDS = 2.0  # what an operator's watchdog takes to be sure
SPLIT_SECONDS = 4.0  # how long a write to the former primary is given to be acknowledged
BACK_SECONDS = 120.0
console = Console(width=140)


class Failover(NamedTuple):
    """One kill. recovered: seconds to the first move; standby: seconds until there is a synchronous standby again."""

    at: float
    recovered: float
    standby: float
    split: str
    load: float


def main() -> int:
    """Runs the failovers; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.failover", description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=8, help="of load before each kill")
    parser.add_argument("--minutes", type=float, default=600, help="begin no failover after that time")
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--bots", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--asynchronous", action="store_true", help="a fault to be found: commits wait for no standby")
    arguments = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="comptoir-failover-"))
    folder.chmod(0o755)
    servers = [Server(folder / "a"), Server(folder / "b")]
    deployment = Deployment(
        {"PROD_POSTGRES_URL": f"postgresql://postgres@{servers[0].address},{servers[1].address}/postgres"}
    )
    try:
        servers[0].make()
        servers[0].start()
        with_standby(*servers)
        deployment.start()
        return run(arguments, deployment, servers)
    finally:
        deployment.stop()
        for server in servers:
            server.stop()
        for used in (deployment.folder, folder):
            shutil.rmtree(used, ignore_errors=True)


def run(arguments: argparse.Namespace, deployment: Deployment, servers: list[Server]) -> int:
    """Kills one server after the other under load; prints and records what came of it."""
    load = Load(deployment.port, arguments.tables, arguments.bots, arguments.seed)
    load.start()
    done, until = list[Failover](), time.monotonic() + 60 * arguments.minutes
    for number in range(arguments.times):
        if time.monotonic() > until:
            break
        primary, standby = servers if number % 2 == 0 else reversed(servers)
        if arguments.asynchronous:
            primary.execute("ALTER SYSTEM RESET synchronous_standby_names")
            primary.execute("SELECT pg_reload_conf()")
        time.sleep(arguments.seconds)
        done.append(failover(primary, standby, load))
        print(number + 1, *(f"{name} {value}" for name, value in done[-1]._asdict().items()), flush=True)
    time.sleep(arguments.seconds)
    again = dict(load.sent_again())
    counted = load.finish(f"http://127.0.0.1:{deployment.port}")
    wrong = {name: counted[name] for name in (*COUNTED, "unexpected_answers") if counted[name]}
    split = sum(each.split != "refused" for each in done)
    report = {
        "broker": os.environ.get("PROD_BROKER_URL", "RabbitMQ"), "failovers": len(done), "moves": len(load.moves),
        "wrong": wrong, "split brains": split, "sent again": again,
        "first move, s": spread([each.recovered for each in done]),
        "standby again, s": spread([each.standby for each in done]), "load": spread([each.load for each in done]),
    }  # fmt: skip
    for name, figure in report.items():
        console.print(f"{name}: {figure}", markup=False)
    if arguments.json:
        arguments.json.write_text(json.dumps(report, indent=1))
    return int(bool(wrong) or split > 0)


def spread(figures: list[float]) -> str:
    """The median and the worst."""
    return f"median {median(figures):.1f}, worst {max(figures):.1f}"


def failover(primary: Server, standby: Server, load: Load) -> Failover:
    """Kills the primary, promotes the standby, and makes the former primary the next standby."""
    primary.kill()
    at = time.monotonic()
    time.sleep(DETECT_SECONDS)
    standby.promote()
    while not any(invoked > at for invoked, _ in load.moves) and time.monotonic() < at + BACK_SECONDS:
        time.sleep(0.2)
    [recovered] = recoveries([Fault("primary", at)], load.moves)["primary"]
    split = acknowledges(primary)
    primary.stop()
    primary.rewind(standby)
    primary.start()
    synchronous(standby)
    return Failover(round(at, 1), round(recovered, 1), round(time.monotonic() - at, 1), split, os.getloadavg()[0])


def acknowledges(former: Server) -> str:
    """Starts the former primary and writes to it; returns `refused` if the write is not acknowledged."""
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
    return "acknowledged" if answered.wait(SPLIT_SECONDS) else "refused"


if __name__ == "__main__":
    sys.exit(main())
