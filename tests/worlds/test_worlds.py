"""No output depends on what its receiver may not know: paired worlds through the real API, and planted leaks.

The number of comparisons depends on `COMPTOIR_TEST_SECONDS`; `make soak` compares thousands.
"""

from __future__ import annotations

import re
from unittest.mock import patch

import pytest

from games import registry
from games.kernel.rng import policy_draws
from tests.events.calls import Caller, somebody
from tests.events.http.openapi.conformance import Conformance
from tests.events.http.test_roles import routes
from tests.games.harness.option_coverage import covering_options
from tests.games.harness.time_budget import SECONDS, SEED, seeds
from tests.worlds.leaks import LEAKS
from tests.worlds.sights import ANALYSED, ELSEWHERE, SIGHTS, TAGGED
from tests.worlds.worlds import Leak, Tally, Wanted, compared

pytestmark = pytest.mark.django_db
MOST_REJECTED = 0.5


def people() -> list[Caller]:
    """Callers for all seats of the largest game, a substitute, and a stranger."""
    return [somebody("World") for _ in range(max(game.seats.stop for game in registry.newest()) + 1)]


@pytest.mark.parametrize("key", sorted(registry.GAMES))
def test_nothing_that_is_sent_depends_on_what_its_viewer_cannot_know(key):
    game, callers, tally = registry.get(key), people(), Tally()

    for seed in seeds(SECONDS / 2, at_least=2):
        seats = game.seats[seed % len(game.seats)]
        options = covering_options(game, seats, policy_draws(b"http", SEED))[0]
        tally = tally.plus(compared(callers, Wanted(key, seats, options, seed, most=10)))

    print(f"{key}: {tally}, from seed {SEED}")
    assert tally.outputs > 0
    assert tally.rejected <= MOST_REJECTED * (tally.pairs + tally.rejected)


def test_every_route_is_a_sight():
    lines = [line.strip() for sight in SIGHTS for line in sight.name.splitlines() if " /" in line or " $" in line]
    asked = {_shape(*line.split()[:2]) for line in (*lines, *(f"GET {path}" for path in TAGGED), *ANALYSED)}

    unseen = {_shape(*route.split()) for route in routes()} - asked

    assert sorted(route for route in unseen if not any(part in route for part in ELSEWHERE)) == []


def _shape(method: str, path: str) -> str:
    """A method and a route with `*` for each value in it."""
    route = path.replace("$match", "matches/*").replace("$tournament", "tournaments/*").partition("?")[0].strip("/")
    return f"{method} " + re.sub(r"<[^>]+>|[$][a-z_]+", "*", route)


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_found(name):
    leak, callers, tally = LEAKS[name], people(), Tally()
    game = registry.get(leak.game)
    options = game.options.from_json({}, game.seats.start)

    with leak.planted(), patch.object(Conformance, "check"), pytest.raises(Leak):
        for seed in range(SEED, SEED + 60):
            wanted = Wanted(leak.game, game.seats.start, options, seed, 8, leak.plan, leak.with_seat)
            tally = tally.plus(compared(callers, wanted, leak.shown_by))
    print(f"{name}: found after {tally}")
