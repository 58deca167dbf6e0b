"""The clock of a match: settings that give each seat its own time, and the moment when it answers a prompt."""

from __future__ import annotations

import pytest

from games.kernel.timing.clock import Clock, SeatClocks, Times
from tests.kernel.test_effects import PROMPT, table


@pytest.mark.parametrize("clock", [Clock(bank=60), Clock(play_window=True), Clock(vacation_days=1)], ids=str)
def test_a_bank_hours_and_vacations_give_each_seat_its_own_time(clock: Clock) -> None:
    assert clock.is_personal
    assert Times.opening(clock).seats == SeatClocks()


def test_a_limit_for_each_move_gives_no_seat_its_own_time() -> None:
    assert not Clock(per_move=60).is_personal
    assert Times.opening(Clock(per_move=60)).seats is None


def test_a_prompt_takes_its_seconds_from_the_bank_of_its_seat() -> None:
    started = {"type": "match.started", "actor": None, "by": None, "at_ms": 1_000, "seats": 3}

    times = Times.opening(Clock(bank=60)).after(started, table(), has_effects=True)

    assert times.deadline_ms(PROMPT) == 61_000
