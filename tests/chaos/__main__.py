"""`python -m tests.chaos`: loads the stack while injecting faults, and reports what was lost or doubled."""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.table import Table as Printed

from tests.chaos.clients import ALONE, AMONG_BOTS, RIVALS, Client, Insistent, Kind, Table
from tests.chaos.faults import Faults, recoveries
from tests.chaos.proxy import DroppingProxy
from tests.chaos.verdict import COUNTED, verdict
from tests.stack import Stack

MUTANTS = ("no_lock", "no_key", "async_commit", "early_answer")
HEALED_SECONDS, ENDED_SECONDS = 60, 240
MUTANT_ENDED_SECONDS = 30  # its matches may never end, which alone does not count as detection
BAD = (*COUNTED, "unexpected_answers", "clients_stuck", "not_healed")
SLOW = ("unfinished", "clients_stuck")

console = Console()


def main() -> int:
    """Runs the harness; returns 0 if nothing was lost, doubled or broken, and so 1 for a detected mutant."""
    arguments = _arguments()
    return _all_mutants(arguments) if arguments.mutant == "all" else Chaos(arguments).run()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="the time of the load, without reading the logs")
    parser.add_argument("--every", type=float, default=10.0, help="seconds between two faults, on average; 0: none")
    parser.add_argument("--tables", type=int, default=4, help="tables of which one client holds all seats")
    parser.add_argument("--rivals", type=int, default=1, help="tables at which two clients race for every move")
    parser.add_argument("--bots", type=int, default=2, help="tables of one client and four bots")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1_000_000))
    parser.add_argument(
        "--mutant", default="", choices=("", "all", *MUTANTS), help="the fault of the server; `all`: each once"
    )
    return parser.parse_args()


def _all_mutants(arguments: argparse.Namespace) -> int:
    """Runs the correct server, which must pass, then each mutant, which the harness must detect."""
    options = ["--minutes", arguments.minutes, "--every", arguments.every, "--seed", arguments.seed]
    ended = {}
    for mutant in ("", *MUTANTS):
        command = [sys.executable, "-m", "tests.chaos", *map(str, options), *(["--mutant", mutant] if mutant else [])]
        ended[mutant or "none"] = subprocess.run(command).returncode
    table = Printed("mutant", "exit status")
    for mutant, status in ended.items():
        table.add_row(mutant, str(status), style="green" if status == (mutant != "none") else "red")
    console.print(table)
    return int(any(status != (mutant != "none") for mutant, status in ended.items()))


class Chaos:
    """One run of the harness."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments = arguments
        self.clocks = Path(tempfile.mkdtemp(prefix="comptoir-clocks-"))
        self.stack = Stack(
            "tests.chaos.settings", {"COMPTOIR_MUTANT": arguments.mutant, "COMPTOIR_CHAOS_CLOCKS": str(self.clocks)}
        )
        self.stop, self.halt, self.stuck = threading.Event(), threading.Event(), 0
        self.clients: list[Client] = []
        self.tables: list[Table] = []

    def run(self) -> int:
        arguments = self.arguments
        console.print(f"seed {arguments.seed}, at most {arguments.minutes:g} minutes, mutant {arguments.mutant or '-'}")
        try:
            self.stack.start()
            self.proxy = DroppingProxy(self.stack.port, arguments.seed)
            self.faults = Faults(self.stack, self.proxy, self.clocks, arguments.seed)
            if arguments.mutant == "async_commit":
                self._write_late()
            self._sit_down()
            began = time.monotonic()
            self._load()
            pace = self.moves / (time.monotonic() - began)
            console.print(f"{len(self.faults.injected)} faults; {self.moves} moves; every match is to end")
            healed = self._heal()
            counted = verdict(self.stack.address, [played for table in self.tables for played in table.played])
            counted["not_healed"] = int(not healed)
            return self._report(counted, pace)
        finally:
            self.stack.stop()
            shutil.rmtree(self.clocks, ignore_errors=True)

    def _write_late(self) -> None:
        """Delays asynchronous commits, as a busier machine would."""
        import psycopg

        with psycopg.connect(self.stack.database("postgres"), autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET wal_writer_delay = '10s'")
            connection.execute("SELECT pg_reload_conf()")

    def _sit_down(self) -> None:
        arguments = self.arguments
        kinds: list[Kind] = [*[ALONE] * arguments.tables, *[RIVALS] * arguments.rivals, *[AMONG_BOTS] * arguments.bots]
        for number, kind in enumerate(kinds):
            seeds = [arguments.seed + 10 * number + client for client in range(kind.clients)]
            callers = [Insistent(self.proxy.port, seed, self.halt) for seed in seeds]
            table = Table(kind, callers[0], self.stop)
            self.tables.append(table)
            self.clients += [Client(table, caller) for caller in callers]
        for client in self.clients:
            client.start()

    @property
    def moves(self) -> int:
        return sum(len(played.acknowledged) for table in self.tables for played in table.played)

    def _load(self) -> None:
        arguments, chance = self.arguments, random.Random(self.arguments.seed)
        until = time.monotonic() + arguments.minutes * 60
        next_fault_at = time.monotonic() + arguments.every if arguments.every else until
        while (now := time.monotonic()) < until:
            if now >= next_fault_at:
                next_fault_at = now + arguments.every * chance.uniform(0.5, 1.5)
                self.faults.one()
            time.sleep(0.5)

    def _heal(self) -> bool:
        """Waits for all matches to end; returns whether the stack answers again."""
        self.stop.set()
        healed = self.stack.answers_within(HEALED_SECONDS)
        until = time.monotonic() + (MUTANT_ENDED_SECONDS if self.arguments.mutant else ENDED_SECONDS)
        for client in self.clients:
            client.join(max(0.0, until - time.monotonic()))
        self.stuck = sum(client.is_alive() for client in self.clients)
        self.halt.set()  # a move played while its log is read would seem lost
        for client in self.clients:
            client.join()
        return healed

    def _report(self, counted: Counter[str], pace: float) -> int:
        callers = [client.caller for client in self.clients]
        counted["unexpected_answers"] = sum(caller.unexpected for caller in callers)
        counted["clients_stuck"] = self.stuck
        kinds = Counter(fault.kind for fault in self.faults.injected)
        table = Printed("what", "count")
        for name in ("matches", "rows", "acknowledged"):
            table.add_row(name, str(counted[name]))
        table.add_row("a second, until it was time to end", f"{pace:.1f}")
        table.add_row("sealed answers, bots' moves", f"{counted['sealed']}, {counted['bot_moves']}")
        table.add_row("reads", str(sum(len(played.reads) for table in self.tables for played in table.played)))
        table.add_row("sent again, answers dropped", f"{sum(c.retries for c in callers)}, {self.proxy.dropped}")
        table.add_row("faults", f"{kinds.total()} {dict(sorted(kinds.items()))}")
        table.add_row("first move after it, at worst, s", str(self._recoveries()))
        for name in BAD:
            table.add_row(name, str(counted[name]), style="red" if counted[name] else "green")
        console.print(table)
        for caller in callers:
            for line in caller.samples[:3]:
                console.print(line, markup=False, highlight=False)
        failed = any(counted[name] for name in BAD if not (self.arguments.mutant and name in SLOW))
        if failed:
            log_copy = Path(tempfile.mkdtemp(prefix="comptoir-chaos-")) / "up.log"
            shutil.copy(self.stack.folder / "up.log", log_copy)
            console.print(f"the log of the stack is in {log_copy}")
        return int(failed)

    def _recoveries(self) -> dict[str, float]:
        matches = [played for table in self.tables for played in table.played]
        moves = [(one.invoked, one.returned) for played in matches for one in played.acknowledged]
        times = recoveries(self.faults.injected, moves)
        return {kind: round(max(seconds), 1) for kind, seconds in sorted(times.items())}


if __name__ == "__main__":
    sys.exit(main())
