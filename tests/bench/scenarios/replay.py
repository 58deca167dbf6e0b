"""A long log folded by a new process, compared with the `eventsourcing` library on the same PostgreSQL.

Both read all events and fold them; this project also checks the hash chain. The library's events are those of a similar
game, in its own format. CPU is that of the folding process, without PostgreSQL's.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import psycopg

from project.embedded.postgres import DATABASE, OWNER, Cluster
from tests.bench import peers
from tests.bench.records import LESS, ROOT, Cell, Column, Record, Rounds, Sheet, add, commit
from tests.bench.scenarios import Options
from tests.bench.variants import NEW, OLD

WORKER = ROOT / "tests" / "bench" / "replay_worker.py"
EVENTS = 10_000
GAMES = ("great_dalmuti",)
PEER = "eventsourcing"


class Worker:
    """A process that has stored a log, and folds it on request."""

    def __init__(self, command: list[str | Path], root: Path, environment: Mapping[str, str]) -> None:
        environment = {**os.environ, **environment, "PYTHONPATH": str(root)}
        self.process = subprocess.Popen(
            command, cwd=root, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def line(self) -> dict[str, Any]:
        """Returns the next line of its output."""
        assert self.process.stdout
        value: dict[str, Any] = json.loads(self.process.stdout.readline())
        return value

    def measure(self) -> dict[str, float]:
        """Folds once; returns milliseconds and the number of events."""
        assert self.process.stdin
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return self.line()

    def stop(self) -> None:
        """Ends the process."""
        self.process.terminate()
        self.process.wait()


def folding(game: str, moves: int, root: Path, environment: Mapping[str, str]) -> Worker:
    """Returns a process of a checkout that has stored a match with that many moves."""
    return Worker([sys.executable, "-P", WORKER, game, str(moves)], root, environment)


def measure(options: Options) -> Record:
    """Measures both checkouts and the library in turn."""
    rows, rounds = defaultdict[str, dict[str, Cell]](dict), Rounds(options.rounds)
    with database(options) as address, ExitStack() as stack:
        roots = {OLD: options.against, NEW: ROOT}
        workers: dict[str, dict[str, Worker]] = defaultdict(dict)
        peer = Worker(
            [peers.python("eventsourcing[postgres]==9.5.6"), peers.HERE / "eventsourced.py", str(EVENTS)], ROOT, address
        )
        stack.callback(peer.stop)
        for game in options.games or GAMES:
            for name, root in roots.items():
                if root is not None:
                    workers[game][name] = folding(game, EVENTS, root, address)
                    stack.callback(workers[game][name].stop)
                    workers[game][name].line()  # the description of the stored match
        for round_ in rounds:
            for game, variants in workers.items():
                options.say(f"round {round_ + 1} of {options.rounds}: {game}")
                for name, worker in {PEER: peer, **variants}.items():
                    for figure, value in worker.measure().items():
                        add(rows[game], f"{name} {figure}", value)
    columns = [Column("events", f"{NEW} rows"), Column("CPU, ms", f"{NEW} cpu"), Column(f"{PEER}, ms", f"{PEER} cpu")]
    columns += [Column(f"× {PEER}", f"{NEW} cpu", f"{PEER} cpu", LESS), Column("goal", "goal")]
    columns += [Column("before, ms", f"{OLD} cpu")] if options.against else []
    columns += [Column("now / before", f"{NEW} cpu", f"{OLD} cpu")] if options.against else []
    columns += [Column("time, ms", f"{NEW} wall"), Column(f"time of {PEER}, ms", f"{PEER} wall")]
    for row in rows.values():
        row["goal"] = "1"
    against = commit(options.against) if options.against else ""
    return Record(rounds.run(against), [Sheet("cold", "log of", tuple(columns), dict(rows))])


@contextmanager
def database(options: Options) -> Iterator[dict[str, str]]:
    """Starts a PostgreSQL with this project's tables; yields the environment variables to reach it."""
    options.say("starting PostgreSQL")
    with tempfile.TemporaryDirectory(prefix="comptoir-bench-") as folder:
        cluster = Cluster(Path(folder) / "postgres")
        cluster.start()
        try:
            with psycopg.connect(cluster.url(OWNER, "postgres"), autocommit=True) as connection:
                connection.execute(f"CREATE DATABASE {DATABASE}")
            environment = {"DATABASE_URL": cluster.url(OWNER)}
            migrate = [sys.executable, "manage.py", "migrate", "-v0"]
            subprocess.run(migrate, cwd=ROOT, env={**os.environ, **environment}, check=True)
            yield environment
        finally:
            cluster.stop()
