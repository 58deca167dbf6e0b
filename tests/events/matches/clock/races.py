"""Races between a move just before the deadline and the scheduler's timeout at the deadline."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from random import Random
from threading import Barrier, Event, local
from typing import Any

from django.db import connection

from events.base import clock
from events.base.exceptions import Problem
from events.log import log
from events.log.models import Match, PendingAction
from events.matches.lobby.seats import seat_take
from events.matches.lobby.services import MatchRequest, SeatRequest, match_create
from events.matches.record.table_views import Choices
from events.matches.table.moves import Submission, move_submit, overdue_handle
from games.kernel.errors import RulesError
from tests.events.steps import overdue_prompts
from tests.events.tables import fresh, player

HEAD_STARTS_MS = 12
"""The move begins up to this long before or after the scheduler, so either may take the lock first."""


class Race:
    """Races at one table after another. moves, clock: races won by the move or the timeout; both, none: failures.

    Each thread has its own time: for the player a millisecond is left; for the scheduler the deadline has passed.
    """

    def __init__(self, seed: int = 0) -> None:
        self._random, self._time, self._now_ms = Random(seed), local(), clock.now_ms()
        self._match = timed_duel()
        self.moves = self.clock = self.both = self.none = 0

    def run(self, tries: int) -> Race:
        """Runs the given number of attempts."""
        with clock.clock(lambda: getattr(self._time, "now_ms", self._now_ms)), ThreadPoolExecutor(2) as threads:
            for _ in range(tries):
                self._try(threads)
        return self

    def _try(self, threads: ThreadPoolExecutor) -> None:
        items = PendingAction.objects.filter(seat__isnull=False, deadline_ms__isnull=False).order_by("prompt", "seat")
        if (item := items.filter(match=self._match).first()) is None:  # the match is over, or all answers are sealed
            self._match = timed_duel()
            item = items.get(match=self._match)
        match, deadline_ms = self._match, item.deadline_ms
        assert deadline_ms is not None and item.seat is not None
        before = fresh(match).head_seq
        chosen = self._random.choice(Choices(fresh(match), item.seat).listed(5))
        sent = Submission(item.prompt, chosen["verb"], chosen["args"])
        seat, head_start, meeting, answered = (
            item.seat,
            self._random.uniform(-1, 1) * HEAD_STARTS_MS,
            Barrier(2),
            Event(),
        )

        def move() -> None:
            time.sleep(max(0.0, -head_start) / 1000)
            with suppress(Problem, RulesError):
                move_submit(match_id=match.pk, seat=seat, submission=sent, match=fresh(match))
            answered.set()

        def handle() -> None:
            time.sleep(max(0.0, head_start) / 1000)
            for overdue, prompt, waited_for in overdue_prompts():
                overdue_handle(match_id=overdue, prompt=prompt, seat=waited_for)
            answered.wait()

        for act in [
            threads.submit(self._at, deadline_ms - 1, meeting, move),
            threads.submit(self._at, deadline_ms, meeting, handle),
        ]:
            act.result()
        self._now_ms = deadline_ms
        rows = [row.core for row in log.read(match.pk, before) if row.core["prompt"] == item.prompt]
        self.both += len(rows) > 1
        self.none += not rows
        for row in rows[:1]:
            self.clock += row["by"] == "clock"
            self.moves += row["by"] != "clock"

    def _at(self, at_ms: int, meeting: Barrier, act: Callable[[], Any]) -> None:
        self._time.now_ms = at_ms
        meeting.wait()
        try:
            act()
        finally:
            connection.close()


def timed_duel() -> Match:
    people, seats = [player("Racer") for _ in range(2)], [SeatRequest("me"), SeatRequest("open")]
    match = match_create(player=people[0], request=MatchRequest("monopoly_deal", {}, seats, clock={"per_move": 60}))
    seat_take(match_id=match.pk, player=people[1], number=1, nonce=None)
    return match
