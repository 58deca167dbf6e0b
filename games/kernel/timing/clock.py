"""The time of the seats of a match: a fold over the public part of its log.

No rule reads a clock, so every time is an argument, in milliseconds since 1970. docs/integrity.md ("The clock")
describes the same in prose, and both verifiers compute it again.

With `per_move`, a seat has this number of seconds for each answer. With `bank`, a seat has a supply of time. The supply
runs only while the match waits for the seat, and grows by `increment` with each prompt. A seat's time stops outside its
hours, on its vacation, and while the match is paused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Self

from games.kernel.state import Json, Prompt, Seat, Table, tupled

DAY_MS = 86_400_000
MINUTE_MS = 60_000
PAUSE_MS = 14 * DAY_MS  # the longest pause
BANK = -1
"""The key, instead of a prompt, of time that a seat may spend on any of its prompts."""

Key = tuple[int, Seat]
TimedEvent = Mapping[str, Any]
PAUSED, RESUMED = "match.paused", "match.resumed"
CHANGING = frozenset({PAUSED, RESUMED, "seat.replaced"})
"""The types of events without effects that may change any clock; other types concern only single seats' clocks."""


class Clock(NamedTuple):
    """The settings: seconds for each answer, or a supply of seconds and its increment.

    phases_hiding_arrival: the phases whose answers arrive without being seen by other seats. Time for them is not
    charged to a seat's bank, since that would reveal when the seat answered.
    """

    per_move: int | None = None
    bank: int | None = None
    increment: int = 0
    play_window: bool = False
    vacation_days: int = 0
    phases_hiding_arrival: frozenset[str] = frozenset()

    @classmethod
    def from_json(cls, stored: Mapping[str, Any], phases_hiding_arrival: Iterable[str] = ()) -> Self:
        """Reads the settings from `match.created`."""
        names = [name for name in cls._fields if stored.get(name) is not None]
        return cls(
            **{**{name: stored[name] for name in names}, "phases_hiding_arrival": frozenset(phases_hiding_arrival)}
        )

    @property
    def is_personal(self) -> bool:
        """True if each seat has its own time."""
        return self.bank is not None or self.play_window or self.vacation_days > 0


class Hours(NamedTuple):
    """The daily hours in which a seat's time runs: `minutes` from `start`, in minutes after local midnight.

    offsets: minutes east of Greenwich, each valid from a moment on; the first offset is also valid before its moment.
    """

    start: int
    minutes: int
    offsets: tuple[tuple[int, int], ...]

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """Reads the hours from an event."""
        return cls(stored["start"], stored["minutes"], tuple((at, offset) for at, offset in stored["offsets"]))

    def at(self, at_ms: int) -> tuple[bool, int]:
        """Returns whether time runs at a moment, and the next moment at which that may change."""
        offset, change = self.offsets[0][1], None
        for from_ms, minutes in self.offsets:
            if from_ms > at_ms:
                change = from_ms if from_ms != self.offsets[0][0] else None
                break
            offset = minutes
        since_start = (at_ms + MINUTE_MS * (offset - self.start)) % DAY_MS
        runs = since_start < MINUTE_MS * self.minutes
        until = at_ms - since_start + (MINUTE_MS * self.minutes if runs else DAY_MS)
        return runs, until if change is None else min(until, change)


def spent(hours: Hours | None, start: int, end: int) -> int:
    """Returns the part of the time between two moments that lies within hours.

    >>> spent(Hours(0, 480, ((0, 0),)), 0, 2 * DAY_MS) == 2 * 480 * MINUTE_MS
    True
    """
    if hours is None:
        return max(0, end - start)
    total = 0
    while start < end:
        runs, change = hours.at(start)
        total += min(change, end) - start if runs else 0
        start = change
    return total


def ends(hours: Hours | None, start: int, left: int) -> int:
    """Returns the moment at which the remaining time is used up, if it runs within hours from the given moment on.

    >>> ends(Hours(0, 480, ((0, 0),)), 479 * MINUTE_MS, 2 * MINUTE_MS) == DAY_MS + MINUTE_MS
    True
    """
    if hours is None:
        return start + left
    while True:
        runs, change = hours.at(start)
        if runs and left <= change - start:
            return start + left
        left -= change - start if runs else 0
        start = change


class SeatClocks(NamedTuple):
    """The time of each seat at `at_ms`.

    left: the milliseconds left, by prompt (or BANK) and seat. running: the key in `left` that each open prompt uses, by
    prompt and seat. until: the end of each seat's vacation. vacation: each seat's remaining vacation. last_prompt: the
    highest id so far.
    """

    at_ms: int = 0
    left: Mapping[Key, int] = {}
    running: Mapping[Key, Key] = {}
    hours: Mapping[Seat, Hours] = {}
    until: Mapping[Seat, int] = {}
    vacation: Mapping[Seat, int] = {}
    last_prompt: int = -1

    def to_json(self) -> list[Json]:
        """Returns the clocks as the server stores them; mappings are lists of pairs."""
        running = [[*place, *key] for place, key in self.running.items()]
        left = [[*key, left] for key, left in self.left.items()]
        by_seat = (_pairs(self.hours), _pairs(self.until), _pairs(self.vacation))
        return [self.at_ms, left, running, *by_seat, self.last_prompt]

    @classmethod
    def stored(cls, value: Sequence[Json]) -> Self:
        """Reads clocks from JSON."""
        at_ms, left, running, hours, until, vacation, last_prompt = value
        return cls(
            at_ms,
            {(prompt, seat): ms for prompt, seat, ms in left},
            {(prompt, seat): (place, holder) for prompt, seat, place, holder in running},
            {seat: Hours(start, minutes, tuple(map(tuple, offsets))) for seat, (start, minutes, offsets) in hours},
            dict(until),
            dict(vacation),
            last_prompt,
        )

    def charged(self, at_ms: int, is_paused: bool) -> Self:
        """Returns the clocks at a later moment if nothing happens until then."""
        if is_paused or not self.running:
            return self._replace(at_ms=at_ms)
        left = {**self.left}
        for key in set(self.running.values()):
            start = max(self.at_ms, min(self.until.get(key[1], 0), at_ms))
            left[key] = max(0, left[key] - spent(self.hours.get(key[1]), start, at_ms))
        return self._replace(at_ms=at_ms, left=left)

    def after_event(self, clock: Clock, event: TimedEvent) -> Self:
        """Returns the clocks after an event about them."""
        kind, seat = event["type"], event["actor"]
        if kind == "match.started":
            banks = {(BANK, s): 1000 * (clock.bank or 0) for s in range(event["seats"])}
            vacation = {s: DAY_MS * clock.vacation_days for s in range(event["seats"])}
            return self._replace(left={} if clock.bank is None else banks, vacation=vacation)
        if kind == "seat.vacation":
            return self._away(seat, event["at_ms"], event["until_ms"])
        if kind not in ("seat.joined", "seat.left", "seat.replaced"):
            return self
        hours = {other: kept for other, kept in self.hours.items() if other != seat}
        if event.get("hours") is not None:
            hours[seat] = Hours.from_json(event["hours"])
        return self._away(seat, event["at_ms"], event["at_ms"])._replace(hours=hours)

    def _away(self, seat: Seat, at_ms: int, until_ms: int) -> Self:
        """Returns the clocks after a seat sets the end of its vacation; gives back unused earlier vacation."""
        left = self.vacation.get(seat, 0) + max(0, self.until.get(seat, 0) - at_ms) - (until_ms - at_ms)
        return self._replace(until={**self.until, seat: until_ms}, vacation={**self.vacation, seat: left})

    def renewed(self, clock: Clock, seat: Seat) -> Self:
        """Returns the clocks after a seat's time has started again."""
        time = 1000 * ((clock.bank if clock.per_move is None else clock.per_move) or 0)
        return self._replace(left={key: time if key[1] == seat else left for key, left in self.left.items()})

    def after_prompts(self, clock: Clock, table: Table) -> Self:
        """Returns the clocks after a change of the prompts: clocks of newly prompted seats start, other clocks stop."""
        left, running = {**self.left}, dict[Key, Key]()
        if clock.bank is not None:
            for prompt in table.prompts.values():
                if (
                    prompt.id > self.last_prompt
                    and prompt.mode == "once"
                    and prompt.phase not in clock.phases_hiding_arrival
                ):
                    for seat in prompt.seats:
                        left[BANK, seat] += 1000 * clock.increment
        for prompt in table.open_prompts:
            for seat in prompt.seats if prompt.mode == "once" else ():
                if seat not in prompt.arrived:
                    running[prompt.id, seat] = self._started(clock, prompt, seat, left)
        kept = {key: time for key, time in left.items() if key[0] == BANK or key in running}
        last = max((self.last_prompt, *table.prompts))
        return self._replace(left=kept, running=running, last_prompt=last)

    def _started(self, clock: Clock, prompt: Prompt, seat: Seat, left: dict[Key, int]) -> Key:
        """Returns the key of the time that a seat uses at an open prompt; adds a new time to `left` if necessary."""
        if clock.bank is not None and prompt.phase not in clock.phases_hiding_arrival:
            return BANK, seat
        key = prompt.id, seat
        if key not in self.running:
            own = clock.per_move
            left[key] = left[BANK, seat] + 1000 * clock.increment if own is None else 1000 * own
        return key

    def ends_ms(self, prompt: int) -> int | None:
        """Returns the moment at which the last seat that a prompt waits for has used up its time."""
        return max((self._ends(key) for place, key in self.running.items() if place[0] == prompt), default=None)

    def _ends(self, key: Key) -> int:
        seat = key[1]
        return ends(self.hours.get(seat), max(self.at_ms, self.until.get(seat, 0)), self.left[key])


def _pairs(mapping: Mapping[Any, Any]) -> list[Json]:
    return [[key, list(value) if isinstance(value, tuple) else value] for key, value in mapping.items()]


class Times(NamedTuple):
    """The clock of a match after an event.

    prompted_at: the time at which each open prompt was opened or resumed; a pause postpones it. paused_at: the start of
    a pause; until_ms: its latest end. seats: the seats' clocks; None if no seat has its own time.
    """

    clock: Clock = Clock()
    prompted_at: Mapping[int, int] = {}
    paused_at: int | None = None
    until_ms: int | None = None
    seats: SeatClocks | None = None

    @classmethod
    def opening(cls, clock: Clock) -> Self:
        """Returns the clock before the first event."""
        return cls(clock, seats=SeatClocks() if clock.is_personal else None)

    def to_json(self) -> list[Json]:
        """Returns the clock as the server stores it, without its settings."""
        seats = self.seats and self.seats.to_json()
        return [_pairs(self.prompted_at), self.paused_at, self.until_ms, seats]

    @classmethod
    def stored(cls, clock: Clock, value: Sequence[Json]) -> Self:
        """Reads a clock from JSON."""
        prompted_at, paused_at, until_ms, seats = value
        return cls(clock, dict(prompted_at), paused_at, until_ms, seats and SeatClocks.stored(seats))

    def after(self, event: TimedEvent, table: Table, *, has_effects: bool) -> Self:
        """Returns the clock after an event with these public members. table: the table after the event."""
        if self.seats is None and not has_effects and event["type"] not in CHANGING:
            return self
        times, at_ms = self, event["at_ms"]
        if self.seats is not None:
            charged = self.seats.charged(at_ms, self.paused_at is not None)
            times = times._replace(seats=charged.after_event(self.clock, event))
        if event["type"] == "seat.replaced" and (event["by"] == "clock" or event.get("renewed")):
            times = times._renewed(event["actor"], at_ms, table, also_shared=event["by"] != "clock")
        elif event["type"] == PAUSED:
            times = times._replace(paused_at=at_ms, until_ms=event["until_ms"])
        elif event["type"] == RESUMED and self.paused_at is not None:
            moved = {prompt: since + at_ms - self.paused_at for prompt, since in self.prompted_at.items()}
            times = times._replace(prompted_at=moved, paused_at=None, until_ms=None)
        return times.after_prompts(table, at_ms) if has_effects else times

    def _renewed(self, seat: Seat, at_ms: int, table: Table, *, also_shared: bool) -> Self:
        """Returns the clock after a seat's time has started again.

        also_shared: also at prompts to several seats; True for a substitute, False for a bot that plays temporarily.
        """
        once = (prompt for prompt in table.open_prompts if prompt.mode == "once")
        own = {p.id for p in once if p.seats == (seat,) or (also_shared and seat in p.seats)}
        moved = {prompt: at_ms if prompt in own else since for prompt, since in self.prompted_at.items()}
        seats = self.seats and self.seats.renewed(self.clock, seat)
        return self._replace(prompted_at=moved, seats=seats)

    def after_prompts(self, table: Table, at_ms: int) -> Self:
        """Returns the clock after a change of the prompts."""
        before = self.prompted_at
        prompted_at = {prompt.id: before.get(prompt.id, at_ms) for prompt in table.open_prompts}
        if self.seats is None and prompted_at == before:
            return self
        seats = None if self.seats is None else self.seats.after_prompts(self.clock, table)
        return tupled(type(self), (self.clock, prompted_at, self.paused_at, self.until_ms, seats))

    def deadline_ms(self, prompt: Prompt) -> int | None:
        """Returns when the clock answers a prompt: after the prompt's time or its seats' time, whichever is shorter."""
        if prompt.id not in self.prompted_at or self.paused_at is not None:
            return None
        since, per_move = self.prompted_at[prompt.id], self.clock.per_move
        times = [] if prompt.after is None else [since + 1000 * prompt.after]
        if self.seats is not None:
            own = self.seats.ends_ms(prompt.id)
            times += [] if own is None else [own]
        elif prompt.mode == "once" and per_move is not None:
            times.append(since + 1000 * per_move)
        return min(times, default=None)
