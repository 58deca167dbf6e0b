"""`python -m tests.chaos`: starts the stack, loads it, breaks it, and says what came of it."""

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
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table as Printed

from tests.chaos.clients import ALONE, AMONG_BOTS, RIVALS, Caller, Client, Kind, Table
from tests.chaos.faults import Faults, recoveries
from tests.chaos.proxy import DroppingProxy
from tests.chaos.verdict import COUNTED, verdict
from tests.stack import Stack

MUTANTS = ("no_lock", "no_key", "async_commit", "early_answer")
HEALED_SECONDS, ENDED_SECONDS = 60, 240
MUTANT_ENDED_SECONDS = 30  # its matches may well never end, and by that alone it is not caught
BAD = (*COUNTED, "unexpected_answers", "clients_stuck", "not_healed")
SLOW = ("unfinished", "clients_stuck")

console = Console()


def main() -> int:
    """Runs the harness; 0 if nothing was lost, doubled or broken. A mutant that is caught so ends with 1."""
    wanted = _arguments()
    return _all_mutants(wanted) if wanted.mutant == "all" else Chaos(wanted).run()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="the load's time; reading the logs comes on top")
    parser.add_argument("--faults", type=int, default=0, help="with --moves: stop as soon as both are reached")
    parser.add_argument("--moves", type=int, default=0)
    parser.add_argument("--every", type=float, default=10.0, help="seconds between two faults, on average; 0: none")
    parser.add_argument("--tables", type=int, default=4, help="tables of which one client holds all seats")
    parser.add_argument("--rivals", type=int, default=1, help="tables at which two clients race for every move")
    parser.add_argument("--bots", type=int, default=2, help="tables of one client and four bots")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1_000_000))
    parser.add_argument(
        "--mutant", default="", choices=("", "all", *MUTANTS), help="break the server; `all`: each once"
    )
    return parser.parse_args()


def _all_mutants(wanted: argparse.Namespace) -> int:
    """The sound server, which has to pass, then each mutant, which has to be caught, all in the same way."""
    options = ["--minutes", wanted.minutes, "--every", wanted.every, "--seed", wanted.seed]
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
    """One run."""

    def __init__(self, wanted: argparse.Namespace) -> None:
        self.wanted = wanted
        self.clocks = Path(tempfile.mkdtemp(prefix="comptoir-clocks-"))
        self.stack = Stack(
            "tests.chaos.settings", {"COMPTOIR_MUTANT": wanted.mutant, "COMPTOIR_CHAOS_CLOCKS": str(self.clocks)}
        )
        self.stop, self.halt, self.stuck = threading.Event(), threading.Event(), 0
        self.clients: list[Client] = []
        self.tables: list[Table] = []

    def run(self) -> int:
        wanted = self.wanted
        console.print(f"seed {wanted.seed}, at most {wanted.minutes:g} minutes, mutant {wanted.mutant or '-'}")
        try:
            self.stack.start()
            self.proxy = DroppingProxy(self.stack.port, wanted.seed)
            self.faults = Faults(self.stack, self.proxy, self.clocks, wanted.seed)
            if wanted.mutant == "async_commit":
                self._write_late()
            self._sit_down()
            began = time.monotonic()
            with Progress(
                SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
                TimeElapsedColumn(), console=console,
            ) as progress:  # fmt: skip
                self._load(progress)
                pace = self.moves / (time.monotonic() - began)
                healed = self._heal(progress)
                counted = self._read(progress)
            counted["not_healed"] = int(not healed)
            return self._report(counted, pace)
        finally:
            self.stack.stop()
            shutil.rmtree(self.clocks, ignore_errors=True)

    def _write_late(self) -> None:
        """Has the cluster keep what is not waited for in memory for long, as a busier machine would."""
        import psycopg

        with psycopg.connect(self.stack.database("postgres"), autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET wal_writer_delay = '10s'")
            connection.execute("SELECT pg_reload_conf()")

    def _sit_down(self) -> None:
        wanted = self.wanted
        kinds: list[Kind] = [*[ALONE] * wanted.tables, *[RIVALS] * wanted.rivals, *[AMONG_BOTS] * wanted.bots]
        for number, kind in enumerate(kinds):
            seeds = [wanted.seed + 10 * number + client for client in range(kind.clients)]
            callers = [Caller(self.proxy.port, seed, self.halt) for seed in seeds]
            table = Table(kind, callers[0], self.stop)
            self.tables.append(table)
            self.clients += [Client(table, caller) for caller in callers]
        for client in self.clients:
            client.start()

    @property
    def moves(self) -> int:
        return sum(len(played.acknowledged) for table in self.tables for played in table.played)

    def _load(self, progress: Progress) -> None:
        wanted, chance = self.wanted, random.Random(self.wanted.seed)
        task = progress.add_task("playing", total=round(wanted.minutes * 60))
        begin, kind = time.monotonic(), "-"
        until, due = begin + wanted.minutes * 60, begin + (wanted.every or wanted.minutes * 60)
        while (now := time.monotonic()) < until and not self._is_enough():
            if now >= due and wanted.every:
                due = now + wanted.every * chance.uniform(0.5, 1.5)
                kind = self.faults.one()
            time.sleep(0.5)
            said = f"{len(self.faults.done)} faults, last {kind}; {self.moves} moves"
            progress.update(task, description=said, completed=round(time.monotonic() - begin))

    def _is_enough(self) -> bool:
        wanted = self.wanted
        return 0 < wanted.moves <= self.moves and wanted.faults <= len(self.faults.done)

    def _heal(self, progress: Progress) -> bool:
        """Every match is to end; says whether the stack answers again."""
        task = progress.add_task("every match is to end", total=len(self.clients))
        self.stop.set()
        healed = self.stack.answers_within(HEALED_SECONDS)
        until = time.monotonic() + (MUTANT_ENDED_SECONDS if self.wanted.mutant else ENDED_SECONDS)
        for client in self.clients:
            client.join(max(0.0, until - time.monotonic()))
            progress.advance(task)
        self.stuck = sum(client.is_alive() for client in self.clients)
        self.halt.set()  # what is played while a log is read would seem lost
        for client in self.clients:
            client.join()
        return healed

    def _read(self, progress: Progress) -> Counter[str]:
        matches = [played for table in self.tables for played in table.played]
        task = progress.add_task("reading every log", total=len(matches))
        return verdict(self.stack.address, matches, lambda: progress.advance(task))

    def _report(self, counted: Counter[str], pace: float) -> int:
        callers = [client.caller for client in self.clients]
        counted["unexpected_answers"] = sum(caller.unexpected for caller in callers)
        counted["clients_stuck"] = self.stuck
        kinds = Counter(done.kind for done in self.faults.done)
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
        failed = any(counted[name] for name in BAD if not (self.wanted.mutant and name in SLOW))
        if failed:
            kept = Path(tempfile.mkdtemp(prefix="comptoir-chaos-")) / "up.log"
            shutil.copy(self.stack.folder / "up.log", kept)
            console.print(f"what the stack said is kept in {kept}")
        return int(failed)

    def _recoveries(self) -> dict[str, float]:
        matches = [played for table in self.tables for played in table.played]
        moves = [(one.invoked, one.returned) for played in matches for one in played.acknowledged]
        return {kind: round(seconds, 1) for kind, seconds in sorted(recoveries(self.faults.done, moves).items())}


if __name__ == "__main__":
    sys.exit(main())
