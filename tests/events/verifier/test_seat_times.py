"""Both verifiers compute the time of each seat: the bank, waking hours, vacations and pauses.

The exports are of matches over three weeks (`tests/events/matches/clock/absence.py`, seeds 4 and 8).
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from typing import Any

import pytest

from events.verifier.verify import verify_bytes
from tests.events.verifier.agreement import by_javascript, verdict
from tests.events.verifier.damaged_bundles import Forgery
from tests.stack import ROOT

Cores = list[dict[str, Any]]
BANK, HOURS = (
    gzip.decompress((ROOT / "tests" / "fixtures" / "proofs" / f"weeks_{name}.json.gz").read_bytes())
    for name in ("bank", "hours")
)


def seq_of(cores: Cores, type: str, **members: Any) -> int:
    """Returns the number of the first event of a type with some members."""
    return next(
        core["seq"]
        for core in cores
        if core["type"] == type and all(core.get(name) == value for name, value in members.items())
    )


def first_deadline_after(cores: Cores, seq: int) -> int:
    return next(core["seq"] for core in cores[seq:] if core["deadlines"])


def of_the_clock(**changes: Any) -> Callable[[Cores], int]:
    """Changes the clock of the match; the first event with a deadline is then wrong."""

    def change(cores: Cores) -> int:
        cores[0]["clock"].update(changes)
        return first_deadline_after(cores, 0)

    return change


def later_deadline(cores: Cores) -> int:
    seq = first_deadline_after(cores, len(cores) // 2)
    cores[seq]["deadlines"][0]["at_ms"] += 1
    return seq


def no_deadline(cores: Cores) -> int:
    seq = first_deadline_after(cores, len(cores) // 2)
    cores[seq]["deadlines"] = []
    return seq


def long_vacation(cores: Cores) -> int:
    seq = seq_of(cores, "seat.vacation")
    cores[seq]["until_ms"] += 30 * 86_400_000
    return seq


def vacation_in_the_past(cores: Cores) -> int:
    seq = seq_of(cores, "seat.vacation")
    cores[seq]["until_ms"] = cores[seq]["at_ms"] - 1
    return seq


def few_hours(cores: Cores) -> int:
    seq = next(core["seq"] for core in cores if core.get("hours"))
    cores[seq]["hours"]["minutes"] = 479
    return seq


def long_pause(cores: Cores) -> int:
    seq = seq_of(cores, "match.paused")
    cores[seq]["until_ms"] = cores[seq]["at_ms"] + 14 * 86_400_000 + 1
    return seq


def pause_in_a_pause(cores: Cores) -> int:
    seq = seq_of(cores, "match.resumed")
    cores[seq] |= {"type": "match.paused", "until_ms": cores[seq]["at_ms"], "by": "player"}
    return seq


FORGERIES: dict[str, tuple[bytes, Callable[[Cores], int]]] = {
    "a smaller bank": (BANK, of_the_clock(bank=86_399)),
    "a later deadline": (BANK, later_deadline),
    "no deadline": (HOURS, no_deadline),
    "more time for a move": (HOURS, of_the_clock(per_move=14_401)),
    "a vacation that is longer than what is left": (BANK, long_vacation),
    "a vacation that ends before it begins": (HOURS, vacation_in_the_past),
    "hours that are too few": (HOURS, few_hours),
    "a pause that is too long": (HOURS, long_pause),
    "a pause in a pause": (HOURS, pause_in_a_pause),
}


def forged(name: str) -> tuple[bytes, int]:
    """Returns an export that its operator has changed and signed again, and the event at which the change shows."""
    text, change = FORGERIES[name]
    forgery = Forgery(json.loads(text))
    seq = change(forgery.cores)
    return json.dumps(forgery.signed()).encode(), seq


@pytest.mark.parametrize("text", [BANK, HOURS], ids=["bank", "hours"])
def test_an_unaltered_match_over_weeks_passes(text: bytes):
    assert verdict(verify_bytes(text)) is None


@pytest.mark.parametrize("name", FORGERIES)
def test_a_wrong_count_of_time_is_found(name: str):
    text, seq = forged(name)

    assert verdict(verify_bytes(text)) == ("8 clock", f"seq {seq}")


def test_the_javascript_verifier_reports_the_same_for_unaltered_matches():
    lines = [[list(line) for line in verify_bytes(text)] for text in (BANK, HOURS)]

    assert by_javascript([(text, None, None) for text in (BANK, HOURS)]) == lines


def test_the_javascript_verifier_finds_the_same_forgeries():
    cases = {name: forged(name) for name in FORGERIES}

    found = by_javascript([(text, None, None) for text, _ in cases.values()])

    assert {name: verdict(lines) for name, lines in zip(cases, found, strict=True)} == {
        name: ("8 clock", f"seq {seq}") for name, (_, seq) in cases.items()
    }
