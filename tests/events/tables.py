"""Matches for tests of services, and a clock that stops until a test advances it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any
from uuid import UUID

from django.db import connection

from bots.tasks import play_turn
from events.base import clock
from events.log.match_state.rules import game_of
from events.log.models import Match
from events.log.states import head
from events.matches.lobby.services import MatchRequest, SeatRequest, match_create
from events.matches.record import pending, statements
from events.users.models import Player

_numbers = count(1)
START_MS = 1_800_000_000_000


class Hands:
    """A clock that a test advances with `hands.go(seconds)`."""

    def __init__(self) -> None:
        self.now_ms = START_MS

    def go(self, seconds: float) -> None:
        self.now_ms += int(seconds * 1000)


@contextmanager
def standing_clock() -> Iterator[Hands]:
    """Installs a stopped clock; yields its hands."""
    hands = Hands()
    with clock.clock(lambda: hands.now_ms):
        yield hands


def player(name: str = "Player") -> Player:
    """Creates a player."""
    number = next(_numbers)
    new_player = Player(name=f"{name} {number}", name_key=f"{name.lower()}{number}k")
    new_player.set_unusable_password()
    new_player.save()
    return new_player


def dalmuti(people: int = 1, bots: int = 4, creator: Player | None = None, **wish: Any) -> Match:
    """Creates a running match of one hand of the Great Dalmuti; its creator has the first seat, others are invited."""
    seats = [SeatRequest("me")] * min(people, 1) + [SeatRequest("bot", "uniform")] * bots
    options = wish.pop("options", {"end": {"hands": 1}})
    game = wish.pop("game", "great_dalmuti")
    return match_create(player=creator or player(), request=MatchRequest(game, options, seats, **wish))


def ready_turns_of(match_id: UUID) -> list[tuple[int, int]]:
    """Returns the bot turns of a match that a worker may lease now, as prompt and seat, the oldest first."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT item.prompt, item.seat FROM events_pending AS item "
            f"WHERE item.match_id = %(match)s AND {statements._READY} ORDER BY item.ready_ms, item.prompt, item.seat",
            {**pending._readiness()._asdict(), "match": match_id},
        )
        return cursor.fetchall()


def ready_turns() -> list[tuple[UUID, int, int]]:
    """Returns the bot turns that a worker may lease now, as match, prompt and seat, match by match."""
    matches = Match.objects.filter(damaged_seq=None).order_by("pk").values_list("pk", flat=True)
    return [(match, *turn) for match in matches for turn in ready_turns_of(match)]


def play_ready_turns() -> None:
    """Plays turns of bots until no turn is ready."""
    while any(play_turn(*turn) for turn in ready_turns()):
        pass


def bots_answer(match: Match) -> None:
    """Plays every ready turn of a bot once."""
    for prompt, seat in ready_turns_of(match.id):
        play_turn(match.id, prompt, seat)


def fresh(match: Match) -> Match:
    """Returns the match as stored now."""
    return Match.objects.get(pk=match.pk)


def to_act(match: Match) -> tuple[int, ...]:
    """Returns the seats that the table waits for."""
    now = fresh(match)
    return game_of(now).to_act(head(now).state)
