"""Matches as tests of services need them: bots everywhere, and a clock that stands until a test advances it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

from bots.tasks import play_turn
from events import clock
from events.models import Match, Player
from events.selectors.states import game_of, head
from events.services.matches import MatchRequest, SeatRequest, match_create
from events.services.pending import ready_turns_of

_numbers = count(1)
START_MS = 1_800_000_000_000


class Hands:
    """A clock's hands: `hands.go(seconds)`."""

    def __init__(self) -> None:
        self.now_ms = START_MS

    def go(self, seconds: float) -> None:
        self.now_ms += int(seconds * 1000)


@contextmanager
def standing_clock() -> Iterator[Hands]:
    """A clock that stands."""
    hands = Hands()
    with clock.clock(lambda: hands.now_ms):
        yield hands


def player(name: str = "Player") -> Player:
    """A new player."""
    number = next(_numbers)
    made = Player(name=f"{name} {number}", name_key=f"{name.lower()}{number}k")
    made.set_unusable_password()
    made.save()
    return made


def dalmuti(people: int = 1, bots: int = 4, creator: Player | None = None, **wish: Any) -> Match:
    """A running match of the Great Dalmuti, one hand; only the first seat is the creator's, others are invited."""
    seats = [SeatRequest("me")] * min(people, 1) + [SeatRequest("bot", "uniform")] * bots
    options = wish.pop("options", {"end": {"hands": 1}})
    game = wish.pop("game", "great_dalmuti")
    return match_create(player=creator or player(), wish=MatchRequest(game, options, seats, **wish))


def bots_answer(match: Match) -> None:
    """Plays every ready turn of a bot once."""
    for prompt, seat in ready_turns_of(match.id):
        play_turn(match.id, prompt, seat)


def fresh(match: Match) -> Match:
    """The match as it stands now."""
    return Match.objects.get(pk=match.pk)


def to_act(match: Match) -> tuple[int, ...]:
    """The seats the table waits for."""
    now = fresh(match)
    return game_of(now).to_act(head(now).state)
