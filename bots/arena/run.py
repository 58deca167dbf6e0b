"""Plays the matches of an arena on all cores."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any, NamedTuple

from bots import policies
from bots.arena.match import ArenaMatch
from bots.arena.results import ArenaResult, played
from bots.policy import Policy
from games import registry
from games.kernel.game import Game
from games.kernel.options import Options


class PolicyPairing(NamedTuple):
    """One measured policy among seats of another policy. options: the match's options, as in the API."""

    game: str
    policy: str
    against: str
    seats: int
    options: Mapping[str, Any]

    def match(self, deal: int, seat: int) -> ArenaResult:
        """Plays a deal with the measured policy in a seat."""
        game = registry.get(self.game)
        options = game.options.from_json(json.loads(json.dumps(self.options)), self.seats)
        policy, against = (policies.get(self.game, name) for name in (self.policy, self.against))
        return one(game, options, self.seats, policy, against, deal, seat)


def one(game: Game, options: Options, seats: int, policy: Policy, against: Policy, deal: int, seat: int) -> ArenaResult:
    """Plays a deal with a policy in one seat and another policy in the other seats."""
    sides = [policy if number == seat else against for number in range(seats)]
    return played(deal, seat, ArenaMatch(game, options, sides, deal).played())


def run(pairing: PolicyPairing, missing: Sequence[tuple[int, int]], processes: int) -> Iterator[ArenaResult]:
    """Plays the missing deals and seats; yields each match when it ends."""
    if processes == 1:
        yield from (pairing.match(deal, seat) for deal, seat in missing)
        return
    with ProcessPoolExecutor(processes) as pool:
        matches = [pool.submit(pairing.match, deal, seat) for deal, seat in missing]
        for match in as_completed(matches):
            yield match.result()


def cores() -> int:
    """Returns the number of processes that can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
