"""No response depends on what its receiver may not know: paired worlds through the real API, and planted leaks.

The number of comparisons depends on the time (`COMPTOIR_TEST_SECONDS`); `make soak` runs more.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from unittest.mock import patch

import pytest

from games import registry
from games.kernel.rng import policy_draws
from tests.api.leaking import LEAKS
from tests.api.worlds import Leak, Tally, compared
from tests.events.calls import Caller, somebody
from tests.events.http.conformance import Conformance
from tests.games.option_coverage import covering_options
from tests.games.time_budget import SECONDS, SEED, seeds

pytestmark = pytest.mark.django_db
MOST_REJECTED = 0.5


def people() -> list[Caller]:
    """Callers for all seats of the largest game, and a stranger."""
    return [somebody("World") for _ in range(max(game.seats.stop for game in registry.newest()))]


@pytest.mark.parametrize("key", sorted(registry.GAMES))
def test_nothing_that_is_sent_depends_on_what_its_viewer_cannot_know(key):
    game, callers, tally = registry.get(key), people(), Tally()

    for seed in seeds(SECONDS / 2, at_least=3):
        seats = game.seats[seed % len(game.seats)]
        options = covering_options(game, seats, policy_draws(b"http", SEED))[0]
        one = compared(callers, key, seats, options, seed, most=16)
        tally = Tally(*(a + b for a, b in zip(tally, one)))

    discarded = tally.rejected / (tally.pairs + tally.rejected)
    print(f"{key}: {tally.comparisons} comparisons in {tally.pairs} pairs, {discarded:.0%} discarded, from seed {SEED}")
    assert tally.comparisons > 0
    assert discarded <= MOST_REJECTED


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_found(name: str):
    leak, callers, comparisons = LEAKS[name], people(), 0
    planted: Callable[[], AbstractContextManager[None]] = leak.planted

    with planted(), patch.object(Conformance, "check"), pytest.raises(Leak):
        for seed in range(SEED, SEED + 60):
            game = registry.get(leak.game)
            options = game.options.from_json({}, game.seats.start)
            tally = compared(callers, leak.game, game.seats.start, options, seed, most=8, only=leak.shown_by)
            comparisons += tally.comparisons
    print(f"{name}: found after {comparisons} comparisons")
