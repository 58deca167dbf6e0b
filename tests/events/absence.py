"""Scripted players who sleep, forget, travel and leave, and three weeks by a clock that jumps to what happens next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from bots.tasks import play_turn
from events import log
from events.exceptions import Problem
from events.models import Match, Pending, Player
from events.selectors.access import ENDED
from events.selectors.audits import findings
from events.selectors.table_views import Choices
from events.services.matches import MatchRequest, SeatRequest, match_create
from events.services.moves import Submission, move_submit
from events.services.pauses import match_pause, match_resume
from events.services.pending import ready_turns_of
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
