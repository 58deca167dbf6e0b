"""The verdicts detect early and late timeouts, even if the process that set the deadline has a wrong clock."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

from events.log.log import StoredEvent
from events.log.upcasts import FORMAT
from tests.simulation.scheduler import Broken
from tests.simulation.verdicts import LATE_MS, check_clock

HINT_MS, MINUTE_MS, HOUR_MS = 2_000, 60_000, 3_600_000
NOON = 1_800_000_000_000
RUN: Any = SimpleNamespace(world=SimpleNamespace(hint_ms=HINT_MS))


def prompt_event(seq: int, at_ms: int, deadline_ms: int) -> StoredEvent:
    """Returns a move that opens a prompt."""
    return event(seq, "move", "player", at_ms, prompt=6, deadlines=[{"prompt": 7, "at_ms": deadline_ms, "seats": [1]}])


def answer_event(seq: int, at_ms: int) -> StoredEvent:
    """Returns a timeout."""
    return event(seq, "clock", "clock", at_ms, prompt=7, deadlines=[])


def event(seq: int, type: str, by: str, at_ms: int, **core: Any) -> StoredEvent:
    encoded = json.dumps({"format": FORMAT, "by": by, "actor": 1, "at_ms": at_ms, **core}).encode()
    return StoredEvent(seq, type, encoded, b"{}", b"")


def test_a_deadline_set_in_the_past_by_a_slow_clock_counts_from_the_time_it_was_set():
    behind = NOON - HOUR_MS
    rows = [prompt_event(0, behind, behind + MINUTE_MS), answer_event(1, NOON + HINT_MS)]

    check_clock(RUN, rows, {0: NOON, 1: NOON + HINT_MS})


def test_an_answer_long_after_a_deadline_set_in_the_past_is_late():
    behind, late = NOON - HOUR_MS, NOON + HINT_MS + LATE_MS + 1
    rows = [prompt_event(0, behind, behind + MINUTE_MS), answer_event(1, late)]

    with pytest.raises(Broken, match="answered prompt 7 92001 ms after"):
        check_clock(RUN, rows, {0: NOON, 1: late})


def test_an_answer_long_after_the_deadline_is_late_even_with_an_earlier_timestamp():
    due = NOON + MINUTE_MS
    rows = [prompt_event(0, NOON, due), prompt_event(1, NOON, due), answer_event(2, due)]

    with pytest.raises(Broken, match="answered prompt 7 3600000 ms after"):
        check_clock(RUN, rows, {0: NOON, 1: NOON, 2: due + HOUR_MS})


def test_an_answer_before_the_deadline_is_early():
    rows = [prompt_event(0, NOON, NOON + MINUTE_MS), answer_event(1, NOON + MINUTE_MS - 1)]

    with pytest.raises(Broken, match="answered prompt 7 1 ms before"):
        check_clock(RUN, rows, {0: NOON, 1: NOON + MINUTE_MS - 1})
