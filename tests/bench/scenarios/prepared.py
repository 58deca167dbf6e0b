"""The server alone: requests of a minimal client, with limits and logs, and two lower bounds of the same run.

The lower bounds are one durable statement on one connection, and a constant response of REST framework with Django's
default middleware under the same server. Slices of both checkouts and of the lower bounds alternate.
"""

from __future__ import annotations

import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import NamedTuple

from tests.bench.bots_turn import bots_latency
from tests.bench.database import durable_statements
from tests.bench.moves import PreparedMove, Request, Seated, plain, prepared_moves
from tests.bench.records import LESS, MORE, ROOT, Cell, Column, Record, Rounds, Sheet, add, commit
from tests.bench.scenarios import Options
from tests.bench.scenarios.users import GAMES, INSTALLED
from tests.bench.variants import NEW, OLD, Slice, Variant, variants
from tests.stack import Stack, free_port, wait_for_port

CLIENTS = 8
BOTS_HANDS = 2
BEFORE_READS = 20
MOST_PER_SECOND = 900  # prepared moves for each client and second of a slice
READS = {"GET view": ("/view", False), "GET legal moves": ("/legal-moves", False), "304": ("/view", True)}
"""The path of each kind of read, and whether its state is known to the client."""
GOALS = {"POST move, one client": "12", "GET view": "2", "GET legal moves": "2", "304": "1.2"}
"""The goals of medians, by the beginning of their names, as multiples of the lower bound."""


class Figure(NamedTuple):
    """A figure of one round. floor: the lower bound for its ratio; better: `less` or `more`."""

    name: str
    value: float
    floor: str = ""
    better: str = LESS


def measure(options: Options) -> Record:
    """Measures all rounds of both checkouts and the lower bounds."""
    script, rounds = prepared_moves(int(MOST_PER_SECOND * options.seconds)), Rounds(options.rounds)
    latencies, rates = defaultdict[str, dict[str, Cell]](dict), defaultdict[str, dict[str, Cell]](dict)
    with variants(options, INSTALLED) as running, plain_server(running[-1].stack) as plain_port:
        for round_ in rounds:
            options.say(f"round {round_ + 1} of {options.rounds}: floors, moves, reads, bots")
            floors = _floors(running[-1], plain_port, options.seconds / 2)
            for variant in running:
                for figure in _figures(variant, options.seconds, script):
                    row = (latencies if figure.floor else rates)[figure.name]
                    add(row, variant.name, figure.value)
                    if variant.name == NEW and figure.floor:
                        add(row, "floor", floors[figure.floor])
    for name, row in latencies.items():
        goals = [goal for start, goal in GOALS.items() if name.startswith(start) and name.endswith("p50")]
        row["goal"] = goals[0] if goals and "after a move" not in name else ""
    plotted = "× floor"
    columns = [Column("before, ms", OLD)] if options.against else []
    columns += [Column("ms", NEW), Column(plotted, NEW, "floor", LESS), Column("goal", "goal")]
    columns += [Column("floor, ms", "floor")]
    sheets = [Sheet("latency", "request", tuple(columns), dict(latencies), plot=plotted)]
    columns = [*([Column("before", OLD)] if options.against else []), Column("now", NEW)]
    columns += [Column("now / before", NEW, OLD)] if options.against else []
    sheets.append(Sheet("rates", "figure", tuple(columns), dict(rates)))
    against = commit(options.against) if options.against else ""
    return Record(rounds.run(against, f"slices of {options.seconds:g} s, four seats of the Great Dalmuti"), sheets)


def _figures(variant: Variant, seconds: float, script: list[PreparedMove]) -> Iterator[Figure]:
    """Yields the figures of one round of a variant."""
    one, many = _moves(variant, 1, seconds, script), _moves(variant, CLIENTS, seconds, script)
    fresh = _fresh_reads(variant, seconds, script)
    bots = bots_latency(variant.port, BOTS_HANDS)
    yield Figure("POST move, one client, p50", one.p50("move"), "durable")
    yield Figure("POST move, one client, p99", one.p99("move"), "durable")
    yield Figure("POST sealed answer, p50", one.p50("sealed"), "durable")
    yield Figure("a bot's turn, row to row, p50", bots.p50, "durable")
    yield Figure("a bot's turn, row to row, p99", bots.p99, "durable")
    for name, milliseconds in _reads(variant, seconds):
        yield Figure(name, milliseconds, "plain")
    yield Figure("GET view after a move, p50", fresh.p50("view, new"), "plain")
    yield Figure("GET legal moves after a move, p50", fresh.p50("legal-moves, new"), "plain")
    yield Figure(f"moves a second, {CLIENTS} clients", many.answered / many.seconds, better=MORE)
    yield Figure(f"CPU of web and PostgreSQL a move, ms, {CLIENTS} clients", many.cpu)
    yield Figure("CPU of web and PostgreSQL a move, ms, one client", one.cpu)


def _moves(variant: Variant, clients: int, seconds: float, script: list[PreparedMove]) -> Slice:
    """Lets every client play the prepared moves in its own match."""
    tables = [Seated(variant.port) for _ in range(clients)]
    return variant.send([[table.post(move) for move in script] for table in tables], seconds)


def _reads(variant: Variant, seconds: float) -> Iterator[tuple[str, float]]:
    """Lets one client repeat each kind of read in a match of each game; yields the medians by their names."""
    for game, kind in GAMES.items():
        table, script = Seated(variant.port, kind), prepared_moves(BEFORE_READS + 1, kind)
        table.play(script[:BEFORE_READS])
        seat = script[BEFORE_READS].seat
        for name, (path, is_known) in READS.items():
            request = table.get(name, seat, path, table.etag(seat, path) if is_known else None)
            yield f"{name}, {game}, p50", variant.send([[request]], seconds / len(READS), loop=True).p50(name)


def _fresh_reads(variant: Variant, seconds: float, script: list[PreparedMove]) -> Slice:
    """Lets one client play, and after each move read the view of the next seat."""
    table, requests = Seated(variant.port), list[Request]()
    for move, following in pairwise(script):
        requests += [
            table.post(move)._replace(kind="unmeasured"),
            table.get("view, new", following.seat, "/view"),
            table.get("legal-moves, new", following.seat, "/legal-moves"),
        ]
    return variant.send([requests], seconds)


def _floors(variant: Variant, port: int, seconds: float) -> dict[str, float]:
    """Returns the milliseconds of both lower bounds."""
    durable = durable_statements(variant.stack.database(), seconds).p50
    answer = variant.sender.send(port, [[plain("plain", "/plain")]], seconds, loop=True)
    return {"durable": durable, "plain": sorted(answer["taken"]["plain"])[len(answer["taken"]["plain"]) // 2]}


@contextmanager
def plain_server(stack: Stack) -> Iterator[int]:
    """Starts the plain server of the lower bound in the environment of a stack; yields its port."""
    port, settings = free_port(), {"PYTHONPATH": str(ROOT), "DJANGO_SETTINGS_MODULE": "tests.bench.plain_settings"}
    command = [sys.executable, "-m", "project.serving.server", "--port", str(port)]
    process = subprocess.Popen(command, cwd=ROOT, env={**stack.environment_inside(), **settings})
    try:
        wait_for_port(port)
        yield port
    finally:
        process.terminate()
        process.wait()
