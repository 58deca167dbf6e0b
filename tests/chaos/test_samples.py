"""The soak finds what grows, and nothing else."""

from __future__ import annotations

import random
import time
from itertools import chain, repeat

from tests.chaos.samples import Sampler, lag, trends

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


def test_the_lag_is_read_from_the_metrics() -> None:
    text = (
        'comptoir_ready_turn_age_seconds{pid="1"} 0.5\ncomptoir_overdue_prompt_age_seconds 0.0\n'
        "comptoir_stream_lag_seconds_sum 0.3\ncomptoir_stream_lag_seconds_count 10.0\n"
    )

    assert lag(text) == {"s of the oldest turn": 0.5, "s of the oldest deadline": 0.0, "ms of stream lag": 30.0}


def test_a_sample_that_fails_is_left_out() -> None:
    answers = chain([OSError("the server is away")], repeat({"connections": 9.0}))

    def take() -> dict[str, float]:
        answer = next(answers)
        if isinstance(answer, OSError):
            raise answer
        return answer

    sampler = Sampler(take, every=0.001)
    sampler.start()
    while len(sampler.samples) < 2:
        time.sleep(0.001)

    assert [sample for _, sample in sampler.finish()[:2]] == [{"connections": 9.0}] * 2
