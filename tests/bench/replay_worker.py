"""Folds one long match of the database of DATABASE_URL: `PYTHONPATH=CHECKOUT python replay_worker.py GAME MOVES`.

It first plays and stores a match with that many moves, and prints its id and the tokens of its seats. For each input
line, it folds the match as a new process does (it reads all events and checks their chain), and prints milliseconds of
CPU and of wall time, and the number of events. The output is JSON. It calls only functions that every compared checkout
has.
"""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
django.setup()

from bots.policies import uniform  # noqa: E402
from events.base.clock import clock  # noqa: E402
from events.log import states  # noqa: E402
from events.log.models import Match  # noqa: E402
from events.matches.lobby.services import MatchRequest, SeatRequest  # noqa: E402
from events.users.models import Player  # noqa: E402
from events.users.services import token_create  # noqa: E402
from games.kernel.rng import policy_draws  # noqa: E402
from games.kernel.state import Move  # noqa: E402
from games.kernel.template import LegalMoves  # noqa: E402
from games.kernel.view import Window  # noqa: E402
from tests.bench.seeding.bulk import BulkStore, players_make  # noqa: E402
from tests.bench.seeding.in_memory import Table, kept_at, unstored_secrets  # noqa: E402

SEATS, SEED, THINKING_MS = 4, 7, 1000
OPTIONS: dict[str, dict[str, Any]] = {"great_dalmuti": {"end": {"hands": 100}}, "dealmaker": {"pace": "web"}}


class Clock:
    """A clock that advances as the match needs it."""

    def __init__(self, at_ms: int) -> None:
        self.at_ms = at_ms

    def read(self) -> int:
        """Returns the current time in milliseconds."""
        return self.at_ms

    def sleep(self, ms: int) -> None:
        """Advances the clock."""
        self.at_ms += ms


def stored(game: str, moves: int, players: list[Player]) -> Match:
    """Plays a match for the given number of moves, or to its end, and stores it."""
    own, draws = Clock(time.time_ns() // 1_000_000 - moves * THINKING_MS), policy_draws(b"replay", SEED)

    def choose(view: Window, legal: LegalMoves) -> Move:
        return uniform.choose(view, legal, draws)

    wish = MatchRequest(game, OPTIONS.get(game, {}), [SeatRequest("bot")] * SEATS, clock={"per_move": 86_400})
    with clock(own.read), unstored_secrets():
        table = Table(wish, players, kept_at(own.at_ms), own.sleep)
        for _ in range(moves):
            if table.is_over:
                break
            own.sleep(THINKING_MS)
            table.step(choose)
    BulkStore().add([table])
    return Match.objects.get(pk=table.match.pk)


def main() -> None:
    """Stores a match, then folds it for each input line."""
    game, moves = sys.argv[1:]
    players = players_make(f"Replay {os.urandom(4).hex()}", SEATS)
    match = stored(game, int(moves), players)
    print(
        json.dumps({"match": str(match.pk), "tokens": [token_create(player=player)[0] for player in players]}),
        flush=True,
    )
    for _ in sys.stdin:
        states.forget()
        begun, cpu = time.perf_counter(), time.process_time()
        states.head(match)
        figures = {"cpu": time.process_time() - cpu, "wall": time.perf_counter() - begun}
        print(
            json.dumps({name: value * 1000 for name, value in figures.items()} | {"rows": match.head_seq + 1}),
            flush=True,
        )


if __name__ == "__main__":
    main()
