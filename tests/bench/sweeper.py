"""The sweeper's round beside 10,000 matches with deadlines.

    python -m tests.bench.sweeper [--against OLD] [--rounds 50] [--explain]

OLD is a directory, such as a git worktree of an earlier commit; rounds of both alternate in one run, each on a
PostgreSQL of its own. Two cases: nothing is due, and fifty deadlines are over. `--explain` prints the plan of each
statement that took longer than a millisecond with nothing due.

The database: 10,000 running matches whose deadlines lie within three days, 20,000 that are over, 100,000 notices, and
50 matches with their whole logs, whose deadlines pass in the second case.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
MATCHES, OVER, DUE, NOTICES = 10_000, 20_000, 50, 100_000
NEXT_MS, SPREAD_MS = 55 * 60_000, 3 * 86_400_000
SHORT, LONG = 60, 86_400  # seconds for a move
CASES = ("nothing due", "50 due")
SLICE, SLOW_MS = 5, 1.0


class Rounds:
    """The database, and rounds of the sweeper on it; runs in a process of its own, with the code of its checkout."""

    def __init__(self, hands: Any) -> None:
        self.hands, self.statements = hands, dict[str, tuple[float, Any]]()
        self.due = [_duel(SHORT) for _ in range(DUE)]
        _crowd(_duel(LONG), hands.now_ms)

    def run(self, case: str, rounds: int) -> list[float]:
        """Milliseconds of that many rounds."""
        from django.db import connection

        from events.sweeper import sweep

        self.statements.clear()
        times, expected = [], 0 if case == CASES[0] else DUE
        for _ in range(rounds):
            if expected:
                self._let_time_pass()
            started = time.perf_counter()
            with connection.execute_wrapper(self._timed):
                handled = sweep()
            times.append((time.perf_counter() - started) * 1000)
            assert handled == expected, f"expected {expected} acts of the clock, got {handled}"
        return times

    def _let_time_pass(self) -> None:
        """Lets the deadlines of the fifty matches pass; another one takes the place of each that is over."""
        from tests.events.tables import fresh

        self.due = [match if fresh(match).status == "running" else _duel(SHORT) for match in self.due]
        self.hands.now_ms += 1000 * SHORT

    def _timed(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        started = time.perf_counter()
        result = execute(sql, params, many, context)
        taken = (time.perf_counter() - started) * 1000
        if taken > self.statements.get(sql, (0.0, None))[0]:
            self.statements[sql] = taken, params
        return result

    def plans(self) -> str:
        """The plans of the statements that took long in the last rounds."""
        from django.db import connection

        lines = []
        with connection.cursor() as cursor:
            for sql, (taken, params) in sorted(self.statements.items(), key=lambda each: -each[1][0]):
                if taken > SLOW_MS and sql.startswith(("SELECT", "DELETE")):
                    cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS) {sql}", params)
                    lines += [f"--- {taken:.1f} ms at most: {sql}", *(line for (line,) in cursor.fetchall())]
        return "\n".join(lines)


def _duel(per_move: int) -> Any:
    from events.matches.lobby.seats import seat_take
    from events.matches.lobby.services import MatchRequest, SeatRequest, match_create
    from tests.events.tables import player

    people, seats = [player("Sweeper") for _ in range(2)], [SeatRequest("me"), SeatRequest("open")]
    match = match_create(
        player=people[0], request=MatchRequest("monopoly_deal", {}, seats, clock={"per_move": per_move})
    )
    seat_take(match_id=match.pk, player=people[1], number=1, nonce=None)
    return match


def _crowd(first: Any, now_ms: int) -> None:
    """Copies a match many times, without its log: nothing of it is due."""
    from django.db import connection

    from events.models import Match, Notice, Pending, Player, Seat

    running, over = (1, MATCHES), (MATCHES, MATCHES + OVER)
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        cursor.execute("SET session_replication_role = replica")  # no triggers: nobody has to be woken
        for seat, person in enumerate(Player.objects.filter(seats__match=first).order_by("seats__number")):
            own = {"id": f"md5('{seat} ' || n)::uuid", "name": f"'{seat} ' || n", "name_key": f"'{seat} ' || n"}
            _copy(cursor, Player, "id", person, running, own)
        own = {"player_id": f"md5(number || ' ' || mod(n - 1, {MATCHES - 1}) + 1)::uuid"}
        for numbers in (running, over):
            state = {"status": "'finished'", "is_counted": "true"} if numbers == over else {}
            _copy(cursor, Match, "id", first, numbers, state)
            _copy(cursor, Seat, "match_id", first, numbers, own)
        deadline = f"{now_ms + NEXT_MS} + n::bigint * {SPREAD_MS // MATCHES}"
        _copy(cursor, Pending, "match_id", first, running, {"deadline_ms": deadline})
        own = {"player_id": "md5((data ->> 'seat') || ' ' || n)::uuid"}
        for turn in range(NOTICES // MATCHES // 2):
            _copy(
                cursor, Notice, "match_id", first, running, {**own, "number": f"{turn + 2}"}, "kind = 'match_started'"
            )
        cursor.execute("SET session_replication_role = origin")
        cursor.execute("VACUUM ANALYZE")


def _copy(
    cursor: Any,
    model: Any,
    match: str,
    first: Any,
    numbers: tuple[int, int],
    other: dict[str, str],
    limit: str = "true",
) -> None:
    """Copies the rows of a match for others. other: what differs, by column."""
    changes = {match: "md5('match ' || n)::uuid", **other}
    columns = [field.column for field in model._meta.concrete_fields if field.column != "id" or match == "id"]
    values, table = ", ".join(changes.get(column, column) for column in columns), model._meta.db_table
    start, stop = numbers
    cursor.execute(
        f"INSERT INTO {table} ({', '.join(columns)}) SELECT {values} FROM {table}, generate_series(%s, %s) AS n "
        f"WHERE {match} = %s AND {limit}",
        [start, stop - 1, first.pk],
    )


def serve() -> None:
    """Measures what its parent asks for, line by line."""
    sys.path[0] = os.getcwd()  # the code of the checkout, not the folder of this file
    os.environ["DJANGO_SETTINGS_MODULE"] = "project.settings"
    os.environ["CELERY_BROKER_URL"] = "memory://"
    from tests.soak.http import database

    with database():
        from django.db import connections

        from tests.events.tables import standing_clock

        with standing_clock() as hands:
            rounds = Rounds(hands)
            rounds.run(CASES[0], SLICE)  # reminders of what is near, plans, caches
            print("ready", flush=True)
            for line in sys.stdin:
                case = json.loads(line)
                print(json.dumps(rounds.plans() if case is None else rounds.run(case, SLICE)), flush=True)
        connections.close_all()


class Variant:
    """A checkout and the process that measures it."""

    def __init__(self, name: str, root: Path) -> None:
        self.name = name
        self.times: dict[str, list[float]] = {case: [] for case in CASES}
        environment = {**os.environ, "PYTHONPATH": str(root)}
        self._process = subprocess.Popen(
            [sys.executable, Path(__file__).resolve(), "--serve"], cwd=root, env=environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        self._read()

    def _read(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self.name} ended")
        return line

    def ask(self, case: str | None) -> Any:
        """Sends a request, and returns its answer."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(case) + "\n")
        self._process.stdin.flush()
        return json.loads(self._read())

    def stop(self) -> None:
        """Ends the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(60)


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", type=Path)
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--explain", action="store_true")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        return serve()
    roots = {"now": ROOT} | ({"before": arguments.against.resolve()} if arguments.against else {})
    variants = [Variant(name, root) for name, root in roots.items()]
    try:
        for _ in range(arguments.rounds // SLICE):
            for case in CASES:
                for variant in variants:
                    variant.times[case] += variant.ask(case)
        for variant in variants:
            for case, times in variant.times.items():
                p90 = quantiles(times, n=10, method="inclusive")[8]
                print(f"{variant.name}, {case}: {len(times)} rounds, median {median(times):.0f} ms, "
                      f"p90 {p90:.0f} ms, worst {max(times):.0f} ms")  # fmt: skip
        print(f"load {os.getloadavg()[0]:.1f}")
        if arguments.explain:
            for variant in variants:
                variant.ask(CASES[0])
                print(variant.ask(None))
    finally:
        for variant in variants:
            variant.stop()
    return None


if __name__ == "__main__":
    main()
