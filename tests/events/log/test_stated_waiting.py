"""Events of format 2 name the seats to act and the deadlines; both verifiers and the audit detect wrong values."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from events.log.upcasts import FORMAT
from events.verifier.verify import verify
from games.kernel.audit import audit, rows_of
from games.kernel.errors import AuditError
from games.kernel.rng import Rng
from tests.events.verifier.sealed_logs import SealedLog
from tests.events.verifier.tampering import failures
from tests.events.verifier.test_verify_vectors import by_javascript, read
from tests.kernel.toy import GAME
from tests.stack import ROOT

Core = dict[str, Any]
SEEDS = range(6)


def cores(log: SealedLog) -> list[Core]:
    return [json.loads(row["core"]) for row in log.rows]


@pytest.mark.parametrize("name", ["v7.json", "v7_seat_0.json"])
def test_both_verifiers_report_the_same_for_the_fixed_log_of_this_format(name: str):
    bundle = read(name)

    lines = [list(line) for line in verify(bundle)]

    assert {status for status, _, _ in lines} == {"OK", "SKIPPED"}
    assert by_javascript([[bundle, [], None]])["bundles"] == [lines]
    hashes = [event["hash"] for event in bundle["events"]]
    page = (ROOT / "docs" / "integrity.md").read_text(encoding="utf-8")
    assert {hashes[0], hashes[4], hashes[35], bundle["head"]["root"]} <= set(page.split())


def audit_log(log: SealedLog, bundle: dict[str, Any]) -> None:
    audit(GAME, log.seats, log.options, Rng(log.match_seed), rows_of(bundle))


def test_every_event_states_the_seats_that_the_match_waits_for():
    log = SealedLog(1)
    stated = [(core["to_act"], core["may_act"], core["deadlines"]) for core in cores(log)]

    assert FORMAT == 2 == cores(log)[0]["format"]
    assert stated[0] == stated[-1] == ([], [], [])
    assert any(may_act for _, may_act, _ in stated)
    assert {seat for to_act, _, _ in stated for seat in to_act} == set(range(log.seats))
    first = cores(log)[log.seqs("match.started")[0]]
    assert first["to_act"] == [0]
    assert first["deadlines"] == [{"prompt": 0, "seats": [0], "at_ms": first["at_ms"] + 30_000}]


def test_unaltered_logs_pass():
    for seed in SEEDS:
        log = SealedLog(seed, seats=2 + seed % 3)
        assert not failures(log.bundle())
        audit_log(log, log.bundle())


def another_seat(core: Core) -> None:
    core["to_act"] = [1 - core["to_act"][0]]


def nobody(core: Core) -> None:
    core["to_act"] = []


def a_further_seat(core: Core) -> None:
    core["to_act"] = sorted({0, 1, *core["to_act"]})


def a_seat_twice(core: Core) -> None:
    core["to_act"] = 2 * core["to_act"]


def a_seat_that_must_act_may_act(core: Core) -> None:
    core["may_act"] = core["to_act"]


def a_deadline_missing(core: Core) -> None:
    core["deadlines"] = []


def a_later_deadline(core: Core) -> None:
    core["deadlines"][0]["at_ms"] += 1


def a_deadline_of_other_seats(core: Core) -> None:
    core["deadlines"][0]["seats"] = [1 - core["to_act"][0]]


def a_deadline_of_another_prompt(core: Core) -> None:
    core["deadlines"][0]["prompt"] += 1


FORGERIES = [
    another_seat,
    nobody,
    a_further_seat,
    a_seat_twice,
    a_seat_that_must_act_may_act,
    a_deadline_missing,
    a_later_deadline,
    a_deadline_of_other_seats,
    a_deadline_of_another_prompt,
]


def turns(log: SealedLog) -> Iterator[int]:
    """The events after which only one of the first two seats is to act, with a deadline."""
    for core in cores(log):
        if core["to_act"] in ([0], [1]) and not core["may_act"] and len(core["deadlines"]) == 1:
            yield core["seq"]


@pytest.mark.parametrize("forgery", FORGERIES)
def test_both_verifiers_and_the_audit_find_an_event_that_states_wrong_seats_or_deadlines(
    forgery: Callable[[Core], None],
):
    log = SealedLog(2, seats=3)
    for seq in list(turns(log))[::7]:
        bundle = log.rewritten({seq: forgery}).bundle()

        found = failures(bundle)
        assert list(found) == ["8 clock"]
        assert found["8 clock"].startswith(f"seq {seq}: ")
        theirs = {
            step: words
            for status, step, words in by_javascript([[bundle, [], None]])["bundles"][0]
            if status == "FAILED"
        }
        assert theirs == found
        with pytest.raises(AuditError) as refused:
            audit_log(log, bundle)
        assert refused.value.seq == seq


def test_a_message_does_not_change_the_seats_that_the_match_waits_for():
    log = SealedLog(2, seats=3)
    log.say("while everybody thinks")
    seq = log.seqs("message")[0]
    assert cores(log)[seq]["to_act"] == cores(log)[seq - 1]["to_act"]

    def waits_for_nobody(core: Core) -> None:
        core["to_act"] = core["may_act"] = core["deadlines"] = []

    bundle = log.rewritten({seq: waits_for_nobody}).bundle()

    assert failures(bundle)["8 clock"].startswith(f"seq {seq}: ")
    with pytest.raises(AuditError) as refused:
        audit_log(log, bundle)
    assert refused.value.seq == seq


@pytest.mark.parametrize("name", ["to_act", "may_act", "deadlines"])
def test_an_event_that_does_not_state_the_waiting_seats_has_a_wrong_form(name: str):
    log = SealedLog(3)
    seq = next(turns(log))

    bundle = log.rewritten({seq: lambda core: core.pop(name)}).bundle()

    expected = {"1 form": f"seq {seq}: the row does not state the seats that the match waits for"}
    assert failures(bundle)["1 form"] == expected["1 form"]
    theirs = by_javascript([[bundle, [], None]])["bundles"][0]
    assert ["FAILED", "1 form", expected["1 form"]] in theirs


def test_an_event_of_the_older_format_after_a_newer_event_is_found():
    def older(core: Core) -> None:
        core["format"] = 1
        for name in ("to_act", "may_act", "deadlines"):
            del core[name]

    log = SealedLog(3)
    seq = next(turns(log))
    bundle = log.rewritten({seq: older}).bundle()

    expected = f"seq {seq}: the row has an older format than the previous row"
    assert failures(bundle)["1 form"] == expected
    assert ["FAILED", "1 form", expected] in by_javascript([[bundle, [], None]])["bundles"][0]


def test_a_match_may_begin_in_the_older_format_and_continue_in_the_current_format():
    def older(core: Core) -> None:
        core["format"] = 1
        for name in ("to_act", "may_act", "deadlines"):
            del core[name]

    log = SealedLog(3)
    for turn in list(turns(log))[::5]:
        bundle = log.rewritten(dict.fromkeys(range(turn), older)).bundle()

        assert not failures(bundle)
        assert all(status != "FAILED" for status, _, _ in by_javascript([[bundle, [], None]])["bundles"][0])
        audit_log(log, bundle)
