"""Moves per second compared with boardgame.io's server, on the same PostgreSQL: the Great Dalmuti, and a similar game.

Four seats in each of eight matches play one move after the other, on both servers in turn. This project's clients send
a browser's requests, with limits and request logs: moves alone, and moves with the data for a client's next turn.
boardgame.io's clients hold a connection for each seat, on which every seat receives the new state. boardgame.io signs
and hashes nothing, and its clients do not sign in.
"""

from __future__ import annotations

import json
import subprocess
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from statistics import median
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

import psutil
import psycopg

from tests.bench import peers
from tests.bench.moves import LONG, prepared_moves
from tests.bench.records import MORE, Cell, Column, Record, Rounds, Sheet, add
from tests.bench.scenarios import Options
from tests.bench.scenarios.users import CLIENTS, INSTALLED, LONGEST, ONE_REQUEST, READS, Crowd, turns_each
from tests.bench.variants import POSTGRESQL, Variant, variants
from tests.stack import free_port, wait_for_port

DATABASE = "boardgame"
PEER = "boardgame.io, with the new state to all seats"


class Taken(NamedTuple):
    """One slice: moves per second, their median in milliseconds, and milliseconds of CPU per move."""

    rate: float
    p50: float
    server: float
    database: float
    cpu: float


def measure(options: Options) -> Record:
    """Plays in turn on both servers."""
    script, rounds = prepared_moves(LONGEST), Rounds(options.rounds)
    rows = defaultdict[str, dict[str, Cell]](dict)
    with variants(options._replace(against=None), INSTALLED) as [variant]:
        options.say("starting boardgame.io")
        with boardgame_server(variant) as (port, server):
            crowd, ways = (
                Crowd(variant, LONG, script, CLIENTS),
                {
                    "Comptoir, moves alone": ({}, ""),
                    "Comptoir, with the view and the legal moves in the reply": ({}, ONE_REQUEST),
                    "Comptoir, with the three reads of a turn": (READS, ""),
                },
            )
            for round_ in rounds:
                options.say(f"round {round_ + 1} of {options.rounds}: both servers")
                slices = {name: _ours(crowd, reads, query) for name, (reads, query) in ways.items()}
                slices[PEER] = _theirs(variant, port, server, options.seconds)
                for name, taken in slices.items():
                    for figure, value in taken._asdict().items():
                        add(rows[name], figure, value)
                    add(rows[name], "their rate", slices[PEER].rate)
                    add(rows[name], "their cpu", slices[PEER].cpu)
    columns = (
        Column("moves/s", "rate"),
        Column("× boardgame.io", "rate", "their rate", MORE),
        Column("p50, ms", "p50"),
        Column("CPU a move, ms: server", "server"),
        Column("PostgreSQL", "database"),
        Column("both × boardgame.io", "cpu", "their cpu"),
    )
    return Record(rounds.run(note=f"{CLIENTS} matches of four seats"), [Sheet("moves", "server", columns, dict(rows))])


def _ours(crowd: Crowd, reads: Mapping[str, str], query: str) -> Taken:
    measured = crowd.slice(CLIENTS, turns_each(CLIENTS), reads, query)
    moves = sum(len(measured.taken.get(kind, ())) for kind in ("move", "sealed"))
    web, database = (1000 * seconds / moves for seconds in (measured.web, measured.database))
    return Taken(moves / measured.seconds, measured.p50("move", "sealed"), web, database, web + database)


def _theirs(variant: Variant, port: int, server: psutil.Process, seconds: float) -> Taken:
    command = ["node", str(peers.boardgame("players.mjs")), str(port), str(CLIENTS), str(seconds)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin and process.stdout
        process.stdout.readline()  # all players have joined
        before = _cpu(server), variant.cpu(POSTGRESQL)
        process.stdin.write("\n")
        process.stdin.flush()
        output = json.loads(process.stdout.readline())
    moves = len(output["taken"])
    used = (_cpu(server) - before[0]) * 1000 / moves, (variant.cpu(POSTGRESQL) - before[1]) * 1000 / moves
    return Taken(moves / output["seconds"], median(output["taken"]), *used, sum(used))


def _cpu(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


@contextmanager
def boardgame_server(variant: Variant) -> Iterator[tuple[int, psutil.Process]]:
    """Starts boardgame.io's server with its own database in a stack's PostgreSQL; yields its port and process."""
    address = urlsplit(variant.stack.database())
    with psycopg.connect(variant.stack.database(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {DATABASE}")
    port, [host], user = free_port(), parse_qs(address.query)["host"], str(address.username)
    script = peers.boardgame("server.mjs")
    command = ["node", script, str(port), host, user, DATABASE]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            wait_for_port(port)
            yield port, psutil.Process(process.pid)
        finally:
            process.terminate()
