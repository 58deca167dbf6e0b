"""One run: a seed determines the people, their games, their pace and the faults; checks of all results follow."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection
from random import Random
from typing import Any, NamedTuple

from events.log.models import ENDED, Match
from events.tournaments.models import Tournament
from tests.simulation import clubs
from tests.simulation.clients import Clients
from tests.simulation.due import next_due_ms
from tests.simulation.faults import KINDS, Faults
from tests.simulation.people import HOUR_MS, MINUTE_MS, SECOND_MS, Life, Nap, Person
from tests.simulation.scheduler import START_MS, Broken
from tests.simulation.verdicts import judge
from tests.simulation.world import DAY_MS, World, quiet

MOST_MS, MOST_STEPS = 40 * DAY_MS, 25_000
HINTS_MS = (2 * SECOND_MS, MINUTE_MS, 10 * MINUTE_MS)
"""The time for which the scheduler collects hints: an iteration for each event would take longer than the match."""
OVERDUE_MS = 2 * MINUTE_MS
"""Longer than any death, loss or wrong clock can delay work."""
DRAIN_MS = 3 * DAY_MS
"""The time that the server may take for the remaining work once faults are off."""

GAMES = ("great_dalmuti", "monopoly_deal", "dealmaker", "negoces2", "dale_of_merchants")
OPTIONS: dict[str, dict[str, Any]] = {
    "great_dalmuti": {"end": {"hands": 1}},
    "dealmaker": {"pace": "web"},
    "negoces2": {"offer_seconds": 600},
}
TOURNAMENTS = 0.3
"""The share of runs with a tournament."""
CLOCKS: tuple[dict[str, Any], ...] = (
    {"per_move": 14_400, "ladder": ["default_move", "default_move", "bot"]},
    {"per_move": 3_600, "on_timeout": "default_move"},
    {"bank": 86_400, "increment": 3_600, "ladder": ["default_move", "bot"]},
    {"per_move": 7_200, "ladder": ["default_move", "resign"]},
    {"per_move": 60, "ladder": ["default_move", "default_move", "default_move", "bot"]},
)


class Size(NamedTuple):
    """The size of a run. None: drawn from the seed.

    moves: the number of moves before people resign at a table, None: never. together: all people sit at each table.
    absent: nobody looks after joining. posts: everybody has a webhook. steps: the number of steps after which a run
    counts as endless.
    """

    people: int | None = None
    matches: int | None = None
    tournament: bool | None = None
    games: tuple[str, ...] = GAMES
    moves: int | None = None
    together: bool = False
    absent: bool = False
    posts: bool = False
    steps: int = MOST_STEPS


USUAL = Size()
SMALL = Size(people=1, matches=1, tournament=False, games=("monopoly_deal",), moves=12)


class Report(NamedTuple):
    """The record of a run. digest: the hash of its complete trace."""

    seed: int
    digest: str
    faults: Counter[str]
    counts: Counter[str]
    seconds: float


class Run:
    """One run."""

    def __init__(self, seed: int, kinds: Collection[str] = KINDS, size: Size = USUAL, *, often: bool = False) -> None:
        self.seed, self.size, self.random = seed, size, Random(f"{seed} scenario")
        hint_ms = self.random.choice(HINTS_MS)
        hint_ms = hint_ms if size.moves is None else min(hint_ms, MINUTE_MS)
        self.world = World(seed, Faults(seed, kinds, often=often), hint_ms=hint_ms)
        self.clients = Clients(self.world)
        self.people, self.matches = list[Person](), list[str]()
        self.clubs, self.tournaments = list[str](), list[str]()
        self.opening = 0

    def play(self) -> Report:
        """Plays the run to its end. Raises Broken with a note on how to repeat the run."""
        began = time.perf_counter()
        try:
            with quiet(), self.world:
                self._people()
                self._open_tables()
                self._until_over()
                self._settle()
                counts = judge(self)
        except Exception as error:
            error.add_note("\n".join(self.world.scheduler.lines[-40:]))
            error.add_note(f"again: python -m tests.simulation --seeds {self.seed}")
            raise
        counts["steps"], counts["requests"] = self.world.scheduler.steps, self.clients.calls
        counts["looks of the scheduler"] = self.world.timers.looks
        counts["days"] = (self.world.scheduler.now_ms - START_MS) // DAY_MS
        digest = self.world.scheduler.digest
        return Report(self.seed, digest, self.world.faults.counted, counts, time.perf_counter() - began)

    def failure(self) -> Exception | None:
        """Plays the run to its end; returns its error, None if it succeeds."""
        try:
            self.play()
        except Exception as error:
            return error
        return None

    def _people(self) -> None:
        """Signs up all people."""
        drawn = self.random.randrange(2, 5)
        paces = (5 * SECOND_MS, MINUTE_MS, 20 * MINUTE_MS)
        self.world.faults.is_on = False
        for number in range(self.size.people or drawn):
            person = Person(self.clients, number, self.random.choice(paces))
            person.most_moves = self.size.moves
            is_leaving, at_ms = self.random.random() < 0.25, self.random.randrange(2 * DAY_MS)
            if self.size.absent or (is_leaving and "absence" in self.world.faults.kinds):
                person.leaves_ms = START_MS + (0 if self.size.absent else at_ms)
            self.people.append(person)
            has_webhook, has_mail = self.random.random() < 0.5, self.random.random() < 0.4
            person.start(person.arrive(has_webhook=has_webhook or self.size.posts, has_mail=has_mail))
        if not self.world.run(lambda: all(person.id for person in self.people), HOUR_MS):
            raise Broken("nobody can sign up")
        self.world.run(lambda: False, MINUTE_MS)
        self.world.faults.is_on = True
        self.world.set_clocks()

    def _open_tables(self) -> None:
        drawn = self.random.randrange(1, 3)
        for _ in range(drawn if self.size.matches is None else self.size.matches):
            self.opening += 1
            game, clock = self.random.choice(self.size.games), self.random.choice(CLOCKS)
            seated = self.random.sample(self.people, self.random.randrange(1, min(3, len(self.people)) + 1))
            seated = self.people if self.size.together else seated
            seated[0].start(self._opened(game, clock, seated))
        if self.random.random() < TOURNAMENTS if self.size.tournament is None else self.size.tournament:
            self._hold_tournament()
        for person in self.people:
            person.start(person.live())

    def _hold_tournament(self) -> None:
        """Holds a tournament of two rounds in a club, among people and bots."""
        self.opening += 1
        from games import registry

        founder, game = self.people[0], self.random.choice(self.size.games)
        seats = registry.get(game).seats.start

        def hold() -> Life:
            yield from clubs.founded(founder, self.people[1:], "Simulated", self.clubs)
            wish = {
                "title": "Simulated",
                "game": game,
                "options": OPTIONS.get(game, {}),
                "seats": seats,
                "format": "swiss",
                "rounds": 2,
                "max_players": 16,
                "club": self.clubs[0],
                "clock": self.random.choice(CLOCKS),
            }
            bots = max(0, 2 * seats - 1 - len(self.people))
            yield from clubs.held(founder, self.people, bots, wish, self.tournaments)
            self.opening -= 1

        founder.start(hold())

    def _opened(self, game: str, clock: dict[str, Any], seated: list[Person]) -> Life:
        """Creates a match that other players join; bots take the remaining seats."""
        from games import registry

        first, *others = seated
        drawn = self.random.randrange(2, 5) if self.size.moves is None else 2
        seats = min(max(len(seated), drawn, registry.get(game).seats.start), 5)
        kinds = [{"kind": "me"}, *({"kind": "open"} for _ in others)]
        bots = [{"kind": "bot", "policy": self.random.choice(("greedy", "uniform"))} for _ in range(seats - len(kinds))]
        wish = {"game": game, "options": OPTIONS.get(game, {}), "seats": [*kinds, *bots], "clock": clock}
        made = yield from first.asked("POST", "/matches", wish, once=True)
        if made.status >= 300:
            raise Broken(f"a table cannot be opened: {wish} {made}")
        match = made.body["id"]
        self.matches.append(match)
        self._sits(first, match, game, 0)
        for number, other in enumerate(others, start=1):
            yield Nap(self.random.randrange(10 * SECOND_MS))
            taken = yield from other.asked("POST", f"/matches/{match}/seats", {"seat": number}, once=True)
            if taken.status >= 300:
                raise Broken(f"seat {number} cannot be taken: {taken}")
            self._sits(other, match, game, number)
        self.opening -= 1

    @staticmethod
    def _sits(person: Person, match: str, game: str, seat: int) -> None:
        person.seats[match], person.games[match] = seat, game
        person.tell()

    def _until_over(self) -> None:
        if not self.world.run(self._is_over, MOST_MS):
            raise Broken(f"no end after {MOST_MS // DAY_MS} days: {self._stuck()}")

    def _is_over(self) -> bool:
        if self._is_too_long() or self.opening or not self.world.is_time_to_look():
            return False
        if self.size.moves is not None:
            self._check_due()
        running = Tournament.objects.filter(status__in=("open", "running"))
        return not (Match.objects.exclude(status__in=ENDED).exists() or running.exists())

    def _check_due(self) -> None:
        """Raises Broken if work has been due for too long.

        This applies only to short matches. In longer matches, notifications wait for an earlier one that a receiver has
        refused several times.
        """
        due_ms = next_due_ms() or self.world.scheduler.now_ms  # 0: now
        if due_ms < self.world.scheduler.now_ms - self.world.behind_ms - self.world.hint_ms - OVERDUE_MS:
            raise Broken(f"something has been due since {due_ms}: {self._stuck()}")

    def _is_too_long(self) -> bool:
        if self.world.scheduler.steps > self.size.steps:
            raise Broken(f"no end after {self.size.steps} steps: {self._stuck()}")
        return False

    def _stuck(self) -> list[Any]:
        from events.log.models import PendingAction

        waiting = PendingAction.objects.values("match", "prompt", "seat", "bot", "ready_ms", "deadline_ms", "attempts")
        tournaments = Tournament.objects.values_list("pk", "status", "round", "wakes_ms")
        return [
            f"{self.opening} tables are being opened",
            *Match.objects.values_list("pk", "game", "status", "tournament"),
            *tournaments,
            *waiting,
            self.world.scheduler.now_ms,
        ]

    def _settle(self) -> None:
        """Lets the server do the remaining work without faults."""
        self.world.faults.is_on = False
        self.world.set_clocks()
        self.world.run(self._is_too_long, DRAIN_MS)
