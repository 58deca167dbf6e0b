"""A small season is judged without a finding, and a planted fault of scoring is found in one.

`python -m tests.season` plays a whole one of 60 people, and with `--planted` has each planted fault found.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connections

from tests.games.harness.time_budget import SEED
from tests.season.season import Season, Size
from tests.simulation.database import empty, simulated
from tests.simulation.planted import broken, byes_in_full
from tests.simulation.scheduler import Broken

pytestmark = pytest.mark.django_db(transaction=True)

SMALL = Size(
    weeks=1, people=6, sizes=(3, 3), moving=1, newcomers=0, leavers=0, tournaments=0, has_evenings=False
)  # fmt: skip
SMALLEST = SMALL._replace(people=3, sizes=(3,))
"""Three rounds among three players: everybody has a bye, and somebody with a bye has lost."""


@pytest.fixture(autouse=True)
def database(django_db_setup: Any) -> Iterator[None]:
    connections.close_all()
    with simulated():
        yield
        empty()


@pytest.fixture(autouse=True)
def messages_at_once() -> None:
    """Nothing comes at once here: the season decides when messages and errands come."""


@pytest.fixture(autouse=True)
def publications_at_once() -> None:
    """The same."""


@pytest.fixture(autouse=True)
def same_chance() -> None:
    """The season has its own chance."""


def test_a_small_season_crowns_nobody_wrongly_and_tells_everybody_once():
    counts = Season(SEED, SMALL).play()

    print(f"seed {SEED}: {dict(counts)}")
    assert counts["seasons"] == 1
    assert (counts["matches"], counts["audits"]) == (6, 6)
    assert counts["promoted"] + counts["relegated"] + counts["stays"] + counts["dropped"] == 6
    assert counts["notices"] > counts["moves of people"] > 0


def test_a_bye_that_counts_as_a_win_is_found():
    with broken(byes_in_full.__name__), pytest.raises(Broken, match="by a second computation") as found:
        Season(SEED, SMALLEST).play()

    assert f"--seed {SEED}" in found.value.__notes__[-1]
