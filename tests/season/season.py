"""One season of a club: a seed draws who is there, away, late or gone, and what is played; then all is judged."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from events.log.access import ENDED
from events.models import Match, Tournament
from tests.season.members import Member, week
from tests.season.programme import (
    EVENING,
    EVENING_LASTS_MS,
    LEAGUE,
    TOURNAMENTS,
    abandoned,
    evening_ms,
    held,
    moment,
)
from tests.season.verdicts import judge
from tests.season.world import DAY_MS, HINT_MS, HOUR_MS, SeasonClients, SeasonWorld
from tests.simulation.people import Life, Nap
from tests.simulation.scheduler import START_MS, Broken
from tests.simulation.world import quiet

MOST_OVER_MS = 60 * DAY_MS
"""How long what has begun may go on after the last week."""
PAUSE_DAYS = 20
READS_MS = 6 * DAY_MS
DRAIN_MS = 2 * DAY_MS
AWAY = 0.12  # how likely somebody is away for some days of a week


class Size(NamedTuple):
    """How much there is. people: at the beginning; sizes: the places of the divisions; moving: who go up and down.

    newcomers, leavers: how many come and go; tournaments: how many are held in a week beside the evening.
    """

    weeks: int = 12
    people: int = 60
    sizes: tuple[int, ...] = (30, 30)
    moving: int = 4
    rounds: int = 3
    newcomers: int = 8
    leavers: int = 9
    tournaments: float = 1.0
    has_evenings: bool = True


SHORT = Size(weeks=2, people=11, sizes=(5, 5), moving=2, newcomers=1, leavers=4)
"""Long enough for each planted fault to matter."""


class Season:
    """One season. joined, left: when somebody became a member of the league, and left it, in order."""

    def __init__(self, seed: int, size: Size | None = None, progress: Callable[[float], None] = lambda _: None) -> None:
        self.seed, self.size, self.random = seed, size or Size(), Random(f"{seed} season")
        self.world, self.hint_ms, self._progress = SeasonWorld(seed), HINT_MS, progress
        self.clients = SeasonClients(self.world)
        self.people = [Member(self.clients, number) for number in range(self.size.people + self.size.newcomers)]
        self.club = self.league = ""
        self.held = list[str]()
        self.league_log = list[tuple[int, str, Member]]()
        self.opening = 0
        self.seconds = dict[str, float]()

    def play(self) -> Counter[str]:
        """Plays everything to its end, and judges it. Raises Broken with a note that says how to repeat it."""
        began = time.perf_counter()
        try:
            with quiet(), self.world:
                self._arrive()
                self._plan()
                self._until(week(self.size.weeks))
                self._end()
                self.seconds["played"] = time.perf_counter() - began
                counts = judge(self)
        except Exception as error:
            error.add_note("\n".join(self.world.scheduler.lines[-30:]))
            error.add_note(f"again: python -m tests.season --seed {self.seed} --weeks {self.size.weeks}")
            raise
        self.seconds["judged"] = time.perf_counter() - began - self.seconds["played"]
        counts["requests"], counts["rounds of the sweeper"] = self.clients.calls, self.world.sweeper.rounds
        counts["days"] = (self.world.scheduler.now_ms - START_MS) // DAY_MS
        for person in self.people:
            counts += person.counts
        return counts

    # Beginning

    def _arrive(self) -> None:
        """Has the first members found the club and the league."""
        first = self.people[: self.size.people]
        for person in first:
            self._at(0, person, person.join())
        self._run(lambda: all(person.id in self.world.readers or person.has_webhook for person in first), HOUR_MS)
        self._now(self.people[0], self._founded())
        for person in first[1:]:
            self._now(person, self._joins(person))
        self._now(self.people[1], self._begun())

    def _founded(self) -> Life:
        """The founder of the club; another one founds the league, with a co-organiser."""
        founder = self.people[0]
        made = yield from founder.done("POST", "/clubs", {"name": "Season", "visibility": "private"})
        self.club = made.body["id"]
        links = f"/clubs/{self.club}/invitations"
        link = yield from founder.done("POST", links, {"uses": None, "seconds": 30 * 86_400})
        self.link = _token(link.body["url"])

    def _joins(self, person: Member) -> Life:
        yield from person.done("POST", f"/club-invitations/{self.link}", {})

    def _enters_league(self, person: Member) -> Life:
        yield from person.done("POST", f"/leagues/{self.league}/members")
        self.league_log.append((self.world.scheduler.now_ms, "joined", person))

    def _begun(self) -> Life:
        organiser, heir = self.people[1], self.people[2]
        size = self.size
        wish = {**LEAGUE, "rounds": size.rounds, "sizes": size.sizes, "moving": size.moving, "pause_days": PAUSE_DAYS}
        made = yield from organiser.done("POST", "/leagues", {**wish, "club": self.club})
        self.league = made.body["id"]
        yield from organiser.done("PUT", f"/leagues/{self.league}/organisers/{heir.name}")
        for person in self.people[: size.people]:
            yield from self._enters_league(person)
        yield from organiser.done("POST", f"/leagues/{self.league}/begin")

    # What happens

    def _plan(self) -> None:
        """Plans all that is drawn beforehand."""
        for person in self.people[: self.size.people]:
            self._goes_away(person, 0)
            person.start(person.live())
            person.start(self._reads(person))
        for number in range(self.size.newcomers):
            at = (0.3 + number) * self.size.weeks / (self.size.newcomers + 1)
            newcomer = self.people[self.size.people + number]
            self._at(week(at), newcomer, self._comes(newcomer, at))
        if self.size.has_evenings:
            self._at(week(0) + HOUR_MS, self.people[0], self._evenings())
        for number in range(int(self.size.weeks * self.size.tournaments)):
            self.opening += 1
            self._when(week((number + 0.2) / self.size.tournaments), lambda number=number: self._holds(number))
        self._plan_leaving()

    def _goes_away(self, person: Member, since: float) -> None:
        for number in range(int(since), self.size.weeks):
            if self.random.random() < AWAY:
                begin_ms = week(number + self.random.random())
                person.absences.append((begin_ms, begin_ms + self.random.randrange(2, 9) * DAY_MS))
                person.excuses = self.random.random() < 0.5

    def _reads(self, person: Member) -> Life:
        """Reads the stream before notices are deleted."""
        while person.ended_ms is None:
            yield Nap(READS_MS)
            if person.ended_ms is None:
                yield from person.read_stream()

    def _comes(self, person: Member, since: float) -> Life:
        yield from person.join()
        person.start(person.live())
        person.start(self._reads(person))
        self._goes_away(person, since + 1)
        founder = self.people[0]
        links = f"/clubs/{self.club}/invitations"
        link = yield from founder.done("POST", links, {"uses": 1})
        yield from person.done("POST", f"/club-invitations/{_token(link.body['url'])}", {})
        yield from self._enters_league(person)

    def _evenings(self) -> Life:
        """Opens the first weekly evening."""
        founder = self.people[0]
        first = {**EVENING, "starts_at": moment(evening_ms(0)), "club": self.club}
        made = yield from founder.done("POST", "/tournaments", first)
        self.held.append(made.body["id"])
        for person in self.random.sample(self.people[: self.size.people], min(12, self.size.people)):
            person.start(person.enter(made.body["id"]))
        for number in range(self.size.weeks + 8):
            self._when(evening_ms(number), self._is_live)
            self._when(evening_ms(number) - DAY_MS, self._invites)

    def _invites(self) -> None:
        """Word of mouth: some more enter the next evening."""
        for tournament in Tournament.objects.filter(status="open", title=EVENING["title"]):
            for person in self.random.sample(here := self._here(), min(len(here), 8)):
                person.start(person.enter(str(tournament.pk)))

    def _is_live(self) -> None:
        self.world.live_until_ms = self.world.scheduler.now_ms + EVENING_LASTS_MS
        self.world.sweeper.hear(1)

    def _holds(self, number: int) -> None:
        """Holds the next tournament among those who are here."""
        self.opening -= 1
        here = self._here()
        wish = TOURNAMENTS[number % len(TOURNAMENTS)]
        organiser, *entrants = self.random.sample(here, min(len(here), 1 + wish.entrants))
        if organiser.ended_ms is None:
            organiser.start(held(organiser, wish, self.club, entrants, self.held))

    def _here(self) -> list[Member]:
        """Who is in the club and not away."""
        now_ms = self.world.scheduler.now_ms
        present = [person for person in self.people if person.has_webhook and person.is_here]
        return [person for person in present if person.is_away(now_ms) is None]

    def _plan_leaving(self) -> None:
        """Who leaves, when and how: the organisers of the league and of a tournament among them."""
        weeks, ways = self.size.weeks, (self._quits, self._withdraws, self._vanishes, self._closes)
        leavers = self.people[4 : 4 + self.size.leavers]
        for number, person in enumerate(leavers):
            since_ms = week(weeks * number / len(leavers))
            person.leaving = (since_ms, ways[number % len(ways)](person))
        if leavers and weeks > 3:
            self._at(week(weeks * 0.4), self.people[1], self._closes(self.people[1]))
            self._when(week(1.5), self._abandons)

    def _abandons(self) -> None:
        organiser, entrants = self.people[3], self.people[-self.size.newcomers - 12 : -self.size.newcomers - 6]
        organiser.start(abandoned(organiser, self.club, entrants, self.held))

    def _quits(self, person: Member) -> Life:
        """Resigns everything, leaves the league, which withdraws them from their division, and goes."""
        yield Nap(6 * HOUR_MS)
        yield from person.resign_all()
        yield from person.withdraw_all()
        yield from person.asked("DELETE", f"/leagues/{self.league}/members/{person.name}")
        self.league_log.append((self.world.scheduler.now_ms, "left", person))
        person.is_gone = True

    def _withdraws(self, person: Member) -> Life:
        """Withdraws from everything but what is played, where a substitute may come, and stays in the club."""
        yield Nap(2 * HOUR_MS)
        entries = dict(person.entries)
        yield from person.withdraw_all()
        for newcomer in reversed(self.people):
            if newcomer.has_webhook and newcomer.is_here and not newcomer.entries:
                for tournament, entry in sorted(entries.items()):
                    newcomer.start(newcomer.take_over(tournament, entry))
                return

    def _vanishes(self, person: Member) -> Life:
        """Does not look any more, and says nothing."""
        person.vanishes_ms = self.world.scheduler.now_ms
        person.counts["vanished"] += 1
        yield Nap(1)

    def _closes(self, person: Member) -> Life:
        yield from person.close_account()
        person.counts["accounts closed"] += 1
        self.league_log.append((self.world.scheduler.now_ms, "left", person))

    # The end

    def _end(self) -> None:
        """Has nothing new begin, and plays on until all is over."""
        self._now(self._league_organiser(), self._last())
        if not self._run(self._is_over, MOST_OVER_MS):
            raise Broken(f"no end {MOST_OVER_MS // DAY_MS} days after the last week: {self._unfinished()}")
        self._run(lambda: False, DRAIN_MS)
        for person in self.people:
            if person.has_webhook and person.ended_ms is None:
                self._now(person, person.read_stream())

    def _league_organiser(self) -> Member:
        return next(person for person in self.people[1:3] if person.ended_ms is None)

    def _last(self) -> Life:
        organiser = self._league_organiser()
        yield from organiser.done("PATCH", f"/leagues/{self.league}", {"pause_days": None})
        # refused while a season is played
        yield from organiser.asked("PATCH", f"/leagues/{self.league}", {"starts_at": None})
        if self.size.has_evenings:
            yield from self._last_evening()

    def _last_evening(self) -> Life:
        founder = self.people[0]
        evenings = yield from founder.done("GET", f"/tournaments?club={self.club}&status=open&limit=50")
        for line in evenings.body["items"]:
            if line["title"] == EVENING["title"]:
                yield from founder.done("POST", f"/tournaments/{line['id']}/cancel")

    def _is_over(self) -> bool:
        if self.opening or not self.world.is_time_to_look():
            return False
        return not self._unfinished()

    def _unfinished(self) -> list[Any]:
        tournaments = Tournament.objects.filter(status__in=("open", "running"))
        matches = Match.objects.exclude(status__in=ENDED)
        return [*tournaments.values_list("pk", "title", "status"), *matches.values_list("pk")]

    def organisers_of(self, tournament: str, stored: Tournament) -> list[str]:
        """Who organises a tournament: the organiser first."""
        return [str(pk) for pk in (stored.organiser_id, *stored.co_organisers.values_list("pk", flat=True)) if pk]

    # Time

    def _when(self, at_ms: int, act: Callable[[], None]) -> None:
        self.world.scheduler.at(max(at_ms, self.world.scheduler.now_ms), act)

    def _at(self, at_ms: int, person: Member, life: Life) -> None:
        self._when(at_ms, lambda: person.start(life))

    def _now(self, person: Member, life: Life) -> None:
        """Has somebody do something now, and waits until it is done."""
        is_done = []

        def lived() -> Life:
            yield from life
            is_done.append(True)

        person.start(lived())
        if not self._run(lambda: bool(is_done), DAY_MS):
            raise Broken(f"{person.name} does not come to an end")

    def _until(self, at_ms: int) -> None:
        """Plays until a time."""
        while self.world.scheduler.now_ms < at_ms:
            self._run(lambda: False, min(DAY_MS // 4, at_ms - self.world.scheduler.now_ms))

    def _run(self, until: Callable[[], bool], most_ms: int) -> bool:
        is_reached = self.world.run(until, most_ms)
        self._progress((self.world.scheduler.now_ms - START_MS) / (7 * DAY_MS))
        return is_reached


def _token(link: str) -> str:
    """The token of an invitation."""
    return link.rpartition("/")[2].rpartition("#")[2]
