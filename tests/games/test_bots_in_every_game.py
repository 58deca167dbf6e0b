"""Every policy plays every game under varied options, from its view alone and with legal moves only.

The number of matches depends on the time (`COMPTOIR_TEST_SECONDS` for each game); a failure prints its seed.
"""

from __future__ import annotations

from functools import cache

import pytest

from games.kernel.game import Game
from games.kernel.options import Options
from games.kernel.rng import policy_draws
from tests.games.harness.checked_match import reproduction
from tests.games.harness.fixtures import GreedyPlayers
from tests.games.harness.option_coverage import covering_options
from tests.games.harness.paired_worlds import bots_of
from tests.games.harness.simulate import Match
from tests.games.harness.tested_games import TESTED_GAMES
from tests.games.harness.time_budget import SECONDS, SEED, seeds

MOST_DECISIONS = 250 if SECONDS else 80
PLAYED_BY_BOTS = [name for name, game in TESTED_GAMES.items() if "greedy" in bots_of(game)]


@pytest.mark.parametrize("name", PLAYED_BY_BOTS)
def test_the_greedy_bot_plays_legal_moves_under_any_options(name: str) -> None:
    game, matches, acts = TESTED_GAMES[name], 0, 0
    for seed in seeds(SECONDS / 3, at_least=4):
        seats = game.seats[seed % len(game.seats)]
        rows = _varied(game, seats)
        options = rows[policy_draws(b"row", seed).below(len(rows))]
        match, players = Match(game, seats, options, seed), GreedyPlayers(policy_draws(b"greedy", seed))
        while not match.state.is_over and len(match.decisions) < MOST_DECISIONS:
            decision = players.decision(match)
            if decision.move is not None:
                legal = match.legal(decision.seat or 0, decision.prompt or 0)
                assert decision.move in legal, f"{decision}: {legal.refusals(decision.move)}\n{reproduction(match)}"
            match.decide(decision)
        matches, acts = matches + 1, acts + match.acts
    print(f"{name}: {matches} matches, {acts} acts, from seed {SEED}")


@cache
def _varied(game: Game, seats: int) -> list[Options]:
    return covering_options(game, seats, policy_draws(b"bots", SEED))


def test_each_game_has_a_greedy_bot() -> None:
    assert {"toy", *PLAYED_BY_BOTS} == set(TESTED_GAMES)
