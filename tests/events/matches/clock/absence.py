"""Matches over three weeks among scripted players who sleep, travel, forget and leave.

The clock jumps to the next act: a player looks, the scheduler has work, or a bot can move. Services, scheduler and
database are real. The seed of a match determines its players' acts and their times.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from random import Random
from typing import Any

import msgspec

from bots.tasks import play_turn
from events.log import log
from events.log.access import Viewer
from events.log.match_state import folding
from events.log.models import ENDED, ActionEvent, Match, PendingAction
from events.matches.lobby.seats import seat_take
from events.matches.lobby.services import MatchRequest, SeatRequest, match_create
from events.matches.models import OrderedAnswer
from events.notifications.models import Notification
from events.proofs.audits import findings
from events.proofs.selectors import bundle_for
from games import registry
from tests.events.matches.clock.absent_people import HOUR_MS, Coming, People
from tests.events.matches.clock.time_used import DAY_MS, ROUND_MS, TimeUsed, Wait
from tests.events.scheduling import run_due
from tests.events.tables import Hands, fresh, ready_turns_of

FIRST_MS = int(datetime(2027, 3, 8, tzinfo=UTC).timestamp()) * 1000  # clocks change on 14 and 28 March and on 4 April
MOST_STEPS = 20_000
CLOCK_ACTS = ("clock", "seat.replaced", "seat.resigned")
CLOCKS: tuple[Mapping[str, Any], ...] = (
    {"per_move": 14_400, "play_window": True, "ladder": ["default_move", "substitute"], "vacation_days": 3},
    {"per_move": None, "bank": 172_800, "increment": 3_600, "ladder": ["default_move", "bot"], "vacation_days": 2},
    {"per_move": 28_800, "play_window": True, "ladder": ["default_move", "default_move", "end"]},
    {"per_move": 21_600, "ladder": ["default_move", "default_move", "resign"]},
    {"per_move": None, "bank": 86_400, "increment": 7_200, "play_window": True, "ladder": ["bot"], "vacation_days": 4},
    {"per_move": 10_800, "on_timeout": "default_move"},
    {"per_move": 14_400, "play_window": True, "ladder": ["default_move", "bot"], "vacation_days": 2},
    {"per_move": 43_200, "ladder": ["default_move", "substitute"], "vacation_days": 3},
)
OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "great_dalmuti": {"end": {"hands": 1}},
    "dealmaker": {"pace": "web"},
    "negoces2": {"offer_seconds": 86_400},
}


class Weeks:
    """A match of a game over three weeks."""

    def __init__(self, hands: Hands, key: str, seed: int) -> None:
        random, game, clock = Random(f"{key} {seed}"), registry.get(key), CLOCKS[seed % len(CLOCKS)]
        hands.now_ms = FIRST_MS + random.randrange(14 * DAY_MS)
        self.hands, self.seed, self.swept_ms = hands, seed, 0
        self.near_ms = min(HOUR_MS, 1000 * (clock["per_move"] or clock["bank"]) // 4)
        self.looked_at = set[tuple[int, int | None, int | None]]()  # deadlines that were near in the last round
        self.people = People(hands, random, game.seats[random.randrange(min(2, len(game.seats)))])
        self.match = self._opened(key, clock)

    def _opened(self, key: str, clock: Mapping[str, Any]) -> Match:
        first, *others = self.people.seats.items()
        seats = [SeatRequest("me"), *[SeatRequest("open")] * len(others)]
        substitutes = "substitute" in clock.get("ladder", ())
        wish = MatchRequest(key, OPTIONS.get(key, {}), seats, clock=clock, substitutes=substitutes)
        match = match_create(player=first[1].player, request=wish)
        self.people.seated(match, first[0])
        for seat, person in others:
            seat_take(match_id=match.pk, player=person.player, number=seat, nonce=None)
            self.people.seated(match, seat)
        return fresh(match)

    def play(self) -> Wait:
        """Plays the match to its end, and checks its log. Returns the wait that used the largest share of its time."""
        for _ in range(MOST_STEPS):
            if self.match.status in ENDED:
                return self._judged()
            moment, act = min(self._coming(), key=lambda each: each[0])
            self.hands.now_ms = max(self.hands.now_ms, moment)
            act()
            self.match = fresh(self.match)
        raise AssertionError(f"{self.match.game}, seed {self.seed}: the match does not end")

    def _coming(self) -> Coming:
        """Yields the possible next acts; of simultaneous acts, the server's come first."""
        yield self.hands.now_ms + DAY_MS, self._run_due
        for item in PendingAction.objects.filter(match=self.match):
            if item.bot and item.ready_ms is not None:
                yield item.ready_ms, self._bots
            if item.deadline_ms is not None:
                yield self._round(item.deadline_ms), self._run_due
                if (item.prompt, item.seat, item.deadline_ms) not in self.looked_at:
                    yield self._round(item.deadline_ms - self.near_ms), self._run_due
        people = list(self.people.coming(self.match))
        if self.match.has_orders and not self.people.is_paused():
            due = OrderedAnswer.objects.filter(match=self.match, due_ms__isnull=False)
            for due_ms in due.values_list("due_ms", flat=True):
                yield self._round(due_ms), self._run_due
        yield from people

    def _round(self, due_ms: int) -> int:
        """Returns when the scheduler does due work: at once, or a second later if it has missed the time."""
        return due_ms if due_ms > self.swept_ms else self.swept_ms + ROUND_MS

    def _bots(self) -> None:
        for prompt, seat in ready_turns_of(self.match.pk):
            play_turn(self.match.pk, prompt, seat)

    def _run_due(self) -> None:
        """Runs a round of the scheduler, and checks that no timeout comes without a reminder."""
        before, now = self.match.head_seq, self.hands.now_ms
        items = PendingAction.objects.filter(match=self.match)
        due = list(items.filter(deadline_ms__lte=now, seat__isnull=False, bot=False).values_list("prompt", "seat"))
        near = items.filter(deadline_ms__lte=now + self.near_ms)
        self.looked_at, self.swept_ms = set(near.values_list("prompt", "seat", "deadline_ms")), now
        people = set(self.people.present()) - self.people.gone
        run_due()
        missed = ActionEvent.objects.filter(match=self.match, seq__gt=before, type__in=CLOCK_ACTS)
        for seat in missed.filter(seat__in=people).values_list("seat", flat=True):
            for prompt in [prompt for prompt, of in due if of == seat]:
                assert self._was_reminded(prompt, seat), f"seat {seat} was not reminded of prompt {prompt}"

    def _was_reminded(self, prompt: int, seat: int) -> bool:
        notices = Notification.objects.filter(match=self.match, player=self.people.seats[seat].player, prompt=prompt)
        return notices.filter(kind=Notification.Kind.DEADLINE_NEAR).exists()

    def _judged(self) -> Wait:
        """Checks by an independent count that nobody waited too long, and that rules and verifier accept the log."""
        events = list(log.read(self.match.pk))
        used, state = TimeUsed(events[0].core, self.people.windows), folding.opening(self.match)
        for event in events:
            state = folding.advanced(state, event, folding.effects_of(event))
            used.event(event.core, state.state.open_prompts)
        assert (found := findings(self.match)) == [], found
        return used.longest

    def bundle(self) -> Any:
        """Returns the whole export of the match, for a further verifier."""
        return json.loads(msgspec.json.encode(bundle_for(self.match, Viewer(None, all=True))))
