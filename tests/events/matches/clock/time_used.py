"""Computes the time that each seat has used, from a log, independently of the server and the verifiers.

Those compute deadlines from a seat's hours in closed form. This module reads the local time of the player every quarter
of an hour, and adds up the quarters in which the player is awake and the match waits for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from games.kernel.state import Prompt

QUARTER_MS = 900_000
DAY_MS = 86_400_000
ROUND_MS = 1_000  # the interval between two rounds of the scheduler
BANK = -1
Key = tuple[int, int]
"""A prompt, or BANK, and a seat."""


class Window(NamedTuple):
    """The hours of a day in which a player answers, in local time: from one hour until another."""

    zone: str
    start: int
    end: int

    def to_json(self) -> dict[str, str]:
        """Returns the window in the format of `PATCH /me`."""
        return {"zone": self.zone, "start": f"{self.start:02}:00", "end": f"{self.end:02}:00"}

    def is_open(self, at_ms: int) -> bool:
        """Returns whether the player answers at a given time."""
        return _is_open(self, at_ms // QUARTER_MS)

    def opens(self, at_ms: int) -> int:
        """Returns the first time from `at_ms` on at which the player answers."""
        while not self.is_open(at_ms):
            at_ms += QUARTER_MS - at_ms % QUARTER_MS
        return at_ms

    def awake_ms(self, start: int, end: int) -> int:
        """Returns for how long the player answers between two times."""
        quarters = range(start - start % QUARTER_MS, end, QUARTER_MS)
        return sum(min(end, q + QUARTER_MS) - max(start, q) for q in quarters if self.is_open(q))


@lru_cache(maxsize=100_000)
def _is_open(window: Window, quarter: int) -> bool:
    local = datetime.fromtimestamp(quarter * QUARTER_MS // 1000, ZoneInfo(window.zone))
    return window.start <= local.hour < window.end


class Wait(NamedTuple):
    """The time for an answer: the seat's used time, its available time, and the waiting time of the others."""

    used_ms: int
    allowed_ms: int
    passed_ms: int

    @property
    def share(self) -> float:
        """Returns the share of the available time that was used."""
        return self.used_ms / self.allowed_ms if self.allowed_ms else 0.0


class Asked(NamedTuple):
    """An open prompt: the start of its time, the time that it allows in seconds, and its seats."""

    since: int
    after: int | None
    seats: tuple[int, ...]


class TimeUsed:
    """The used time of every seat along a log. Raises AssertionError for a timeout that is early, or a wait too long.

    windows: the hours in which a player answers, by the event that seats the player; only if the match uses such hours.
    """

    def __init__(self, created: Mapping[str, Any], windows: Mapping[int, Window]) -> None:
        self.clock, self.unseen, self.windows = created["clock"], set(created.get("unseen", ())), windows
        self.is_personal = any(self.clock.get(name) for name in ("bank", "play_window", "vacation_days"))
        self.at_ms, self.paused_until, self.last_prompt = 0, None, -1
        self.left: dict[Key, int] = {(BANK, s): 1000 * (self.clock.get("bank") or 0) for s in range(created["seats"])}
        self.allowed, self.began = dict[Key, int](), dict[Key, int]()
        self.running, self.open = dict[Key, Key](), dict[int, Asked]()
        self.window, self.away = dict[int, Window](), dict[int, int]()
        self.resigned = dict[int, int]()
        self.longest = Wait(0, 0, 0)

    def event(self, core: Mapping[str, Any], prompts: Iterable[Prompt]) -> None:
        """Adds the time up to an event, checks it, and applies its changes. prompts: those open after the event."""
        self._pass(core["at_ms"])
        self._judge(core)
        self.left = {key: max(0, left) for key, left in self.left.items()}
        self._note(core)
        if core["effects"]:
            self._ask(list(prompts))
        elif core["type"] == "match.void":
            self._ask([])

    def _pass(self, at_ms: int) -> None:
        if self.paused_until is None:
            for key in set(self.running.values()):
                start = max(self.at_ms, min(self.away.get(key[1], 0), at_ms))
                window = self.window.get(key[1])
                self.left[key] -= at_ms - start if window is None else window.awake_ms(start, at_ms)
        else:
            passed = at_ms - self.at_ms
            self.open = {prompt: asked._replace(since=asked.since + passed) for prompt, asked in self.open.items()}
        self.at_ms = at_ms

    def _overdue_ms(self, prompt: int) -> int | None:
        """Returns how long a prompt has been overdue; negative before its deadline, None if it has no time limit."""
        since, after, _ = self.open[prompt]
        seats = [key for place, key in self.running.items() if place[0] == prompt]
        times = [] if after is None else [self.at_ms - since - 1000 * after]
        times += [min(-self.left[key] for key in seats)] if seats else []
        return max(times, default=None)

    def _judge(self, core: Mapping[str, Any]) -> None:
        if core["type"] == "match.resumed" and core["by"] == "clock":
            assert self.paused_until is not None and core["at_ms"] == self.paused_until, "a pause has its length"
        if self.paused_until is not None:
            return
        overdue = {prompt: late for prompt in self.open if (late := self._overdue_ms(prompt)) is not None}
        for prompt, asked in self.open.items():
            if len(asked.seats) == 1 and asked.seats[0] in self.resigned:  # answered in the scheduler's next round
                late = self.at_ms - max(asked.since, self.resigned[asked.seats[0]])
                assert late <= ROUND_MS, f"event {core['seq']}: a seat without a player was waited for {late} ms"
                overdue.pop(prompt, None)
        for prompt, late in overdue.items():
            assert late <= 0, f"event {core['seq']}: prompt {prompt} was open {late} ms too long"
        if core["by"] == "clock" and core["type"] != "match.resumed" and core["actor"] not in self.resigned:
            prompts = overdue if core["prompt"] is None else [core["prompt"]]
            early = min((-overdue.get(prompt, -(2**62)) for prompt in prompts), default=2**62)
            assert early == 0, f"event {core['seq']}: the clock acted {early} ms early"

    def _note(self, core: Mapping[str, Any]) -> None:
        kind, seat, at_ms = core["type"], core["actor"], core["at_ms"]
        if kind == "seat.vacation":
            self.away[seat] = core["until_ms"]
        elif kind == "match.paused":
            self.paused_until = core["until_ms"]
        elif kind == "match.resumed":
            self.paused_until = None
        elif kind == "seat.resigned":
            self.resigned[seat] = at_ms
        elif kind in ("seat.joined", "seat.replaced"):
            self.window.pop(seat, None)
            self.away.pop(seat, None)
            if core["seq"] in self.windows:
                self.window[seat] = self.windows[core["seq"]]
            if core["by"] == "clock":
                self._renew(seat, at_ms)

    def _renew(self, seat: int, at_ms: int) -> None:
        """Gives the full time to a bot that replaces an absent player."""
        alone = {prompt for prompt, asked in self.open.items() if asked.seats == (seat,)}
        waits = {place: key for place, key in self.running.items() if place[1] == seat}
        for place, key in waits.items():
            self._stop(place, key)
        for key in self.left:
            if key[1] == seat and (self.is_personal or key[0] in alone):
                self.left[key] = 1000 * (self.clock.get("per_move") or self.clock.get("bank") or 0)
        for place, key in waits.items():
            self.allowed[place], self.began[place] = self.left[key], at_ms
        for prompt in alone:
            self.open[prompt] = self.open[prompt]._replace(since=at_ms)

    def _ask(self, prompts: list[Prompt]) -> None:
        """Stops the time of seats that have answered, and starts the time of prompted seats."""
        increment = 1000 * self.clock.get("increment", 0)
        self.open = {p.id: self.open.get(p.id, Asked(self.at_ms, p.after, p.seats)) for p in prompts}
        for prompt in prompts:
            if prompt.id > self.last_prompt and prompt.mode == "once" and prompt.phase not in self.unseen:
                for seat in prompt.seats:
                    self.left[BANK, seat] += increment
        places = [(p, s) for p in prompts if p.mode == "once" for s in p.seats if s not in p.arrived]
        before, self.running = self.running, {}
        for prompt, seat in places:
            self._start(prompt, seat, before, increment)
        for place in before.keys() - self.running.keys():
            self._stop(place, before[place])
        self.last_prompt = max([self.last_prompt, *(p.id for p in prompts)])

    def _start(self, prompt: Prompt, seat: int, before: Mapping[Key, Key], increment: int) -> None:
        place = key = (prompt.id, seat)
        if self.clock.get("bank") and prompt.phase not in self.unseen:
            key = BANK, seat
        elif not self.clock.get("bank") and not self.clock.get("per_move"):
            return
        elif place not in before:
            bank = self.left[BANK, seat] + increment
            self.left[key] = bank if self.clock.get("bank") else 1000 * self.clock["per_move"]
        self.running[place] = key
        if place not in before:
            self.allowed[place], self.began[place] = self.left[key], self.at_ms

    def _stop(self, place: Key, key: Key) -> None:
        wait = Wait(self.allowed[place] - self.left[key], self.allowed[place], self.at_ms - self.began[place])
        self.longest = max(self.longest, wait, key=lambda each: (each.share, each.passed_ms))
