"""Matches of bots that are played in memory and stored in bulk, so that long matches are cheap."""

from __future__ import annotations

import os
from itertools import count
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from bots.policies import uniform
from events.base.clock import clock
from events.log.models import Match
from events.matches.lobby.services import MatchRequest, SeatRequest
from games.kernel.game import Game
from games.kernel.rng import policy_draws
from games.registry import newest
from tests.bench.seeding.bulk import BulkStore
from tests.bench.seeding.in_memory import Table, kept_at, unstored_secrets
from tests.events.tables import START_MS

GAMES = pytest.mark.parametrize("game", list(newest()), ids=lambda game: game.key)
DALE = next(game for game in newest() if game.key == "dale_of_merchants")


def stored(game: Game, seed: int, rows: int, options: dict[str, Any] | None = None, seats: int | None = None) -> Match:
    """Plays a match to its end, or for `rows` events, and stores it. The seed determines the match."""
    random, draws, ticks = Random(seed), policy_draws(b"long match", game.key, seed), count(START_MS, 1000)
    seats = seats or game.seats[random.randrange(len(game.seats))]
    request = MatchRequest(game.key, options or {}, [SeatRequest("bot")] * seats)
    with clock(lambda: next(ticks)), unstored_secrets(), patch.object(os, "urandom", random.randbytes):
        table = Table(request, [None] * seats, kept_at(START_MS), lambda ms: None)
        while not table.is_over and len(table.events) < rows:
            table.step(lambda view, moves: uniform.choose(view, moves, draws))
        BulkStore().add([table])
    return Match.objects.get(pk=table.match.pk)
