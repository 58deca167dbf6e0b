"""Fills a database with real matches for measurements: several processes play them in memory and copy them into tables.

Matches begin over the last `days`, the oldest first; the last ones continue. `tests.bench.seeding.bulk` stores them.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from itertools import count
from multiprocessing import get_context
from queue import Empty
from random import Random
from typing import NamedTuple

from django.db import connections

from bots.policies import uniform
from events.base.clock import clock
from events.log.global_log import NewLeaf, global_log_add
from events.matches.lobby.services import MatchRequest, SeatRequest
from games.kernel.state import Move
from games.kernel.template import LegalMoves
from games.kernel.view import Window
from tests.bench.seeding.bulk import BulkStore, players_make
from tests.bench.seeding.in_memory import Table, kept_at, unstored_secrets

DAY_MS = 86_400_000
THINKING_MS = 30_000  # the longest time for a move
TOGETHER = 12_000  # events in one transaction
PER_MOVE = 3 * 86_400  # the seconds for a move in running matches
LATEST_MS = DAY_MS  # how long ago the last finished matches begin
BOTS = 0.25  # the share of the finished matches with a bot in the last seat


class Kind(NamedTuple):
    """A kind of match. share: its frequency; longest: the maximum number of moves of a running match."""

    game: str
    seats: int
    options: dict[str, object]
    share: int
    longest: int


KINDS = (
    Kind("great_dalmuti", 5, {"end": {"hands": 3}}, 12, 150),
    Kind("monopoly_deal", 3, {}, 2, 60),
    Kind("negoces2", 4, {}, 1, 80),
    Kind("dale_of_merchants", 3, {}, 1, 100),
)


class Share(NamedTuple):
    """The share of one process: events of finished matches, and running matches, with its own players."""

    rows: int
    running: int
    players: int
    days: int
    now_ms: int


class Progress(NamedTuple):
    """The events that a process has stored in one transaction. leaves: the leaves of the global log."""

    matches: int
    rows: int
    leaves: list[NewLeaf]


class _Clock:
    """A clock that advances as the matches need it."""

    def __init__(self) -> None:
        self.at_ms = 0

    def read(self) -> int:
        return self.at_ms

    def sleep(self, ms: int) -> None:
        self.at_ms += ms


class _Draws:
    """Quick random numbers."""

    def __init__(self) -> None:
        self.below: Callable[[int], int] = Random(os.urandom(8))._randbelow  # type: ignore[attr-defined]


def fill(rows: int, running: int, players: int, days: int, processes: int) -> Iterator[Progress]:
    """Writes that many events, and running matches as well; yields the events that each transaction added.

    Afterwards it adds the leaves of the global log, in the order in which the events happened.
    """
    now_ms, context = time.time_ns() // 1_000_000, get_context("fork")
    share = Share(-(-rows // processes), -(-running // processes), -(-players // processes), days, now_ms)
    queue, leaves = context.Queue(), list[NewLeaf]()
    connections.close_all()
    workers = [context.Process(target=_work, args=(share, queue), daemon=True) for _ in range(processes)]
    for worker in workers:
        worker.start()
    while any(worker.is_alive() for worker in workers) or not queue.empty():
        try:
            progress = queue.get(timeout=1)
        except Empty:
            continue
        leaves += progress.leaves
        yield progress
    global_log_add(sorted(leaves))
    if any(worker.exitcode for worker in workers):
        raise RuntimeError("a process failed; the matches that it had stored stay")


def _work(share: Share, queue: object) -> None:
    for progress in _written(share):
        queue.put(progress)  # type: ignore[attr-defined]


def _written(share: Share) -> Iterator[Progress]:
    """Plays and stores the matches of one process."""
    store, waiting, rows = BulkStore(), list[Table](), 0
    for table in _played(share):
        waiting.append(table)
        rows += len(table.events)
        if rows >= TOGETHER:
            yield Progress(len(waiting), rows, store.add(waiting))
            waiting, rows = [], 0
    if waiting:
        yield Progress(len(waiting), rows, store.add(waiting))


def _played(share: Share) -> Iterator[Table]:
    """Yields finished matches, the oldest first, until they have enough events; then running matches."""
    players, seating, own = players_make(f"Load {os.urandom(4).hex()}", share.players), Random(os.urandom(8)), _Clock()
    written, span, since = 0, share.days * DAY_MS - LATEST_MS, kept_at(share.now_ms)
    kinds, shares = KINDS, [kind.share for kind in KINDS]
    with clock(own.read), unstored_secrets():
        while written < share.rows:
            own.at_ms = share.now_ms - share.days * DAY_MS + span * written // share.rows
            [kind] = seating.choices(kinds, shares)
            holders = seating.sample(players, kind.seats)
            has_bot = seating.random() < BOTS
            table = Table(_wish(kind), [*holders[:-1], None] if has_bot else holders, since, own.sleep)
            _finish(table, own)
            written += len(table.events)
            yield table
        for _ in range(share.running):
            own.at_ms = share.now_ms - seating.randrange(LATEST_MS // 4, LATEST_MS // 2)
            [kind] = seating.choices(kinds, shares)
            table = Table(_wish(kind), seating.sample(players, kind.seats), since, own.sleep)
            _finish(table, own, seating.randrange(kind.longest))
            yield table


def _wish(kind: Kind) -> MatchRequest:
    return MatchRequest(kind.game, kind.options, [SeatRequest("bot")] * kind.seats, clock={"per_move": PER_MOVE})


def _finish(table: Table, own: _Clock, most: int | None = None) -> None:
    """Plays a match to its end, or for at most that many acts."""
    draws = _Draws()

    def choose(view: Window, moves: LegalMoves) -> Move:
        return uniform.choose(view, moves, draws)  # type: ignore[arg-type]

    for number in count():
        if table.is_over or number == most:
            return
        own.sleep(1 + draws.below(THINKING_MS))
        table.step(choose)
