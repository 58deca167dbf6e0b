"""No output depends on what its receiver may not know: paired worlds through the real API, and planted leaks.

The number of comparisons depends on `COMPTOIR_TEST_SECONDS`; `make soak` compares thousands.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from itertools import count
from typing import Any
from unittest.mock import patch

import pytest

from games import registry
from games.kernel.rng import policy_draws
from tests.events.calls import Caller, somebody
from tests.events.http.openapi.conformance import Conformance
from tests.events.http.test_roles import routes
from tests.games.harness.option_coverage import covering_options
from tests.games.harness.time_budget import SECONDS, SEED
from tests.worlds.happenings import ENDINGS, HAPPENINGS
from tests.worlds.leaks import LEAKS
from tests.worlds.sights import ANALYSED, ELSEWHERE, SIGHTS, TAGGED
from tests.worlds.worlds import Leak, Tally, Wanted, compared

pytestmark = pytest.mark.django_db
LEAST_PAIRS = 1
MOST_DECISIONS = 10 if SECONDS else 2
MOST_REJECTED = 4  # for each pair
NOTHING = ("", "nothing")
PAIRS = {f"{leak.pair.game} {leak.pair.seed} {leak.pair.plan}": leak.pair for leak in LEAKS.values()}


def people(seats: int = max(game.seats.stop - 1 for game in registry.newest())) -> list[Caller]:
    """Callers for all seats, a substitute, and a stranger; by default for the largest game."""
    return [somebody("World") for _ in range(seats + 2)]


def is_in_turn(name: str, names: Mapping[str, Any]) -> bool:
    """Returns whether this run also compares without the leak: one case in four by the seed; all with more time."""
    return SECONDS > 1 or (list(names).index(name) - SEED) % 4 == 0


@pytest.mark.parametrize("key", sorted(registry.GAMES))
def test_no_response_depends_on_cards_that_its_viewer_does_not_know(key):
    game, callers, tally, end = registry.get(key), people(), Tally(), time.monotonic() + SECONDS / 2

    for seed in count(SEED):
        if tally.pairs >= LEAST_PAIRS and time.monotonic() > end:
            break
        seats = game.seats[seed % len(game.seats)]
        options = covering_options(game, seats, policy_draws(b"http", SEED))[0]
        tally = tally.plus(compared(callers, Wanted(key, seats, options, seed, MOST_DECISIONS)))
        assert tally.rejected <= MOST_REJECTED * (tally.pairs + LEAST_PAIRS), f"{tally}: few worlds can be built"

    print(f"{key}: {tally}, from seed {SEED}")
    assert tally.outputs > 0


def test_every_route_is_compared():
    lines = [line.strip() for sight in SIGHTS for line in sight.name.splitlines() if " /" in line or " $" in line]
    asked = {_shape(*line.split()[:2]) for line in (*lines, *(f"GET {path}" for path in TAGGED), *ANALYSED)}

    unseen = {_shape(*route.split()) for route in routes()} - asked

    assert sorted(route for route in unseen if not any(_is_listed(route, part) for part in ELSEWHERE)) == []
    assert [part for part in ELSEWHERE if not any(_is_listed(route, part) for route in unseen)] == []


def _is_listed(route: str, part: str) -> bool:
    """Returns whether an entry of ELSEWHERE covers a route."""
    forms = (route, route.partition(" ")[2])
    return any(f"{form}/".startswith(part) if part.endswith("/") else form == part for form in forms)


def _shape(method: str, path: str) -> str:
    """Returns a method and a route with `*` in place of each value."""
    route = path.replace("$match", "matches/*").replace("$tournament", "tournaments/*").partition("?")[0].strip("/")
    return f"{method} " + re.sub(r"<[^>]+>|[$][a-z_]+", "*", route)


@pytest.mark.parametrize(
    "pair", [pytest.param(pair, id=name) for name, pair in PAIRS.items() if is_in_turn(name, PAIRS)]
)
def test_without_a_leak_a_named_pair_looks_the_same(pair):
    shown_by = "|".join(leak.shown_by for leak in LEAKS.values() if leak.pair == pair)

    assert compared(people(pair.seats), pair, shown_by).pairs == 1


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_found(name):
    leak, callers = LEAKS[name], people(LEAKS[name].pair.seats)

    with leak.planted(), patch.object(Conformance, "check"):
        with pytest.raises(Leak):
            compared(callers, leak.pair, leak.shown_by)
        if leak.pair.plan != NOTHING and is_in_turn(name, LEAKS):  # the scenario itself reveals this leak
            assert compared(callers, leak.pair._replace(plan=NOTHING), leak.shown_by).pairs == 1


def test_a_leak_is_planted_for_every_happening_and_ending():
    revealing = [name for leak in LEAKS.values() for names in leak.pair.plan or () for name in names.split(", ")]

    assert {*HAPPENINGS, *ENDINGS} - {*revealing, "nothing"} == set()
