"""People who sleep, forget, travel and leave do not hold up a match, and a deadline has one winner.

`python -m tests.soak_absence` runs all of it longer.
"""

from __future__ import annotations

import pytest

from tests.events.absence import Weeks, crowd, race
from tests.events.tables import standing_clock


@pytest.mark.django_db
def test_a_match_among_absent_players_ends_in_time_by_lawful_acts_of_the_clock():
    with standing_clock() as hands:
        tally = Weeks(hands, "great_dalmuti", 0).play()

    assert tally.clock["clock"] > 0


@pytest.mark.django_db(transaction=True)
def test_a_move_and_the_clock_never_both_answer_a_prompt():
    with standing_clock() as hands:
        found = race(hands, 9)

    assert found.moves[-1] == 3
    assert sum(found.moves.values()) + sum(found.clock.values()) == 9


@pytest.mark.django_db
def test_the_sweeper_looks_past_matches_whose_time_is_not_up(django_assert_max_num_queries):
    with standing_clock(), django_assert_max_num_queries(2_000):
        crowd(100, rounds=2)
