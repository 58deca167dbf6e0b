"""The verifier accepts correct logs and detects every change at the right event."""

from __future__ import annotations

import copy
import json
import re
from random import Random

import pytest

from events.verifier.verify import is_canonical, main, reader, verify
from games.kernel import audit
from tests.events.verifier.sealed_logs import SealedLog, Settled
from tests.events.verifier.tampering import failures, flips, is_found
from tests.games.harness.time_budget import SECONDS, SEED

FLIPS = 600 if SECONDS else 200


@pytest.fixture(scope="module")
def log() -> SealedLog:
    return SealedLog(1)


def first_failure(bundle: dict, *more) -> tuple[str, str]:
    """Returns the first failed step and the event that it names."""
    failed = failures(bundle, *more)
    assert failed, "nothing was found"
    step = next(iter(failed))
    return step, failed[step].partition(":")[0]


@pytest.mark.parametrize("seed", [0, 1, 2, 5])
@pytest.mark.parametrize("reveal", ["all", "seats", "auditor"])
def test_an_unaltered_log_passes_for_every_viewer(seed: int, reveal: str):
    log = SealedLog(seed, seats=2 + seed % 3, reveal=reveal, rows=20 if seed == 5 else None)

    for viewer in ("all", None, *range(log.seats)):
        assert failures(log.bundle(viewer), log.receipts[::8]) == {}, (seed, reveal, viewer)


def test_a_whole_log_is_checked_in_every_step_except_the_rules(log):
    statuses = {step: status for status, step, _ in verify(log.bundle(), log.receipts[:3])}

    assert [step for step, status in statuses.items() if status != "OK"] == ["6 rules"]


def test_every_flipped_bit_is_found_at_its_row(log):
    for viewer in ("all", 1):
        bundle = log.bundle(viewer)
        chosen = flips(bundle, Random(SEED))
        missed = [flip for flip in (next(chosen) for _ in range(FLIPS // 2)) if not is_found(bundle, flip)]
        assert not missed, f"seed {SEED}: {missed[:5]}"


@pytest.mark.parametrize("seq", [0, 3, 11, 30])
def test_a_deleted_a_swapped_and_a_doubled_row_are_found(log, seq: int):
    events = log.bundle()["events"]
    deleted = [*events[:seq], *events[seq + 1 :]]
    swapped = [*events[:seq], events[seq + 1], events[seq], *events[seq + 2 :]]
    doubled = [*events[: seq + 1], *events[seq:]]

    for tampered, at in ((deleted, seq), (swapped, seq), (doubled, seq + 1)):
        assert first_failure({**log.bundle(), "events": tampered}) == ("1 form", f"seq {at}")


def test_a_truncated_log_is_found_by_its_signed_head(log):
    bundle = log.bundle()
    cut = {**bundle, "events": bundle["events"][:20], "match_seed": None}

    assert first_failure(cut) == ("3 head", "seq 20")


def withdraw_words(core: dict) -> None:
    core["cells"] = []


def test_a_log_rewritten_as_a_whole_is_found_by_receipts_only(log):
    message = log.seqs("message")[0]
    forged = log.rewritten({message: withdraw_words})
    del forged.rows[message]["words"]

    assert failures(forged.bundle()) == {}
    assert failures(forged.bundle(), log.receipts[: message - 1]) == {}
    assert first_failure(forged.bundle(), log.receipts[message - 3 :]) == ("3 receipts", f"seq {message}")


def test_different_logs_for_two_players_are_found_by_comparing_their_receipts(log):
    message = log.seqs("message")[0]
    other = log.rewritten({message: withdraw_words})
    del other.rows[message]["words"]

    assert first_failure(other.bundle(0), [log.receipts[-1]]) == ("3 receipts", f"seq {len(log.rows) - 1}")


def test_a_receipt_of_a_longer_log_shows_that_a_log_was_truncated(log):
    shorter = copy.copy(log)
    shorter.rows, shorter.receipts = log.rows[:20], log.receipts[:20]
    shorter.acts = [(seq, effects) for seq, effects in log.acts if seq < 20]

    assert failures(shorter.bundle(0)) == {}
    assert first_failure(shorter.bundle(0), [log.receipts[-1]]) == ("3 receipts", "seq 20")


def test_a_receipt_with_a_forged_signature_is_refused(log):
    forged = {**log.receipts[7], "signature": log.receipts[8]["signature"]}

    assert first_failure(log.bundle(), [forged]) == ("3 receipts", "seq 7")


def test_a_signature_by_an_expired_key_is_found(log):
    bundle = log.bundle()
    bundle["keys"] = [{**log.key(), "not_after": "2026-01-01T00:00:00Z"}]

    assert first_failure(bundle)[0] == "3 head"


def test_a_server_seed_that_does_not_match_its_commitment_is_found(log):
    seed_row = log.seqs("seed.opened")[0]
    forged = log.rewritten({seed_row: lambda core: core.update(server_seed="00" * 32)}).bundle()

    assert first_failure({**forged, "match_seed": None}) == ("4 seeds", f"seq {seed_row}")


def test_swapped_nonces_give_another_shuffle(log):
    forged = log.rewritten(
        {
            1: lambda core: core.update(nonce=log.nonces[1].hex()),
            2: lambda core: core.update(nonce=log.nonces[0].hex()),
        }
    ).bundle()

    assert first_failure(forged) == ("4 seeds", f"seq {len(log.rows) - 1}")
    assert first_failure({**forged, "match_seed": None}) == ("5 chance", "seq 4")


def test_a_skipped_draw_is_found(log):
    seq, place = next(
        (seq, place)
        for seq, row in list(enumerate(log.rows))[5:]
        for place, effect in enumerate(json.loads(row["core"])["effects"])
        if effect.get("draw")
    )
    forged = log.rewritten({seq: lambda core: core["effects"][place]["draw"].update(k=9)})

    assert first_failure(forged.bundle()) == ("4 seeds", f"seq {seq}")


def test_another_rules_version_than_the_log_names_is_found(log):
    assert first_failure({**log.bundle(), "rules_version": 2}) == ("1 form", "seq 0")


def test_another_deck_is_found(log):
    assert first_failure({**log.bundle(), "deck": ["a"] * 16}) == ("5 cards", "seq 0")


def changed_die(log: SealedLog) -> tuple[int, int]:
    return next(
        (seq, place)
        for seq, row in enumerate(log.rows)
        for place, effect in enumerate(json.loads(row["core"])["effects"])
        if effect["kind"] == "rolled"
    )


def test_a_die_with_a_changed_value_is_found(log):
    seq, place = changed_die(log)

    def turn(core: dict) -> None:
        core["effects"][place]["value"] = (core["effects"][place]["value"] + 1) % 6

    assert first_failure(log.rewritten({seq: turn}).bundle()) == ("5 chance", f"seq {seq}")


def test_a_part_opened_to_another_seat_is_found(log):
    bundle, other = log.bundle(0), log.bundle(1)
    seq, cell = next(
        (seq, cell)
        for seq, event in enumerate(other["events"])
        for cell in event["cells"]
        if cell not in bundle["events"][seq]["cells"]
    )
    bundle["events"][seq]["cells"].append(cell)

    assert "7 redaction" in failures(bundle)
    assert failures(bundle)["7 redaction"].startswith(f"seq {seq}:")


def test_a_hidden_part_in_the_public_text_is_found(log):
    def show(core: dict) -> None:
        core["effects"][1]["order"] = list(range(16))

    assert failures(log.rewritten({4: show}).bundle(0))["7 redaction"].startswith("seq 4:")


@pytest.fixture(scope="module")
def settled() -> SealedLog:
    return Settled(1)


def test_seeds_settled_by_commit_and_reveal_pass(settled):
    for viewer in ("all", None, 0):
        assert failures(settled.bundle(viewer), settled.receipts[::8]) == {}


def test_a_seed_of_a_seat_that_does_not_match_its_commitment_is_found(settled):
    seq = settled.seqs("seed.revealed")[1]
    forged = settled.rewritten({seq: lambda core: core.update(client_seed="00" * 32)})

    assert first_failure(forged.bundle()) == ("4 seeds", f"seq {seq}")


def test_seeds_that_are_closed_before_all_have_committed_are_found(settled):
    late = settled.seqs("seed.committed")[0]
    forged = settled.rewritten({late: lambda core: core.update(client_commit=None)})

    assert first_failure(forged.bundle()) == ("4 seeds", f"seq {settled.seqs('seeds.closed')[0]}")


def commit_late(core: dict) -> None:
    del core["client_seed"]
    core.update(type="seed.committed", client_commit="00" * 32)


def say_nothing(core: dict) -> None:
    del core["client_seed"], core["source"]
    core["type"] = "message"


def test_a_commitment_after_the_closing_is_found(settled):
    seq = settled.seqs("seed.revealed")[0]
    forged = settled.rewritten({seq: commit_late})

    assert first_failure(forged.bundle()) == ("4 seeds", f"seq {seq}")


def test_a_match_dealt_before_all_seeds_are_open_is_found(settled):
    seq = settled.seqs("seed.revealed")[2]
    forged = settled.rewritten({seq: say_nothing})

    assert first_failure(forged.bundle()) == ("4 seeds", f"seq {settled.seqs('match.started')[0]}")


class HastyClock(SealedLog):
    patience_ms = 0


class HastyAnswers(SealedLog):
    step_ms = 1_000


def test_a_clock_that_answers_too_early_is_found():
    hasty = next(log for log in map(HastyClock, range(1, 20, 3)) if log.seqs("clock"))

    assert first_failure(hasty.bundle()) == ("8 clock", f"seq {hasty.seqs('clock')[0]}")


def test_answers_that_take_effect_within_their_window_are_found():
    messages = [failures(HastyAnswers(seed).bundle()).get("8 clock", "") for seed in range(8)]

    assert any("before their window ended" in words for words in messages)


def test_a_card_that_is_not_the_one_fixed_at_the_shuffle_is_found(log):
    bundle = log.bundle(1)
    card, other = bundle["cards"][0], bundle["cards"][1]

    wrong_face = {**card, "value": "d" if card["value"] != "d" else "a"}
    assert first_failure({**bundle, "cards": [wrong_face]}) == ("5 chance", f"seq {card['seq']}")
    assert first_failure({**bundle, "cards": [{**other, "card": card["card"]}]})[0] == "5 chance"


def test_more_cards_of_a_face_than_were_printed_are_found(log):
    bundle = log.bundle()
    dealt = next(cell for cell in bundle["events"][4]["cells"] if cell["path"] == "effects/2/faces")
    dealt["value"] = ["d" if face != "d" else "a" for face in dealt["value"]]

    assert failures(bundle)["5 cards"].startswith("seq 4:")


NOT_CANONICAL = {
    "a space": lambda core: core.replace(",", ", ", 1),
    "a line feed": lambda core: core.replace(",", ",\n", 1),
    "a tab": lambda core: core.replace(",", ",\t", 1),
    "a carriage return": lambda core: core.replace(",", ",\r", 1),
    "a line feed at the end": lambda core: core + "\n",
    "another order of members": lambda core: (
        '{"type":"match.created",' + core.replace(',"type":"match.created"', "")[1:]
    ),
    "a member twice": lambda core: "{" + core[1:].partition(",")[0] + "," + core[1:],
    "an escape without need": lambda core: core.replace('"type":', '"\\u0074ype":', 1),
    "a zero with a sign": lambda core: core.replace('"seq":0', '"seq":-0', 1),
    "a number of 17 digits": lambda core: re.sub(r'"at_ms":[0-9]+', '"at_ms":10000000000000000', core, count=1),
    "a key with a capital": lambda core: core.replace('"options":{', '"options":{"A":1' + _comma(core), 1),
    "a key of another script": lambda core: core.replace('"options":{', '"options":{"é":1' + _comma(core), 1),
}


def _comma(core: str) -> str:
    return "" if '"options":{}' in core else ","


@pytest.mark.parametrize("change", NOT_CANONICAL.values(), ids=NOT_CANONICAL)
def test_a_core_that_is_not_canonical_is_found_at_its_row(log, change):
    bundle = log.bundle()
    core = bundle["events"][0]["core"]
    altered = change(core)
    assert altered != core
    json.loads(altered)
    events = [{**bundle["events"][0], "core": altered}, *bundle["events"][1:]]

    assert failures({**bundle, "events": events})["1 form"] == "seq 0: the core is not canonical JSON"


def test_half_of_a_surrogate_pair_is_found_at_its_row(log):
    bundle = log.bundle()
    core = bundle["events"][0]["core"]
    altered = core.replace('"options":{', '"options":{"a":"\ud800"' + _comma(core), 1)
    assert altered != core
    events = [{**bundle["events"][0], "core": altered}, *bundle["events"][1:]]

    assert failures({**bundle, "events": events})["1 form"] == "seq 0: the row has a wrong shape"


def test_a_core_is_canonical_only_if_serialising_it_gives_the_same_text(log):
    read_core, claimed = reader(), 0
    draws = Random(SEED)
    for event in log.bundle()["events"]:
        for _ in range(40):
            place = draws.randrange(len(event["core"]) + 1)
            removed = draws.choice((0, 0, 1))
            sign = draws.choice(["", *' \n\t"{}[]:,0-1A_\\é'])
            text = event["core"][:place] + sign + event["core"][place + removed :]
            try:
                value, is_surely = read_core(text)
            except ValueError:
                continue
            claimed += is_surely
            assert not is_surely or is_canonical(text, value), f"seed {SEED}: {text}"
    assert claimed > 100


def test_the_exit_status_shows_a_failure(log, tmp_path, capsys):
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(log.bundle()))
    bad.write_text(json.dumps({**log.bundle(), "deck": ["a"]}))
    receipts_file = tmp_path / "receipts.jsonl"
    receipts_file.write_text("".join(json.dumps(receipt) + "\n" for receipt in log.receipts[:3]))

    assert main([str(good), "--receipts", str(receipts_file)]) == 0
    assert "OK      3 receipts: 3 receipts belong to this chain" in capsys.readouterr().out
    assert main([str(bad)]) == 1
    assert "FAILED  5 cards: seq 0" in capsys.readouterr().out
    assert main([str(tmp_path / "none.json")]) == 1
    assert main([str(good), "--colour", "red"]) == 2


def test_an_audit_without_the_rules_of_the_match_fails(log, tmp_path, capsys):
    path = tmp_path / "bundle.json"
    path.write_text(json.dumps(log.bundle()))

    assert audit.main(str(path)) == 1
    assert "there are no rules here of toy 1" in capsys.readouterr().out


def test_a_text_that_is_no_bundle_fails_and_does_not_crash():
    for odd in ({}, [], None, 7, {"match": "x"}, {**SealedLog(1, rows=3).bundle(), "events": [None]}):
        assert [status for status, _, _ in verify(odd)] == ["FAILED"]
