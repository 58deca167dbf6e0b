"""Real rows for measurements: matches between bots, played to their end by the same services as all others."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from typing import NamedTuple
from uuid import UUID

from bots.tasks import play_turn, without_messages
from events.clock import clock
from events.selectors.access import ENDED, match_now
from events.selectors.caches import forget
from events.services.matches import MatchRequest, SeatRequest, match_create
from events.services.moves import prompt_expire
from events.services.pending import overdue_prompts_of, ready_turns_of
from events.services.players import player_create

STEP_MS = 1_000  # by which the clock advances while nobody can move
MOST_STEPS = 600  # in a row, after which a match counts as stuck
MATCHES_EACH = 200  # of one creator
POLICY = "uniform"


class SeedingError(Exception):
    """A match did not end."""


class Played(NamedTuple):
    """A match that was played. rows: of its log; seconds: how long it took."""

    match: UUID
    rows: int
    seconds: float


class _Clock:
    """The machine's clock, ahead by the pauses that a match did not wait for."""

    def __init__(self) -> None:
        self.ahead_ms = 0

    def read(self) -> int:
        return time.time_ns() // 1_000_000 + self.ahead_ms


def play_matches(rows: int, game: str, seats: int, options: dict[str, object]) -> Iterator[Played]:
    """Plays matches until their logs have that many rows together; yields each. Raises SeedingError."""
    written, number, creator = 0, 0, None
    while written < rows:
        if number % MATCHES_EACH == 0:
            creator, _ = player_create(name=f"Load {secrets.token_hex(6)}", password=None, email=None, language="en")
        assert creator is not None
        wish = MatchRequest(game, options, [SeatRequest("bot", POLICY)] * seats)
        number += 1
        began, own = time.perf_counter(), _Clock()
        with clock(own.read), without_messages():
            match = match_create(player=creator, wish=wish)
            _finish(match.pk, own)
        length = match_now(match.pk).head_seq + 1
        written += length
        yield Played(match.pk, length, time.perf_counter() - began)


def _finish(match: UUID, own: _Clock) -> None:
    idle = 0
    while match_now(match).status not in ENDED:
        turns, overdue = ready_turns_of(match), overdue_prompts_of(match)
        for prompt, seat in turns:
            play_turn(match, prompt, seat)
        for prompt, of_seat in overdue:
            prompt_expire(match_id=match, prompt=prompt, seat=of_seat)
        idle = 0 if turns or overdue else idle + 1
        own.ahead_ms += STEP_MS if idle else 0
        if idle > MOST_STEPS:
            raise SeedingError(f"expected match {match} to end, but nobody can move")
    forget()
