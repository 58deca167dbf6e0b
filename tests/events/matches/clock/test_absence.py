"""People who sleep, forget, travel and leave do not hold up a match, and a deadline has one winner.

`python -m tests.soak.absence` runs more of both.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from events.matches.record.pending import overdue_prompts
from events.matches.record.recording import write
from events.matches.table.moves import overdue_handle
from events.models import Match
from games.kernel.clock import DAY_MS, Hours
from tests.events.crowd import crowd
from tests.events.matches.clock.absence import Weeks
from tests.events.matches.clock.races import Race
from tests.events.tables import standing_clock


@pytest.fixture(autouse=True)
def same_delays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws the delays of standing orders from a seed."""
    monkeypatch.setattr("events.matches.record.order_plans._random", Random(1))


@pytest.mark.django_db
@pytest.mark.parametrize(("game", "seed"), [("great_dalmuti", 0), ("monopoly_deal", 6)])
def test_a_match_among_absent_players_ends_in_time_by_lawful_acts_of_the_clock(game: str, seed: int):
    with standing_clock() as hands:
        tally = Weeks(hands, game, seed).play()

    assert tally.clock.total() > 0
    assert tally.longest.used_ms <= tally.longest.allowed_ms


@pytest.mark.django_db
def test_a_sweeper_that_misses_a_deadline_is_found(monkeypatch: pytest.MonkeyPatch):
    seen = set[Any]()

    def late(limit: int = 200) -> list[Any]:
        """Leaves out each overdue prompt in the first round."""
        missed = [item for item in overdue_prompts(limit) if item not in seen]
        seen.update(missed)
        return [item for item in overdue_prompts(limit) if item not in missed]

    monkeypatch.setattr("events.sweeper.overdue_prompts", late)

    with standing_clock() as hands, pytest.raises(AssertionError, match="was open 1000 ms too long"):
        Weeks(hands, "monopoly_deal", 2).play()


@pytest.mark.django_db
def test_a_clock_that_counts_the_hours_of_sleep_is_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Hours, "at", lambda self, at_ms: (True, at_ms + DAY_MS))

    with standing_clock() as hands, pytest.raises(AssertionError, match=r"the clock acted \d+ ms early"):
        Weeks(hands, "monopoly_deal", 2).play()


@pytest.mark.django_db
def test_a_clock_that_answers_for_somebody_who_was_not_reminded_is_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("events.sweeper.deadlines_notify", lambda: 0)

    with standing_clock() as hands, pytest.raises(AssertionError, match="was not reminded"):
        Weeks(hands, "great_dalmuti", 0).play()


@pytest.mark.django_db(transaction=True)
def test_a_move_and_the_clock_never_both_answer_a_prompt():
    found = Race().run(30)

    assert (found.tries, found.both, found.none) == (30, 0, 0)
    assert sum(found.moves.values()) + sum(found.clock.values()) == 30


@pytest.mark.django_db(transaction=True)
def test_a_race_finds_a_clock_that_does_not_look_whether_the_prompt_is_answered(monkeypatch):
    monkeypatch.setattr("tests.events.matches.clock.races.overdue_handle", act_twice)

    assert Race().run(12).both > 0


def act_twice(*, match_id: Any, prompt: int, seat: int | None) -> bool:
    """Writes a second answer to the prompt that the clock has just answered."""
    answered = overdue_handle(match_id=match_id, prompt=prompt, seat=seat)
    match = Match.objects.get(pk=match_id)
    if answered and match.status == "running":
        write(match, "message", by="clock", seat=seat, prompt=prompt)
    return answered


@pytest.mark.django_db
def test_the_sweeper_looks_past_matches_whose_time_is_not_up(django_assert_max_num_queries):
    with standing_clock(), django_assert_max_num_queries(2_000):
        crowd(100, rounds=2)
