"""Scripted players who sleep, forget, travel and leave, and three weeks by a clock that jumps to what happens next."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import pairwise
from random import Random
from threading import Barrier, Event
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Model

from bots.tasks import play_turn
from events import clock, log
from events.exceptions import Problem
from events.models import Match, Pending, Player, Seat
from events.selectors.access import ENDED
from events.selectors.audits import findings
from events.selectors.table_views import Choices
from events.services.matches import MatchRequest, SeatRequest, match_create
from events.services.moves import Submission, move_submit, overdue_handle
from events.services.pauses import match_pause, match_resume
from events.services.pending import overdue_prompts, ready_turns_of
from events.services.seats import seat_take
from events.services.vacations import vacation_start
from events.sweeper import sweep
from games import registry
from games.kernel.clock import DAY_MS
from games.kernel.errors import RulesError
from games.kernel.state import Move
from tests.events.tables import Hands, fresh, player

HOUR_MS = 3_600_000
WEEKS_MS = 21 * DAY_MS
MOST_STEPS = 6_000
CLOCKS: tuple[Mapping[str, Any], ...] = (
    {"per_move": 21_600, "ladder": ["default_move", "default_move", "resign"]},
    {"per_move": None, "bank": 172_800, "increment": 3_600, "ladder": ["default_move", "bot"], "vacation_days": 2},
    {"per_move": 14_400, "play_window": True, "vacation_days": 3, "ladder": ["default_move", "default_move", "end"]},
    {"per_move": 43_200, "on_timeout": "default_move"},
)
OPTIONS = {"great_dalmuti": {"end": {"hands": 1}}}
ZONES = ("Europe/Paris", "Asia/Tokyo", "America/New_York", "Australia/Lord_Howe")


class Tally(NamedTuple):
    """What came of a match. clock: how many rows the clock wrote, by type."""

    game: str
    days: float
    rows: int
    clock: Mapping[str, int]
    status: str


class Weeks:
    """One match of a game over three weeks; the seed decides what its players do."""

    def __init__(self, hands: Hands, key: str, seed: int) -> None:
        self.hands, self.random, self.start = hands, Random(f"{key} {seed}"), hands.now_ms
        game = registry.get(key)
        self.people = [player("Absent") for _ in range(game.seats.start)]
        clock = dict(CLOCKS[seed % len(CLOCKS)])
        for person in self.people if clock.get("play_window") else ():
            person.play_window = {"zone": self.random.choice(ZONES), "start": "09:00", "end": "21:00"}
            person.save()
        seats = [SeatRequest("me"), *[SeatRequest("open")] * (len(self.people) - 1)]
        self.match: Match = match_create(
            player=self.people[0], wish=MatchRequest(key, OPTIONS.get(key, {}), seats, clock=clock)
        )
        for number, person in enumerate(self.people[1:], 1):
            seat_take(match_id=self.match.pk, player=person, number=number, nonce=None)
        # the moment at which each player leaves for good, and how late they are at most
        self.leaves = [self.start + self.random.randrange(DAY_MS, WEEKS_MS) for _ in self.people]
        self.delays = [self.random.choice((HOUR_MS, 5 * HOUR_MS, 20 * HOUR_MS)) for _ in self.people]

    def play(self) -> Tally:
        """Plays the match to its end, and checks its log."""
        for _ in range(MOST_STEPS):
            if fresh(self.match).status in ENDED:
                return self.checked()
            self._someone_acts()
        raise AssertionError(f"{self.match.game}: the match does not end")

    def _someone_acts(self) -> None:
        """A player acts before the next deadline, or the clock does at it; bots act at once."""
        for prompt, seat in ready_turns_of(self.match.pk):
            play_turn(self.match.pk, prompt, seat)
        end = Pending.objects.filter(match=self.match, deadline_ms__isnull=False).order_by("deadline_ms").first()
        waiting = Choices(fresh(self.match), None).game.to_act(Choices(fresh(self.match), None).match_state.state)
        able = [seat for seat in waiting if self.hands.now_ms < self.leaves[seat]]
        moment, seat = min(
            ((self.hands.now_ms + self.random.randrange(self.delays[s]), s) for s in able), default=(2**62, -1)
        )
        if end is not None and end.deadline_ms is not None and end.deadline_ms <= moment:
            self.hands.now_ms = max(self.hands.now_ms, end.deadline_ms)
            sweep()
        elif seat >= 0:
            self.hands.now_ms = moment
            self._act(seat, self.people[seat])
        else:
            self.hands.now_ms += HOUR_MS
            sweep()

    def _act(self, seat: int, person: Player) -> None:
        """A player moves; sometimes they go on vacation instead, or all agree to a pause of some hours."""
        whim = self.random.random()
        try:
            if whim < 0.03:
                vacation_start(match_id=self.match.pk, player=person, days=1)
            elif whim < 0.05:
                for other in self.people:
                    match_pause(match_id=self.match.pk, player=other)
                self.hands.now_ms += self.random.randrange(HOUR_MS, 30 * HOUR_MS)
                match_resume(match_id=self.match.pk, player=person)
            else:
                self._move(seat)
        except (Problem, RulesError):
            self.hands.now_ms += 60_000  # the seat is a bot's now, a cooldown runs, or the match gives no vacations

    def _move(self, seat: int) -> None:
        choices = Choices(fresh(self.match), seat)
        moves = [Move(move["verb"], move["args"]) for move in choices.listed(12)]
        if not moves or choices.prompt is None:
            self.hands.now_ms += 60_000
            return
        move = self.random.choice(moves)
        move_submit(match_id=self.match.pk, seat=seat, submission=Submission(choices.prompt, move.verb, move.args))

    def checked(self) -> Tally:
        """Both the rules and the verifier accept the log, and no row came after the deadlines of the row before it."""
        match = fresh(self.match)
        assert findings(match) == []
        cores = [row.core for row in log.read(match.pk)]
        for before, core in pairwise(cores):
            latest = min((deadline["at_ms"] for deadline in before["deadlines"]), default=core["at_ms"])
            assert core["at_ms"] <= latest, f"row {core['seq']} came {core['at_ms'] - latest} ms late"
        by_clock = [core["type"] for core in cores if core["by"] == "clock"]
        days = (cores[-1]["at_ms"] - self.start) / DAY_MS
        return Tally(match.game, days, len(cores), Counter(by_clock), match.status)


class Races(NamedTuple):
    """Who won the tries of a race, by when the move was aimed at the match's lock: milliseconds after the deadline.

    moves, clock: how often each won; both, none: how often a prompt was answered twice, or never.
    """

    tries: int
    moves: Mapping[int, int]
    clock: Mapping[int, int]
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
        self._match = _racing()
        self.moves, self.clock = Counter[int](), Counter[int]()
        self.tries = self.both = self.none = 0

    def run(self, tries: int, until: float = float("inf")) -> Races:
        """Runs that many tries, or as many as fit before the monotonic clock passes `until`."""
        with clock.clock(self._clock.read), ThreadPoolExecutor(2) as threads:
            while self.tries < tries and time.monotonic() < until:
                self._try(threads)
            meeting = Barrier(2)
            for closed in [threads.submit(_close, meeting) for _ in range(2)]:
                closed.result()
        return Races(self.tries, dict(self.moves), dict(self.clock), self.both, self.none)

    def _try(self, threads: ThreadPoolExecutor) -> None:
        items = Pending.objects.filter(seat__isnull=False, deadline_ms__isnull=False).order_by("prompt", "seat")
        if (item := items.filter(match=self._match).first()) is None:  # the match is over, or all answers are sealed
            self._match = _racing()
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
            is_clock = row["by"] == "clock"
            (self.clock if is_clock else self.moves)[offset] += 1
            if is_clock:
                assert row["at_ms"] >= deadline_ms, "the clock acted before the deadline"
            elif offset <= 1:  # of later ones, only those that were quick have won
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


def _racing() -> Match:
    people, seats = [player("Racer") for _ in range(2)], [SeatRequest("me"), SeatRequest("open")]
    match = match_create(player=people[0], wish=MatchRequest("monopoly_deal", {}, seats, clock={"per_move": 60}))
    seat_take(match_id=match.pk, player=people[1], number=1, nonce=None)
    return match


def _copies(model: type[Model], match: str, **other: str) -> str:
    """SQL that copies the rows of a match for many others, n = 1, 2, …; other: what differs, by column."""
    changes = {match: "md5('match ' || n)::uuid", **other}
    columns = [field.column for field in model._meta.concrete_fields if field.column != "id" or match == "id"]
    values = ", ".join(changes.get(column, column) for column in columns)
    table = model._meta.db_table
    where = f"FROM {table}, generate_series(1, %s) AS n WHERE {match} = %s"
    return f"INSERT INTO {table} ({', '.join(columns)}) SELECT {values} {where}"


def crowd(matches: int, rounds: int = 9) -> list[float]:
    """Milliseconds of rounds of the sweeper beside that many matches, all with deadlines that are not over."""
    first = _racing()
    with connection.cursor() as cursor:
        for statement in (
            _copies(Match, "id"),
            _copies(Seat, "match_id"),
            _copies(Pending, "match_id", deadline_ms="deadline_ms + n * 1000"),
        ):
            cursor.execute(statement, [matches - 1, first.pk])
        cursor.execute("ANALYZE events_match, events_seat, events_pending")
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        assert sweep() == 0
        times.append((time.perf_counter() - started) * 1000)
    return sorted(times)
