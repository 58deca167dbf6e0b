"""The soak finds what grows, and nothing else."""

from __future__ import annotations

import random

from tests.chaos.samples import trends

HALF_AN_HOUR = [15.0 * number for number in range(120)]


def test_a_leak_of_two_megabytes_a_minute_is_found() -> None:
    trend = trends((at, {"MB of web-1": 200 + at / 30}) for at in HALF_AN_HOUR)["MB of web-1"]

    assert trend.grows
    assert trend.slope == 120.0


def test_memory_that_only_varies_does_not_grow() -> None:
    chance = random.Random(1)

    trend = trends((at, {"MB of web-1": chance.uniform(195, 205)}) for at in HALF_AN_HOUR)["MB of web-1"]

    assert not trend.grows


def test_a_node_that_was_started_later_is_compared_with_nothing() -> None:
    samples = [(at, {"connections": 9.0} | ({"MB of web-3": 90.0} if at > 1000 else {})) for at in HALF_AN_HOUR]

    assert set(trends(samples)) == {"connections"}
