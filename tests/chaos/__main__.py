"""`python -m tests.chaos`: loads the stack while injecting faults, and reports what was lost or doubled."""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import psycopg
from rich.console import Console
from rich.table import Table as Printed

from tests.chaos import afterwards
from tests.chaos.afterwards import Afterwards
from tests.chaos.clients import ALONE, AMONG_BOTS, RIVALS
from tests.chaos.faults import Faults, recoveries
from tests.chaos.load import BAD, END_SECONDS, Load
from tests.chaos.proxy import DroppingProxy
from tests.stack import Stack

MUTANTS = ("no_lock", "no_key", "async_commit", "early_answer")
HEALED_SECONDS = 60
MUTANT_ENDED_SECONDS = 30.0  # a mutant's matches may never end, which alone does not count as detection
COUNTS = ("matches", "rows", "acknowledged", "sealed", "bot_moves", "posts", "posts_repeated")
WRONG = (*BAD, "not_healed", *afterwards.COUNTED)
SLOW = ("unfinished", "clients_stuck")

console = Console()


def main() -> int:
    """Runs the harness; returns 0 if nothing was lost, doubled or broken. A detected mutant therefore gives 1."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="the time of the load, without reading the logs")
    parser.add_argument("--every", type=float, default=10.0, help="seconds between two faults, on average; 0: none")
    parser.add_argument(
        "--only", default="", help="the beginning of the names of faults, such as `kill`; all others are left out"
    )
    parser.add_argument("--tables", type=int, default=4, help="tables of which one client holds all seats")
    parser.add_argument("--rivals", type=int, default=1, help="tables at which two clients race for every move")
    parser.add_argument("--bots", type=int, default=2, help="tables of one client and four bots")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1_000_000))
    parser.add_argument(
        "--mutant", default="", choices=("", "all", *MUTANTS), help="the fault of the server; `all`: each once"
    )
    arguments = parser.parse_args()
    return _all_mutants(arguments) if arguments.mutant == "all" else _chaos(arguments)


def _all_mutants(arguments: argparse.Namespace) -> int:
    """Runs the correct server, which must pass, then each mutant, which the harness must detect."""
    options = ["--minutes", arguments.minutes, "--every", arguments.every, "--seed", arguments.seed]
    wrong = []
    for mutant in ("", *MUTANTS):
        command = [sys.executable, "-m", "tests.chaos", *map(str, options), *(["--mutant", mutant] if mutant else [])]
        if subprocess.run(command).returncode != bool(mutant):
            wrong.append(mutant or "the correct server")
    console.print(f"wrong verdicts: {', '.join(wrong) or 'none'}")
    return int(bool(wrong))


def _chaos(arguments: argparse.Namespace) -> int:
    """Runs the harness once."""
    console.print(f"seed {arguments.seed}, {arguments.minutes:g} minutes, mutant {arguments.mutant or '-'}")
    clocks = Path(tempfile.mkdtemp(prefix="comptoir-clocks-"))
    after = Afterwards()
    environment = {"COMPTOIR_MUTANT": arguments.mutant, "COMPTOIR_CHAOS_CLOCKS": str(clocks), **after.environment}
    stack = Stack("tests.chaos.settings", environment)
    try:
        stack.start()
        proxy = DroppingProxy(stack.port, arguments.seed)
        faults = Faults(stack, proxy, clocks, arguments.seed, arguments.only)
        if arguments.mutant == "async_commit":
            _write_late(stack)
        kinds = [*[ALONE] * arguments.tables, *[RIVALS] * arguments.rivals, *[AMONG_BOTS] * arguments.bots]
        load = Load(proxy.port, kinds, arguments.seed)
        for table in load.tables:
            after.follow(table.caller, table.tokens[0])
        load.start()
        _inject(faults, arguments)
        speed = load.speed()
        healed = stack.answers_within(HEALED_SECONDS)
        after.rebuild(stack)  # while matches end, so that some rows may change
        counted = load.finish(stack.address, MUTANT_ENDED_SECONDS if arguments.mutant else END_SECONDS)
        counted["not_healed"] = int(not healed)
        counted.update(after.verdict(stack))
        _report(load, faults, proxy, counted, speed)
        failed = any(counted[name] for name in WRONG if not (arguments.mutant and name in SLOW))
        if failed:
            log_copy = Path(tempfile.mkdtemp(prefix="comptoir-chaos-")) / "up.log"
            shutil.copy(stack.folder / "up.log", log_copy)
            console.print(f"the log of the stack is in {log_copy}")
        return int(failed)
    finally:
        stack.stop()
        after.close()
        shutil.rmtree(clocks, ignore_errors=True)


def _write_late(stack: Stack) -> None:
    """Delays asynchronous commits, as on a busy machine."""
    with psycopg.connect(stack.database("postgres"), autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET wal_writer_delay = '10s'")
        connection.execute("SELECT pg_reload_conf()")


def _inject(faults: Faults, arguments: argparse.Namespace) -> None:
    """Injects faults until the deadline."""
    chance, until = random.Random(arguments.seed), time.monotonic() + arguments.minutes * 60
    next_fault_at = time.monotonic() + arguments.every if arguments.every else until
    while (now := time.monotonic()) < until:
        if now >= next_fault_at:
            next_fault_at = now + arguments.every * chance.uniform(0.5, 1.5)
            faults.one()
        time.sleep(0.5)


def _report(load: Load, faults: Faults, proxy: DroppingProxy, counted: Counter[str], speed: dict[str, object]) -> None:
    kinds = Counter(fault.kind for fault in faults.injected)
    worst = {kind: round(max(times), 1) for kind, times in sorted(recoveries(faults.injected, load.moves).items())}
    figures = {
        **{name: counted[name] for name in COUNTS},
        **speed,
        "sent again": load.sent_again().total(),
        "answers dropped": proxy.dropped,
        "faults": f"{kinds.total()} {dict(sorted(kinds.items()))}",
        "first move after it, at worst, s": worst,
    }
    table = Printed("what", "count")
    for name, figure in figures.items():
        table.add_row(name, str(figure))
    for name in WRONG:
        table.add_row(name, str(counted[name]), style="red" if counted[name] else "green")
    console.print(table)
    for client in load.clients:
        for line in client.caller.samples[:3]:
            console.print(line, markup=False, highlight=False)


if __name__ == "__main__":
    sys.exit(main())
