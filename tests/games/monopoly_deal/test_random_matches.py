"""A check that `tests/games/test_every_game.py` lacks: a set with a hotel always has a house."""

from __future__ import annotations

import pytest

from games.kernel.rng import policy_draws
from games.monopoly_deal import GAME
from tests.games.harness.option_coverage import covering_options
from tests.games.harness.simulate import played
from tests.games.harness.time_budget import SECONDS, SEED, seeds
from tests.games.monopoly_deal.table import lone_hotels


@pytest.mark.parametrize("seats", GAME.seats)
def test_no_hotel_of_a_random_match_is_without_a_house(seats):
    """The options cover every pair of values."""
    varied = covering_options(GAME, seats, policy_draws(b"matches", SEED))
    for seed in seeds(min(SECONDS / 9, 2), at_least=2):
        match = played(GAME, seats, varied[seed % len(varied)], seed)

        assert not [step for step in match.steps if lone_hotels(step.after)], f"seed {seed}: {match.options}"
