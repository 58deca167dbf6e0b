"""Single forgeries that an operator has signed again: both verifiers name the step, the row and the reason."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from events.verifier.verify import verify, verify_bytes
from tests.events.verifier.agreement import by_javascript
from tests.events.verifier.damaged_bundles import Forgery
from tests.events.verifier.sealed_logs import SealedLog
from tests.events.verifier.test_seat_times import HOURS

Cores = list[dict[str, Any]]
LOG = SealedLog(1)
WHOLE, PLAYED = LOG.bundle(), json.loads(HOURS)


def row(number: int, /, **members: Any) -> Callable[[Cores], int]:
    """Changes members of a row."""

    def change(cores: Cores) -> int:
        cores[number].update(members)
        return number

    return change


def moved(**members: Any) -> Callable[[Cores], int]:
    """Changes the last movement of cards that everybody sees."""

    def change(cores: Cores) -> int:
        seq, effect = next(
            (core["seq"], effect) for core in reversed(cores) for effect in core["effects"]
            if effect["kind"] == "moved" and effect["cards"] and None not in effect["cards"]
        )  # fmt: skip
        effect.update({name: [value] * len(effect["cards"]) for name, value in members.items()})
        return seq

    return change


FORGERIES: dict[str, tuple[Any, Callable[[Cores], int], str, str]] = {
    "an unknown type": (WHOLE, row(5, type="other"), "1 form", "the type or author of the row is unknown"),
    "an unknown author": (WHOLE, row(5, by="other"), "1 form", "the type or author of the row is unknown"),
    "a member more": (WHOLE, row(5, more=1), "1 form", "the row has unknown members"),
    "a number that is true": (WHOLE, row(1, seq=True), "1 form", "expected seq 1, got True"),
    "another number": (WHOLE, row(5, seq=6), "1 form", "expected seq 5, got 6"),
    "seats in no list": (WHOLE, row(5, to_act="0"), "1 form", "the row has a wrong shape"),
    "a card that is not there": (PLAYED, moved(cards=9_999), "5 cards", "a card leaves a zone where it is not"),
    "a place that is not there": (PLAYED, moved(at=9_999), "5 cards", "a place does not exist"),
}


def failure(lines: Any) -> tuple[str, str]:
    """The first failed step, and its words."""
    return next((step, words) for status, step, words in lines if status == "FAILED")


def forged(name: str) -> tuple[bytes, int]:
    bundle, change, _, _ = FORGERIES[name]
    forgery = Forgery(json.loads(json.dumps(bundle)))
    seq = change(forgery.cores)
    return json.dumps(forgery.signed()).encode(), seq


def test_both_verifiers_name_the_reason():
    cases = {name: forged(name) for name in FORGERIES}

    python = {name: failure(verify_bytes(text)) for name, (text, _) in cases.items()}
    javascript = map(failure, by_javascript([(text, None, None) for text, _ in cases.values()]))

    assert python == {name: (step, f"seq {cases[name][1]}: {words}") for name, (_, _, step, words) in FORGERIES.items()}
    assert {name: failed[0] for name, failed in zip(cases, javascript, strict=True)} == {
        name: failed[0] for name, failed in python.items()
    }


def test_a_hash_that_does_not_follow_is_found_at_its_row():
    events = [dict(event) for event in WHOLE["events"]]
    events[5]["hash"] = "00" * 32

    assert failure(verify({**WHOLE, "events": events}))[0] == "2 chain"
    assert failure(verify({**WHOLE, "events": events}))[1].startswith("seq 5: ")


@pytest.mark.parametrize("name", ["events", "keys", "deck", "cards", "global_log"])
@pytest.mark.parametrize("odd", [{}, "x", [1, None]])
def test_what_is_no_list_of_its_kind_is_no_bundle(name: str, odd: Any):
    assert verify({**WHOLE, name: odd}) == [("FAILED", "1 form", "the bundle has a wrong shape")]


@pytest.mark.parametrize("size", [0, -1, True, "1", None])
def test_a_receipt_of_no_number_of_rows_is_none(size: Any):
    lines = verify(WHOLE, [{**LOG.receipts[0], "size": size}])

    assert failure(lines)[0] == "3 receipts"


def test_what_is_told_of_an_honest_log_is_counted():
    mine = LOG.bundle(0)
    whole = {step: (status, words) for status, step, words in verify(WHOLE)}
    seen = {step: (status, words) for status, step, words in verify(mine)}

    for bundle, found in ((WHOLE, whole), (mine, seen)):
        opened = sum(len(event["cells"]) for event in bundle["events"])
        cards = len(bundle["cards"])
        assert found["7 redaction"] == (
            "OK", f"{opened} opened parts are valid, and none was opened to a seat that may not read it",
        )  # fmt: skip
        words = sum(cell["path"] == "text" for event in bundle["events"] for cell in event["cells"])
        assert found["9 contents"][1].startswith(
            f"{opened - words} parts for this viewer are opened and {cards} cards proved, none is missing; "
        )
        assert f"{cards} cards" in found["5 chance"][1]
    assert whole["6 rules"][0] == seen["6 rules"][0] == "SKIPPED"
