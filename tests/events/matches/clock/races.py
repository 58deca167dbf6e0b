"""Moves that race the sweeper for the answer to a prompt, around its deadline."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from random import Random
from threading import Barrier, Event
from typing import Any, NamedTuple

from django.db import connection

from events.base import clock
from events.base.exceptions import Problem
from events.log import log
from events.matches.lobby.seats import seat_take
from events.matches.lobby.services import MatchRequest, SeatRequest, match_create
from events.matches.record.pending import overdue_prompts
from events.matches.record.table_views import Choices
from events.matches.table.moves import Submission, move_submit, overdue_handle
from events.models import Match, Pending
from games.kernel.errors import RulesError
from tests.events.tables import fresh, player


class Races(NamedTuple):
    """How often the move and the clock won, and how often a prompt was answered twice, or never."""

    moves: int
    clock: int
    both: int
    none: int


class RunningClock:
    """The machine's clock, set to any moment; it runs on from there."""

    def __init__(self) -> None:
        self._ahead_ns = 0

    def set(self, at_ms: float) -> None:
        self._ahead_ns = int(at_ms * 1_000_000) - time.time_ns()

    def exact(self) -> float:
        """Returns milliseconds with a fraction."""
        return (time.time_ns() + self._ahead_ns) / 1_000_000

    def read(self) -> int:
        return int(self.exact())


LEAD_MS = 30.0
OFFSETS = (-1, 0, 1, 3, 5)  # the sweeper needs some milliseconds to reach the lock, too


class Race:
    """Moves that reach the lock 1 ms before, at and up to 5 ms after the deadline, while a sweeper looks all the time.

    The clock runs. A move takes some milliseconds from its posting to the lock; the race learns how many from the times
    of the rows that moves have won, and posts that much earlier.
    """

    def __init__(self, seed: int = 0) -> None:
        self._random, self._clock, self._latency = Random(seed), RunningClock(), 4.0
        self._match = timed_duel()
        self.tries = self.moves = self.clock = self.both = self.none = 0

    def run(self, tries: int) -> Races:
        """Runs that many tries."""
        with clock.clock(self._clock.read), ThreadPoolExecutor(2) as threads:
            while self.tries < tries:
                self._try(threads)
            meeting = Barrier(2)
            for closed in [threads.submit(_close, meeting) for _ in range(2)]:
                closed.result()
        return Races(self.moves, self.clock, self.both, self.none)

    def _try(self, threads: ThreadPoolExecutor) -> None:
        items = Pending.objects.filter(seat__isnull=False, deadline_ms__isnull=False).order_by("prompt", "seat")
        if (item := items.filter(match=self._match).first()) is None:  # the match is over, or all answers are sealed
            self._match = timed_duel()
            item = items.get(match=self._match)
        offset, match = OFFSETS[self.tries % len(OFFSETS)], self._match
        assert item.deadline_ms is not None and item.seat is not None
        before = fresh(match).head_seq
        chosen = self._random.choice(Choices(fresh(match), item.seat).listed(5))
        sent = Submission(item.prompt, chosen["verb"], chosen["args"])
        post_ms = item.deadline_ms + offset + 0.5 - self._latency
        self._clock.set(post_ms - LEAD_MS)
        meeting, answered = Barrier(2), Event()
        both = (
            threads.submit(self._move, meeting, answered, match, item.seat, sent, post_ms),
            threads.submit(self._sweep, meeting, answered),
        )
        for act in both:
            act.result()
        rows = [row.core for row in log.read(match.pk, before) if row.core["prompt"] == item.prompt]
        self._count(rows, offset, item.deadline_ms)

    def _count(self, rows: list[Any], offset: int, deadline_ms: int) -> None:
        self.tries += 1
        self.both += len(rows) > 1
        self.none += not rows
        for row in rows[:1]:
            if row["by"] == "clock":
                self.clock += 1
                assert row["at_ms"] >= deadline_ms, "the clock acted before the deadline"
                continue
            self.moves += 1
            if offset <= 1:  # of later ones, only those that were quick have won
                self._latency += 0.1 * (row["at_ms"] - deadline_ms - offset)
                self._latency = min(max(self._latency, 0.0), LEAD_MS - 2)

    def _move(
        self, meeting: Barrier, answered: Event, match: Match, seat: int, sent: Submission, post_ms: float
    ) -> None:
        meeting.wait()
        while self._clock.exact() < post_ms:
            time.sleep(0.0001)
        with suppress(Problem, RulesError):
            move_submit(match_id=match.pk, seat=seat, submission=sent, match=fresh(match))
        answered.set()

    def _sweep(self, meeting: Barrier, answered: Event) -> None:
        meeting.wait()
        while not answered.is_set():
            for match, prompt, seat in overdue_prompts():
                overdue_handle(match_id=match, prompt=prompt, seat=seat)


def _close(meeting: Barrier) -> None:
    meeting.wait()
    connection.close()


def timed_duel() -> Match:
    people, seats = [player("Racer") for _ in range(2)], [SeatRequest("me"), SeatRequest("open")]
    match = match_create(player=people[0], request=MatchRequest("monopoly_deal", {}, seats, clock={"per_move": 60}))
    seat_take(match_id=match.pk, player=people[1], number=1, nonce=None)
    return match
