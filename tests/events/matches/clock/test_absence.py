"""A match continues although people sleep, forget, travel and leave, and each deadline has one winner."""

from __future__ import annotations

from random import Random
from typing import Any
from uuid import UUID

import pytest

from events.log.models import Match
from events.matches.record.pending import overdue_prompts
from events.matches.record.recording import write
from events.matches.table.moves import overdue_handle
from events.timers.registry import TimerKind, kinds
from games import registry
from games.kernel.timing.clock import DAY_MS, Hours
from tests.events.matches.clock.absence import Weeks
from tests.events.matches.clock.races import Race
from tests.events.tables import standing_clock
from tests.events.verifier.test_verify_vectors import by_javascript
from tests.games.harness.time_budget import SEED

GAMES = sorted(registry.GAMES)


@pytest.fixture(autouse=True)
def same_delays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws the delays of standing orders from a seed."""
    monkeypatch.setattr("events.matches.record.order_plans._random", Random(1))


@pytest.mark.django_db
def test_the_clock_ends_a_match_among_absent_players_in_time_and_by_valid_acts():
    """Plays one of the five games, chosen by the seed."""
    with standing_clock() as hands:
        match = Weeks(hands, GAMES[(SEED + 2) % len(GAMES)], SEED + 5)
        longest = match.play()

    [lines] = by_javascript([[match.bundle(), [], None]])["bundles"]
    assert not [line for line in lines if line[0] == "FAILED"]
    assert longest.used_ms <= longest.allowed_ms


@pytest.mark.django_db
def test_a_scheduler_that_misses_a_deadline_is_found(monkeypatch: pytest.MonkeyPatch):
    seen = set[Any]()

    def late(match_id: UUID) -> list[Any]:
        """Skips each overdue prompt in the first round."""
        overdue = {(match_id, *item) for item in overdue_prompts(match_id)}
        missed = overdue - seen
        seen.update(missed)
        return [item[1:] for item in overdue - missed]

    monkeypatch.setattr("events.matches.timers.overdue_prompts", late)

    with standing_clock() as hands, pytest.raises(AssertionError, match="was open 1000 ms too long"):
        Weeks(hands, "monopoly_deal", 2).play()


@pytest.mark.django_db
def test_a_clock_that_counts_hours_outside_the_play_window_is_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Hours, "at", lambda self, at_ms: (True, at_ms + DAY_MS))

    with standing_clock() as hands, pytest.raises(AssertionError, match=r"the clock acted \d+ ms early"):
        Weeks(hands, "monopoly_deal", 2).play()


@pytest.mark.django_db
def test_a_clock_that_answers_for_a_player_without_a_reminder_is_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(kinds(), "reminder", TimerKind(lambda match: None, is_of_match=True))

    with standing_clock() as hands, pytest.raises(AssertionError, match="was not reminded"):
        Weeks(hands, "great_dalmuti", 0).play()


@pytest.mark.django_db(transaction=True)
def test_a_move_and_the_clock_never_both_answer_a_prompt():
    found = Race(SEED).run(30)

    assert (found.both, found.none) == (0, 0)
    assert found.moves and found.clock, "both win now and then"
    assert found.moves + found.clock == 30


@pytest.mark.django_db(transaction=True)
def test_a_race_finds_a_clock_that_ignores_an_answer_to_the_prompt(monkeypatch):
    monkeypatch.setattr("tests.events.matches.clock.races.overdue_handle", act_twice)

    assert Race().run(12).both > 0


def act_twice(*, match_id: Any, prompt: int, seat: int | None) -> bool:
    """Appends a second answer to the prompt that the clock has just answered."""
    answered = overdue_handle(match_id=match_id, prompt=prompt, seat=seat)
    match = Match.objects.get(pk=match_id)
    if answered and match.status == "running":
        write(match, "message", by="clock", seat=seat, prompt=prompt)
    return answered
