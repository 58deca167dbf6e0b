"""Players of a match who sleep, travel, forget, go on vacation, pause, undo moves, leave, and are replaced."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from random import Random
from typing import Any

from bots.policies import get as policy_of
from events.base.exceptions import Problem
from events.log import states
from events.log.match_state.occupants import occupants
from events.log.match_state.rules import game_of
from events.log.models import ActionEvent, Match, Seat
from events.matches.lobby.seats import seat_resign
from events.matches.lobby.substitutes import seat_abandon, seat_replace
from events.matches.record.table_views import Choices
from events.matches.table.moves import Submission, move_submit
from events.matches.table.orders import order_add
from events.matches.table.pauses import match_pause, match_resume
from events.matches.table.undo import undo_agree
from events.matches.table.vacations import vacation_start
from events.users.services import profile_update
from games.kernel.errors import RulesError
from games.kernel.rng import policy_draws
from games.kernel.state import Move
from tests.events.matches.clock.time_used import DAY_MS, Window
from tests.events.tables import Hands, fresh, player

HOUR_MS = 3_600_000
WEEKS_MS = 21 * DAY_MS
SUBSTITUTES = 4
ZONES = ("Europe/Paris", "Asia/Tokyo", "America/New_York", "Australia/Lord_Howe")
Coming = Iterator[tuple[int, Callable[[], None]]]
"""Possible next acts, each with its time."""


class Person:
    """A player with their habits. done: the prompts that they have answered or will forget."""

    def __init__(self, random: Random, start_ms: int) -> None:
        self.player, self.random = player("Absent"), random
        self.delay_ms = random.choice((HOUR_MS, 4 * HOUR_MS, 12 * HOUR_MS))
        self.forgets = random.choice((0.02, 0.1, 0.3))
        self.leaves_ms = start_ms + random.randrange(5 * DAY_MS, WEEKS_MS)
        self.travels_ms: int | None = start_ms + random.randrange(WEEKS_MS) if random.random() < 0.6 else None
        self.looks_ms: int | None = None
        self.away_ms, self.done = 0, set[int]()
        self.settle()

    def settle(self) -> None:
        """Moves the player to a time zone, and stores the hours in which they answer."""
        start = self.random.randrange(6, 11)
        self.window = Window(self.random.choice(ZONES), start, start + self.random.randrange(8, 14))
        changes = {"play_window": self.window.to_json()}
        self.player = profile_update(player=self.player, token=None, changes=changes)

    def look(self, now: int) -> int:
        """Returns when the player next looks: awake, and back from a vacation."""
        return self.window.opens(max(now + self.random.randrange(self.delay_ms), self.away_ms))


class People:
    """The players of one match. windows: the hours in which a player answers, by the event that seats the player."""

    def __init__(self, hands: Hands, random: Random, number: int) -> None:
        self.hands, self.random, self.start = hands, random, hands.now_ms
        self.seats = {seat: Person(random, self.start) for seat in range(number)}
        self.windows = dict[int, Window]()
        self.gone, self.arrivals, self.substitutes = set[int](), dict[int, int](), SUBSTITUTES
        self.resumes_ms: int | None = None
        self._stand_ins = dict[tuple[bytes, int], str]()

    def seated(self, match: Match, seat: int) -> None:
        """Records the hours in which the time of a newly seated player runs."""
        self.match = match
        if match.clock.get("play_window"):
            seated = ActionEvent.objects.filter(match=match, seat=seat, type__in=("seat.joined", "seat.replaced"))
            self.windows[seated.order_by("-seq").values_list("seq", flat=True)[0]] = self.seats[seat].window

    # Next acts

    def coming(self, match: Match) -> Coming:
        """Yields the possible next acts of people."""
        self.match = match
        if self.resumes_ms is not None:
            yield self.resumes_ms, self._resume
        asked = self._asked()
        for seat, person in self.seats.items():
            if seat not in self.gone:
                yield from self._of(seat, person, seat in asked)
        for occupant in occupants(match, states.head(match)):
            if occupant.is_bot:
                yield from self._to_seat(occupant.number)

    def is_paused(self) -> bool:
        """Returns whether the match is paused."""
        return states.head(self.match).times.paused_at is not None

    def _asked(self) -> set[int]:
        if self.is_paused():
            return set()
        game, state = game_of(self.match), states.head(self.match).state
        return {*game.to_act(state), *game.may_act(state)}

    def _of(self, seat: int, person: Person, is_asked: bool) -> Coming:
        if is_asked and person.looks_ms is None and self._prompt(seat) is not None:
            person.looks_ms = person.look(self.hands.now_ms)
        if person.looks_ms is not None:
            yield person.looks_ms, partial(self._look, seat, person)
        if person.travels_ms is not None:
            yield person.travels_ms, partial(self._travel, person)
        yield person.leaves_ms, partial(self._leave, seat)

    def _to_seat(self, seat: int) -> Coming:
        """Yields the return of a player whose seat a bot plays, or the arrival of a substitute."""
        is_kept, late = self._stand_in(seat) == "kept", self.hands.now_ms > self.start + WEEKS_MS
        if (seat in self.gone) if is_kept else (late or not self.substitutes):
            return
        if seat not in self.arrivals:
            self.arrivals[seat] = self.hands.now_ms + self.random.randrange(HOUR_MS, 30 * HOUR_MS)
        yield self.arrivals[seat], partial(self._take, seat)

    def _stand_in(self, seat: int) -> str:
        key = states.head(self.match).seated, seat  # every change of a seat's holder appends an event
        if key not in self._stand_ins:
            of_seat = Seat.objects.filter(match=self.match, number=seat)
            self._stand_ins[key] = of_seat.values_list("stand_in", flat=True)[0]
        return self._stand_ins[key]

    def _prompt(self, seat: int) -> int | None:
        """Returns the first prompt that a seat may still answer."""
        prompts = game_of(self.match).prompts_for(states.head(self.match).state, seat)
        return next((prompt.id for prompt in prompts if prompt.id not in self.seats[seat].done), None)

    # Looks

    def _look(self, seat: int, person: Person) -> None:
        person.looks_ms = None
        prompt = self._prompt(seat)
        if prompt is None or self.is_paused():
            return
        if self.random.random() < person.forgets:
            person.done.add(prompt)
            return
        whim = self.random.random()
        if whim < 0.04 and self._did(vacation_start, seat, days=1):
            person.away_ms = self.hands.now_ms + DAY_MS
        elif whim < 0.055:
            self._pause()
        else:
            self._answer(seat, person, prompt, gives_order=whim < 0.13)

    def _answer(self, seat: int, person: Person, prompt: int, *, gives_order: bool) -> None:
        choices = Choices(self.match, seat, prompt)
        move, is_once = self._chosen(choices), choices.view.prompts[prompt].mode == "once"
        if move is None:
            return  # the player does not answer now
        if is_once:
            person.done.add(prompt)
        if is_once and gives_order:
            wish = {"phase": choices.view.prompts[prompt].phase, "move": {"verb": move.verb}}
            late, once = self.random.random() < 0.5, self.random.random() < 0.7
            self._did(order_add, seat, order={**wish, "late": late, "once": once})
            return
        submission = Submission(prompt, move.verb, move.args, player=person.player.pk)
        with _refused():
            move_submit(match_id=self.match.pk, seat=seat, submission=submission)
        if self.random.random() < 0.08:
            self._undo()

    def _chosen(self, choices: Choices) -> Move | None:
        """Returns the move of a player: one chosen by a heuristic, or now and then a random move."""
        if not choices.playable:
            return None
        if self.random.random() < 0.2:
            move = self.random.choice(choices.listed(12))
            return Move(move["verb"], move["args"])
        draws = policy_draws(b"weeks", self.random.randrange(2**32))
        return policy_of(self.match.game, "greedy")(choices.view, choices.playable, draws)

    def _did(self, service: Callable[..., Any], seat: int, **arguments: Any) -> bool:
        """Calls a service for a player; returns whether the service accepted the call."""
        with _refused():
            service(match_id=self.match.pk, player=self.seats[seat].player, **arguments)
            return True
        return False

    # Joint acts

    def present(self) -> list[int]:
        """Returns the seats in which people still play."""
        present = occupants(self.match, states.head(self.match))
        return [o.number for o in present if o.notified is not None and not o.resigned]

    def _pause(self) -> None:
        """Lets all agree to a pause; a player ends it within two days, or everybody forgets it."""
        if all(self._did(match_pause, seat) for seat in self.present()):
            is_forgotten = self.random.random() < 0.2
            self.resumes_ms = None if is_forgotten else self.hands.now_ms + self.random.randrange(1, 48) * HOUR_MS

    def _resume(self) -> None:
        self.resumes_ms = None
        if (present := self.present()) and self.is_paused():
            self._did(match_resume, self.random.choice(present))

    def _undo(self) -> None:
        """Lets all agree to undo the last move; a move that revealed something stays."""
        self.match = fresh(self.match)
        if all(self._did(undo_agree, seat) for seat in self.present()):
            for person in self.seats.values():
                person.done.clear()

    # Departures and arrivals

    def _travel(self, person: Person) -> None:
        """Moves a player to another time zone. The match keeps the hours that applied when they joined."""
        person.travels_ms = None
        person.settle()

    def _leave(self, seat: int) -> None:
        """Lets a player leave for good: for a substitute, by resigning, or without notice."""
        self.gone.add(seat)
        if seat not in self.present():
            return
        if self.match.substitutes and self.random.random() < 0.7:
            self._did(seat_abandon, seat, number=seat)
        elif self.random.random() < 0.3:
            self._did(seat_resign, seat)

    def _take(self, seat: int) -> None:
        """Lets the player return, or a substitute take the seat."""
        del self.arrivals[seat]
        is_kept = self._stand_in(seat) == "kept"
        if not is_kept:
            self.substitutes -= 1
            self.seats[seat] = Person(self.random, self.hands.now_ms)
            self.gone.discard(seat)
        if self._did(seat_replace, seat, number=seat):
            self.seats[seat].done.clear()
            self.seated(self.match, seat)


@contextmanager
def _refused() -> Iterator[None]:
    """Expects refusals of acts at the wrong moment; every other error is a fault."""
    try:
        yield
    except (Problem, RulesError):
        return
