"""`python -m tests.chaos.failover --times 3`: kills the primary of a deployment under load and promotes its standby.

Each time: a primary and a synchronous standby on ports of their own, all nodes on top, players at several tables. The
primary is killed with all its processes; the standby is promoted (`pg_ctl promote`); PgBouncer follows. Afterwards the
former primary is started again, as if its machine came back, and must acknowledge no write. Exits with 1 if an
acknowledged move was lost or doubled, or if the former primary acknowledged a write.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import threading
import time
from pathlib import Path

import psycopg
from rich.console import Console
from rich.table import Table as Printed

from tests.chaos.clusters import Server, with_standby
from tests.chaos.deployment import Deployment, Load
from tests.chaos.faults import Fault, recoveries
from tests.chaos.verdict import COUNTED

DETECT_SECONDS = 2.0  # what an operator's watchdog takes to be sure
SPLIT_SECONDS = 4.0  # how long a write to the former primary is given to be acknowledged
console = Console()


def main() -> int:
    """Runs the failovers; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.failover", description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=12, help="of load before and after")
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--asynchronous", action="store_true", help="a fault to be found: commits wait for no standby")
    arguments = parser.parse_args()
    table, bad = Printed("run", "moves", "bad", "first move after, s", "sent again", "split brain"), 0
    for number in range(arguments.times):
        bad += failover(arguments, number, table)
    console.print(table)
    return int(bad > 0)


def failover(arguments: argparse.Namespace, number: int, table: Printed) -> bool:
    """Runs one failover and adds its row; returns whether something was wrong."""
    folder = Path(tempfile.mkdtemp(prefix="comptoir-failover-"))
    folder.chmod(0o755)
    primary, standby = Server(folder / "a"), Server(folder / "b")
    deployment = None
    try:
        primary.make()
        primary.start()
        with_standby(primary, standby)
        if arguments.asynchronous:
            primary.execute("ALTER SYSTEM RESET synchronous_standby_names")
            primary.execute("SELECT pg_reload_conf()")
        urls = f"postgresql://postgres@{primary.address},{standby.address}/postgres"
        deployment = Deployment({"PROD_POSTGRES_URL": urls})
        deployment.start()
        load = Load(deployment.port, arguments.tables, 1, arguments.seed + 100 * number)
        load.start()
        time.sleep(arguments.seconds)
        primary.kill()
        began = time.monotonic()
        time.sleep(DETECT_SECONDS)
        standby.promote()
        until = began + 60
        while not any(invoked > began for invoked, _ in load.moves) and time.monotonic() < until:
            time.sleep(0.2)
        time.sleep(arguments.seconds)
        split = acknowledges(primary)
        again = dict(load.sent_again())
        counted = load.finish(f"http://127.0.0.1:{deployment.port}")
        [recovered] = recoveries([Fault("primary", began)], load.moves)["primary"]
        wrong = {name: counted[name] for name in COUNTED if counted[name]}
        cells = (str(number + 1), str(len(load.moves)), str(wrong or "-"), f"{recovered:.1f}", str(again), split)
        table.add_row(*cells)
        console.print(" | ".join(cells), markup=False)
        return bool(wrong) or split != "refused"
    finally:
        if deployment is not None:
            deployment.stop()
            shutil.rmtree(deployment.folder, ignore_errors=True)
        for server in (primary, standby):
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)


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
