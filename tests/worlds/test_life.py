"""Clubs, statistics, pages and calendars reveal no hidden data: paired worlds drawn from a seed.

`python -m tests.worlds --pairs 100000` compares that many responses.
"""

from __future__ import annotations

import pytest

from tests.events.calls import somebody
from tests.games.harness.time_budget import SECONDS, SEED
from tests.worlds.acts import NAMES
from tests.worlds.life import GROUPS, Everybody, Wanted, compared

pytestmark = pytest.mark.django_db
ACTS = 9 if SECONDS else 5


@pytest.mark.parametrize("group", GROUPS)
def test_private_acts_of_other_users_do_not_change_responses(group: str) -> None:
    people = Everybody.of({name: somebody(name.title()) for name in NAMES})

    print(f"seed {SEED}")
    tally = compared(people, Wanted(SEED, group, ACTS))

    assert tally.worlds == 1
    assert tally.pairs > 100
