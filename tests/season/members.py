"""Members of a club: they play in their waking hours, are away for days, forget, leave for good, or simply vanish."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from tests.season.world import DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, SeasonClients, SeasonWorld
from tests.simulation.clients import Reply
from tests.simulation.outside import Posted
from tests.simulation.people import MOST_IN_A_ROW, Exchange, Life, Nap, Notified, Person
from tests.simulation.scheduler import START_MS, Broken

PACES_MS = (10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS)
LOOKS_MS = 3 * DAY_MS
LATE = 0.02  # how often somebody who is notified forgets for hours
COMES = 0.85  # how often somebody who has entered an evening checks in
COMES_AGAIN = 0.7


class Member(Person):
    """A player of the club. entries: their entry by tournament; absences: from when to when they are away, in ms.

    running: the matches that they play; posted: how often each post of a webhook arrived, by id; streamed: what
    `/me/stream` has sent, by id; excuses: whether they take vacations while they are away; leaving: from when on they
    leave, in the midst of a season, and how; ended_ms: when they closed the account; vanishes_ms: when they stop
    looking.
    """

    def __init__(self, clients: SeasonClients, number: int) -> None:
        super().__init__(clients, number, 1)
        self.pace_ms, self.looks_ms = self.random.choice(PACES_MS), LOOKS_MS
        self.hours = range(self.random.randrange(6, 10), self.random.randrange(21, 24))
        self.absences = list[tuple[int, int]]()
        self.entries, self.running = dict[str, int](), set[str]()
        self.posted = Counter[str]()
        self.streamed = dict[int, Notified]()
        self.vanishes_ms: int | None = None
        self.ended_ms: int | None = None
        self.excuses, self.excused = False, set[str]()
        self.leaving: tuple[int, Life] | None = None
        self.counts = Counter[str]()

    @property
    def world(self) -> SeasonWorld:
        """The server."""
        assert isinstance(self.clients.world, SeasonWorld)
        return self.clients.world

    @property
    def is_here(self) -> bool:
        """Whether they still look at anything."""
        vanished = self.vanishes_ms is not None and self.scheduler.now_ms >= self.vanishes_ms
        return not (self.is_gone or vanished)

    def is_away(self, at_ms: int) -> int | None:
        """Until when they are away; None if they are not."""
        return next((end for begin, end in self.absences if begin <= at_ms < end), None)

    def join(self) -> Life:
        """Signs up with a webhook, which receives all notices."""
        yield from self.arrive(has_webhook=True)
        if not self.has_webhook:
            raise Broken(f"{self.name} has no webhook")
        receivers: Any = self.world.outside
        receivers.hears[self.host] = self._hear

    def done(self, method: str, path: str, body: Any = None) -> Exchange:
        """Sends a request that has to succeed."""
        reply = yield from self.asked(method, path, body, once=method == "POST")
        if reply.status >= 300:
            raise Broken(f"{self.name}: {method} {path} {body} is answered {reply.status} {reply.body}")
        return reply

    # Notices

    def _hear(self, posted: Posted) -> None:
        """Reads what a webhook has received."""
        self.posted[posted.id] += 1
        data = posted.body["data"]
        notice = Notified(data["id"], posted.body["type"], data, self.scheduler.now_ms)
        self.notices.append(notice)
        if notice.kind == "match_started":
            match = notice.data["match"]
            self.seats[match], self.games[match] = notice.data["seat"], notice.data["game"]
            self.running.add(match)
        elif notice.kind == "match_over":
            self.running.discard(notice.data["match"])
        if not self.is_here:
            return
        if notice.kind == "round_drawn" and self.leaving and self.scheduler.now_ms >= self.leaving[0]:
            (_, life), self.leaving = self.leaving, None
            self.start(life)
        until_ms = self.is_away(self.scheduler.now_ms)
        if until_ms is not None and self.excuses and notice.kind == "your_turn":
            self.start(self._excuse(notice.data["match"], until_ms))
        if notice.kind in ("your_turn", "deadline_near"):
            self.told.add(notice.data["match"])
            self.tell()
        elif notice.kind == "tournament_news":
            self.start(self._answer(notice))

    def _answer(self, notice: Notified) -> Life:
        """Looks up the entry of a new season, checks in, enters the evening of the week after, or votes."""
        path, news = f"/tournaments/{notice.data['tournament']}", notice.data["news"]
        if news == "season_began":
            self.entries[notice.data["tournament"]] = (yield from self.done("GET", path)).body["entry"]
        if self.is_away(self.scheduler.now_ms) is not None:
            return
        yield Nap(1 + self.random.randrange(10 * MINUTE_MS))
        if not self.is_here:
            return
        if news == "check_in" and self.random.random() < COMES:
            yield from self.done("POST", f"{path}/entries/{self.entries[notice.data['tournament']]}/check-in")
        elif news == "evening" and self.random.random() < COMES_AGAIN:
            yield from self.enter(notice.data["tournament"])
        elif news == "vote":
            yield from self.vote(notice.data["tournament"])

    def read_stream(self) -> Life:
        """Reads all notices that are stored and not read yet; notices are stored for a week."""
        reply: Reply = yield from self.asked("GET", "/me/stream?after=0")
        for event in reply.content.decode().split("\n\n"):
            lines = dict(line.partition(": ")[::2] for line in event.splitlines())
            if "id" in lines and "data" in lines:
                number = int(lines["id"])
                self.streamed[number] = Notified(
                    number, lines["event"], json.loads(lines["data"]), self.scheduler.now_ms
                )

    # Tournaments

    def enter(self, tournament: str) -> Life:
        """Enters a tournament, if there is room and it has not begun."""
        reply = yield from self.asked("POST", f"/tournaments/{tournament}/entries", {}, once=True)
        if reply.status < 300:
            self.entries[tournament] = reply.body["entry"]
        elif reply.body["code"] not in ("tournament_full", "tournament_not_open", "tournament_over", "already_entered"):
            raise Broken(f"{self.name} cannot enter: {reply}")

    def take_over(self, tournament: str, entry: int) -> Life:
        """Takes over the entry of somebody who has withdrawn."""
        reply = yield from self.asked("POST", f"/tournaments/{tournament}/entries/{entry}/substitute", once=True)
        if reply.status < 300:
            self.entries[tournament] = entry
            self.counts["taken over"] += 1

    def vote(self, tournament: str) -> Life:
        """Votes for cancelling."""
        reply = yield from self.asked("POST", f"/tournaments/{tournament}/cancel-votes", once=True)
        self.counts["votes"] += reply.status < 300

    # Playing

    def live(self) -> Life:
        """Looks in now and then, and whenever there is news, in waking hours."""
        while self.is_here:
            yield Nap(self.random.randrange(self.looks_ms // 2, self.looks_ms), ends_by_news=True)
            yield from self._until_awake()
            if self.random.random() < LATE:
                yield Nap(self.random.randrange(HOUR_MS, 40 * HOUR_MS))
                yield from self._until_awake()
            if self.is_here:
                yield from self._look()

    def _until_awake(self) -> Life:
        """Waits until they are back, and it is neither night nor early."""
        while (until_ms := self.is_away(self.scheduler.now_ms)) is not None:
            yield Nap(until_ms - self.scheduler.now_ms + self.random.randrange(HOUR_MS))
        while self.hour not in self.hours and self.scheduler.now_ms >= self.world.live_until_ms:
            yield Nap(HOUR_MS // 2 + self.random.randrange(HOUR_MS))

    @property
    def hour(self) -> int:
        """The hour of the day, UTC."""
        return self.scheduler.now_ms % DAY_MS // HOUR_MS

    def _look(self) -> Life:
        """Answers all that waits for the player."""
        told, self.told = sorted(self.told), set()
        if not told:
            reply = yield from self.asked("GET", "/matches?to_act=me&limit=50")
            told = [line["id"] for line in reply.body["items"]] if reply.status == 200 else []
        for match in told:
            if match in self.seats:
                yield from self._sit(match)

    def _sit(self, match: str) -> Life:
        is_live = self.scheduler.now_ms < self.world.live_until_ms
        pace_ms = min(self.pace_ms, 5 * SECOND_MS) if is_live else self.pace_ms
        for _ in range(MOST_IN_A_ROW):
            yield Nap(1 + self.random.randrange(pace_ms))
            if not self.is_here or not (yield from self._act(match)):
                return

    # Going

    def _excuse(self, match: str, until_ms: int) -> Life:
        """Has the time stand in a match, if it allows it."""
        if match not in self.excused:
            self.excused.add(match)
            days = 1 + (until_ms - self.scheduler.now_ms) // DAY_MS
            reply = yield from self.asked("POST", f"/matches/{match}/vacation", {"days": min(days, 5)}, once=True)
            self.counts["vacations"] += reply.status < 300

    def resign_all(self) -> Life:
        """Resigns all matches."""
        for match in sorted(self.running):
            reply = yield from self.asked("POST", f"/matches/{match}/resign", once=True)
            self.counts["resigned"] += reply.status < 300

    def withdraw_all(self) -> Life:
        """Withdraws from all tournaments that are not over."""
        for tournament in sorted(self.entries):
            path = f"/tournaments/{tournament}/entries/{self.entries[tournament]}"
            reply = yield from self.asked("DELETE", path)
            self.counts["withdrawn"] += reply.status < 300

    def close_account(self) -> Life:
        """Closes the account, and is gone."""
        yield from self.done("DELETE", "/me")
        self.is_gone, self.ended_ms = True, self.scheduler.now_ms


def week(number: float) -> int:
    """The time at which a week begins, counted from 0."""
    return START_MS + int(7 * DAY_MS * number)
